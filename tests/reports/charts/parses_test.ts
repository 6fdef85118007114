import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import charts from "../../../reports/charts/parses.ts";
import scoreAndAccuracy from "../../../reports/charts/score_and_accuracy.ts";
import { runData } from "../../../reports/numbers/read_run.ts";
import type { RunData } from "../../../reports/numbers/run_data.ts";
import {
  parsedCell,
  PARSING_ANSWERS,
  PARSING_ROWS,
  PARSING_RUN,
} from "../../helpers/parsing_rows.ts";
import { aRun } from "../../helpers/run_data.ts";

type Datum = Readonly<Record<string, string | number>>;

const chartOf = (name: string) => charts.find((chart) => chart.name === name)!;
const dataOf = (name: string, run: RunData = PARSING_RUN) =>
  (chartOf(name).spec(run) as unknown as { data: { values: Datum[] } }).data.values;

describe("the charts of parses", () => {
  it("draw what is known, in two lines a decoder with a bound", () => {
    const lines = Map.groupBy(dataOf("convergence"), ({ line }) => line);
    const values = (line: string) => lines.get(line)!.map(({ value }) => value);
    assertEquals([values("derivation"), values("bound")], [[1, 1, 0], [1.5, 0.5, 0.25]]);
    // The sentence without a parse has no forest.
    assertEquals(dataOf("speed-by-chart-size").length, 6);
  });

  it("compare accuracies on the sentences that both parse", () => {
    const cell = (decoder: string, right: readonly number[]) =>
      parsedCell(right, {}, { dataset: "ewt_ccg_dev{space=ast}", decoder });
    const cells = [cell("pipeline", [5, NaN]), cell("dual-decomposition", [10, 9])];
    const ours = dataOf("accuracy-by-iterations", aRun({ cells }))
      .filter(({ from, system }) => from === "here" && system === "dual decomposition");
    assertEquals(ours.map(({ LF, gain }) => [LF, gain]), [[95, 50]]);
  });

  it("name of beams with one point the first", () => {
    const cells = [[0.1, 5], [0.01, 9], [0.001, 9]].map(([beam, right]) => {
      const dataset = `ewt_ccg_dev{beam=${beam},cutoff=20}`;
      return parsedCell([right!], {}, { dataset, decoder: "pipeline" });
    });
    const { data } = scoreAndAccuracy.spec(aRun({ cells })) as unknown as {
      data: { values: Datum[] };
    };
    assertEquals(data.values.map(({ beam, label }) => [beam, label]), [
      ["0.1", "0.1"],
      ["0.01", "0.01"],
      ["0.001", ""],
    ]);
  });

  it("are not drawn without traces, times and the data of the paper", () => {
    const bare = runData(PARSING_ROWS, { answers: PARSING_ANSWERS });
    for (const chart of [...charts, scoreAndAccuracy]) {
      assertEquals(chart.spec(bare), undefined, chart.name);
    }
  });
});
