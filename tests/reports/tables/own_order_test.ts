import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import ownOrderChart from "../../../reports/charts/own_order.ts";
import { runData } from "../../../reports/numbers/read_run.ts";
import ownOrder from "../../../reports/tables/own_order.ts";
import { asOwnOrder, fakeRows } from "../../helpers/rows.ts";

const WITHOUT = runData(fakeRows());
const RUN = { ...WITHOUT, summary: asOwnOrder(WITHOUT.summary) };

describe("the table own-order", () => {
  it("has a line for each dataset that was counted with both orders, and none without", () => {
    const { rows } = ownOrder.build(RUN);
    const labels = rows.map((row) => row[1]!.value!);
    assertEquals(labels, labels.toSorted((a, b) => a - b));
    for (const row of rows) assertEquals(row[5]!.value, row[3]!.value! / row[4]!.value!);
    assertEquals(ownOrder.build(WITHOUT).rows, []);
    const few = RUN.summary.map((row) => ({
      ...row,
      sentences: row.decoder.includes("order") ? 8 : row.sentences,
    }));
    assertEquals(ownOrder.build({ ...RUN, summary: few }).rows, [], "other sentences");
  });
});

describe("the chart own-order", () => {
  it("is not drawn without the two orders", () => {
    assertEquals(ownOrderChart.spec(WITHOUT), undefined);
  });
});
