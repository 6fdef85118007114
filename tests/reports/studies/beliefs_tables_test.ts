import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { tableCsv } from "../../../reports/pages/render_table.ts";
import beliefs from "../../../reports/studies/beliefs.ts";
import { beliefsLine } from "../../helpers/study_lines.ts";

const line = (iteration: number, mean_distance: number) =>
  beliefsLine({ iteration, mean_distance });

describe("beliefs.tables() and .charts()", () => {
  it("show some rounds, and draw what is more than rounding", () => {
    const lines = [line(1, 0.25), line(4, 0.2), line(25, 0.125)];
    const [table] = beliefs.tables(lines);
    assertEquals(tableCsv(table!.content).trimEnd().split("\n").slice(1), [
      ...["d,20,1,1,0.25,0.5,0.75,0.02", "d,20,1,25,0.125,0.5,0.75,0.02"],
    ]);
    assertEquals(beliefs.charts(lines).map(({ name }) => name), ["beliefs-errors"]);
    assertEquals(beliefs.charts([line(1, 1e-15)]), []);
  });
});
