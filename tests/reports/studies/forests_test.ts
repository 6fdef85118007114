import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import forests from "../../../reports/studies/forests.ts";
import { csvOf, linesOf } from "../../helpers/study_lines.ts";

/** A round of our charts of eight sentences. */
const line = linesOf(forests, {
  dataset: "synthetic-parsing-238",
  tags: 238,
  size: 10000,
  sentences: 8,
  words: 160,
  items: 8000,
  chart_edges: 80000,
  forest_edges: 40000,
  part: "chart",
  way: "arrays",
  round: 1,
  passes: 10,
  visits: 80000,
  pass_ms: 2,
  bytes: 28 * 80000,
});
const LINES = [
  ...[1, 2, 4].map((pass_ms, i) => line({ round: i + 1, pass_ms })),
  ...[1, 2, 3].map((round) => line({ round, way: "plain", pass_ms: 100 })),
  line({ part: "forest", pass_ms: 8 }),
];

describe("the study of forests", () => {
  it("gives visits a second, and how many times as fast as plain loops", () =>
    assertEquals(csvOf(forests, LINES, "forests-speed").slice(1), [
      'synthetic-parsing-238,10000,chart,40,"[20.0, 80.0]",0.8,50',
      'synthetic-parsing-238,10000,"chart, pruned and scored",10,,,',
    ]));

  it("gives the means of sentences, and the bytes of an edge", () =>
    assertEquals(csvOf(forests, LINES, "forests-size").slice(1), [
      "synthetic-parsing-238,8,20,1000,10000,5000,28",
    ]));

  it("draws a point for each way that was measured", () => {
    const { data } = forests.show(LINES).charts[0]!.spec as unknown as {
      data: { values: object[] };
    };
    const point = (part: string, way: string, speed: number, speedText: string) => ({
      ...{ part, way, edges: 10000, speed, speedText: `${speedText} million visits/s` },
    });
    assertEquals(data.values, [
      point("chart", "arrays", 4e7, "40.0"),
      point("chart", "plain loops", 8e5, "0.800"),
      point("chart, pruned and scored", "arrays", 1e7, "10.0"),
    ]);
    assertEquals(forests.show([]).charts, []);
  });
});
