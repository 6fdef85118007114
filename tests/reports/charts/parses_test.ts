import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import charts from "../../../reports/charts/parses.ts";
import { runData } from "../../../reports/numbers/read_run.ts";
import type { RunData } from "../../../reports/numbers/run_data.ts";
import {
  parsedCell,
  PARSING_ANSWERS,
  PARSING_ROWS,
  PARSING_RUN,
} from "../../helpers/parsing_rows.ts";
import { aRun } from "../../helpers/run_data.ts";
import { publishedConvergence, publishedGains } from "../../../reports/charts/_published_parses.ts";

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

  it("are not drawn without traces, times and the data of the paper", () => {
    const bare = runData(PARSING_ROWS, { answers: PARSING_ANSWERS });
    for (const chart of charts) assertEquals(chart.spec(bare), undefined, chart.name);
  });
});

it("publishedGains() has LF less the baseline's of the same search space", () => {
  const gains = publishedGains({ bp: "BP", dd: "DD" });
  assertEquals(gains.length, 12);
  assertEquals(gains.filter(({ iterations }) => iterations === 25), [
    { space: "ast", iterations: 25, system: "BP", LF: 87.7, gain: 0.32, from: "the paper" },
    { space: "reverse", iterations: 25, system: "BP", LF: 88.33, gain: 0.97, from: "the paper" },
    { space: "ast", iterations: 25, system: "DD", LF: 87.71, gain: 0.33, from: "the paper" },
    { space: "reverse", iterations: 25, system: "DD", LF: 88.29, gain: 0.93, from: "the paper" },
  ]);
});

it("publishedConvergence() has shares of as many sentences as the printed one is of", () => {
  const found = publishedConvergence()
    .map(({ space, line, iteration, share }) => [space, line, iteration, share.toFixed(4)]);
  const [bp, dd] = ["belief propagation, 1e-3", "dual decomposition"];
  assertEquals(found, [
    ["ast", bp, 1000, "0.9981"],
    ["reverse", bp, 1000, "0.9981"],
    ["reverse", bp, 1, "0.0150"],
    ["reverse", dd, 1000, "0.9740"],
    ["ast", dd, 1000, "0.9962"],
  ]);
});
