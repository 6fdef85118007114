import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { tableCsv } from "../../../reports/pages/render_table.ts";
import forests from "../../../reports/studies/forests.ts";
import { forestsLine } from "../../helpers/study_lines.ts";

const LINES = [
  forestsLine({ round: 1, pass_ms: 1 }),
  forestsLine({ round: 2, pass_ms: 2 }),
  forestsLine({ round: 3, pass_ms: 4 }),
  ...[1, 2, 3].map((round) => forestsLine({ round, way: "plain", pass_ms: 100 })),
  forestsLine({ part: "forest", pass_ms: 8 }),
];

describe("forests.tables() and .charts()", () => {
  const [speed, size] = forests.tables(LINES);

  it("give visits a second, and how many times as fast as plain loops", () =>
    assertEquals(tableCsv(speed!.content).trimEnd().split("\n").slice(1), [
      'synthetic-parsing-238,10000,chart,40,"[20.0, 80.0]",0.8,50',
      'synthetic-parsing-238,10000,"chart, pruned and scored",10,,,',
    ]));

  it("give the means of sentences, and the bytes of an edge", () =>
    assertEquals(
      tableCsv(size!.content).trimEnd().split("\n").slice(1),
      ["synthetic-parsing-238,8,20,1000,10000,5000,28"],
    ));

  it("draw what was measured", () => {
    assertEquals(forests.charts(LINES).map(({ name }) => name), ["forests-speed"]);
    assertEquals(forests.charts([]), []);
  });
});
