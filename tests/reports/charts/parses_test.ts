import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import charts from "../../../reports/charts/parses.ts";
import { runData } from "../../../reports/numbers/read_run.ts";
import { PARSING_ANSWERS, PARSING_ROWS, PARSING_RUN } from "../../helpers/parsing_rows.ts";

type Datum = Readonly<Record<string, string | number>>;

const chartOf = (name: string) => charts.find((chart) => chart.name === name)!;
const dataOf = (name: string) =>
  (chartOf(name).spec(PARSING_RUN) as unknown as { data: { values: Datum[] } }).data.values;

describe("the charts of parses", () => {
  it("draw what is known, in two lines a decoder with a bound", () => {
    const lines = Map.groupBy(dataOf("convergence"), ({ line }) => line);
    const values = (line: string) => lines.get(line)!.map(({ value }) => value);
    assertEquals([values("derivation"), values("bound")], [[1, 1, 0], [1.5, 0.5, 0.25]]);
    // The sentence without a parse has no forest.
    assertEquals(dataOf("speed-by-chart-size").length, 6);
  });

  it("are not drawn without traces, times and the data of the paper", () => {
    const bare = runData(PARSING_ROWS, { answers: PARSING_ANSWERS });
    for (const chart of charts) assertEquals(chart.spec(bare), undefined, chart.name);
  });
});
