/**
 * `deno task compare`: the counts of two runs.
 *
 * @module
 */

import { compareCounts } from "../compare.ts";
import { EXIT_WRONG } from "../exit_codes.ts";
import type { Command, Flags } from "../flags.ts";
import { readRows } from "../store.ts";
import { given, UsageError } from "../usage_error.ts";

const command: Command = {
  meaning: "compare the counts and verdicts of two runs; any difference fails",
  arguments: "RUN_A RUN_B",
  flags: {},
  run,
};
export default command;

async function run(flags: Flags): Promise<number> {
  const [before, after, ...rest] = flags.positional;
  if (before === undefined || after === undefined || rest.length > 0) {
    throw new UsageError("Cannot compare: give two folders, RUN_A RUN_B");
  }
  const differences = compareCounts(await given(readRows(before)), await given(readRows(after)));
  for (const difference of differences) console.log(difference);
  console.log(`${differences.length} differences`);
  return differences.length > 0 ? EXIT_WRONG : 0;
}
