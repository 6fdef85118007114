/**
 * `deno task compare`: whether a run is as another was.
 *
 * @module
 */

import type { Command, Flags } from "../../harness/terminal/flags.ts";
import { readRun } from "../../harness/store/store.ts";
import { EXIT_WRONG, given, unknownName, UsageError } from "../../harness/terminal/usage_error.ts";
import { compareRuns } from "../comparison/comparison.ts";
import { comparisonMarkdown, comparisonText } from "../comparison/text.ts";

const FORMATS = new Map([["text", comparisonText], ["markdown", comparisonMarkdown]]);

const command: Command = {
  meaning: "compare counts, verdicts and times of two runs; a regression exits with 1",
  arguments: "RUN_A RUN_B",
  flags: {
    format: { value: "NAME", help: "text (default), or markdown for a comment" },
    partial: { help: "RUN_B holds a part: pass over the cells that it lacks" },
  },
  examples: {
    "compare reports/reference reports/runs/latest":
      "what differs between two runs, cell by cell; counts must be the same",
  },
  run,
};
export default command;

async function run(flags: Flags): Promise<number> {
  const [before, after, ...rest] = flags.positional;
  if (before === undefined || after === undefined || rest.length > 0) {
    throw new UsageError("Cannot compare: give two folders, RUN_A RUN_B");
  }
  const name = flags.values["format"] ?? "text";
  const format = FORMATS.get(name);
  if (format === undefined) throw unknownName("format", name, [...FORMATS.keys()]);
  const comparison = compareRuns(await given(readRun(before)), await given(readRun(after)), {
    partial: flags.switches.has("partial"),
  });
  console.log(format(comparison).trimEnd());
  return comparison.regressions.length > 0 ? EXIT_WRONG : 0;
}
