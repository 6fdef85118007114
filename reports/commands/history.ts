/**
 * `deno task history`: counts and ratios over runs.
 *
 * @module
 */

import { csv } from "../../harness/store/table.ts";
import { whileLocked } from "../../harness/store/folder.ts";
import type { Command, Flags } from "../../harness/terminal/flags.ts";
import { given, UsageError } from "../../harness/terminal/usage_error.ts";
import { type HistoryPoint, readHistory } from "../history/runs.ts";

const DEFAULT_OUT = "reports/runs/history";

const command: Command = {
  meaning: "draw counts, and ratios within each run, over runs",
  arguments: "DIR…",
  flags: { out: { value: "DIR", help: `folder of the charts (${DEFAULT_OUT})` } },
  examples: {
    "history reports/runs/may reports/runs/june":
      "edge shares and ratios to Viterbi over runs, as charts",
  },
  run,
};
export default command;

async function run(flags: Flags): Promise<number> {
  if (flags.positional.length === 0) {
    throw new UsageError("Cannot draw a history: give the folders of runs, DIR…");
  }
  const out = flags.values["out"] ?? DEFAULT_OUT;
  const points = await given(readHistory(flags.positional));
  // Charts pull in Vega, which nothing else needs.
  const { draw } = await import("../drawing/render.ts");
  const { addChart, writeFiles } = await import("../pages/files.ts");
  const { historyChart, MEASURES } = await import("../history/chart.ts");
  const files = new Map([["history.csv", historyCsv(points)]]);
  for (const measure of MEASURES) {
    const spec = historyChart(points, measure);
    if (spec !== undefined) addChart(files, measure.name, await draw(spec));
  }
  await whileLocked(out, () => writeFiles(out, files));
  console.log(`History: ${[...files.keys()].map((name) => `${out}/${name}`).join(", ")}`);
  return 0;
}

/** One line per run and cell. */
function historyCsv(points: readonly HistoryPoint[]): string {
  const columns = [
    ...["run", "label", "machine", "dataset", "decoder", "k", "edgeShare", "ratio"] as const,
    "timedSentences",
  ] as const;
  return csv([columns, ...points.map((point) => columns.map((name) => point[name]))]);
}
