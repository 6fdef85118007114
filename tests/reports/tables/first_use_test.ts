import { assertEquals, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { runData } from "../../../reports/numbers/read_run.ts";
import firstUse from "../../../reports/tables/first_use.ts";
import readmeSpeed from "../../../reports/tables/readme_speed.ts";
import { asAuto, FAKE_CURVES } from "../../helpers/first_use.ts";
import { fakeKBestRows } from "../../helpers/k_best_rows.ts";

const RUN = runData(fakeKBestRows());

describe("the table first-use", () => {
  it("says from how many sentences on the advised decoder leads, and where a curve ends", () => {
    const { rows } = firstUse.build({ ...RUN, curves: FAKE_CURVES });
    assertEquals(rows.map((row) => row.slice(2).map(({ text }) => text)), [
      ["auto", "10.0", "11.0", "21.0", "105", "100"],
      ["viterbi", "2.00", "10.0", "100", "–", ""],
    ]);
    assertEquals(firstUse.build(RUN).rows, []);
  });
});

describe("the table readme-speed", () => {
  it("gives speeds from memory to two digits by label count, and none where none was measured", () => {
    const { columns, rows } = readmeSpeed.build({
      ...RUN,
      summary: asAuto(RUN.summary),
    });
    assertEquals(columns.slice(1).map(({ name }) => name), ["45", "319", "323", "443", "2,597"]);
    assertEquals(rows.map(([decoder]) => decoder!.text), ["auto, k = 1", "auto, k = 5"]);
    assertMatch(rows[0]![1]!.text, /^1\.3 \(\S+–\S+\)$/);
    assertEquals(readmeSpeed.build(RUN).rows, []);
  });
});
