import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { tableCsv } from "../../../reports/pages/render_table.ts";
import beliefs from "../../../reports/studies/beliefs.ts";

/** A line of the study. */
const line = (iteration: number, distance: number) => ({
  ...{ dataset: "d", pack: "p", sentences: "20", left_out: "1", words: "100", slots: "300" },
  ...{ iteration: String(iteration), mean_error: "0.001", mean_distance: String(distance) },
  ...{ largest_error: "0.5", same_best: "0.75", mean_log_z_error: "0.02" },
});

describe("beliefs.tables() and .charts()", () => {
  it("show some rounds, and draw what is more than rounding", () => {
    const lines = [line(1, 0.25), line(4, 0.2), line(25, 0.125)];
    const [table] = beliefs.tables(lines as never);
    assertEquals(tableCsv(table!.content).trimEnd().split("\n").slice(1), [
      ...["d,20,1,1,0.25,0.5,0.75,0.02", "d,20,1,25,0.125,0.5,0.75,0.02"],
    ]);
    assertEquals(beliefs.charts(lines as never).map(({ name }) => name), ["beliefs-errors"]);
    assertEquals(beliefs.charts([line(1, 1e-15)] as never), []);
  });
});
