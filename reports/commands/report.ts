/**
 * `deno task report`: a run's report once more.
 *
 * @module
 */

import type { Command, Flags } from "../../harness/terminal/flags.ts";
import { given, UsageError } from "../../harness/terminal/usage_error.ts";
import { whileLocked } from "../../harness/store/folder.ts";
import { compressRun, readRun } from "../../harness/store/store.ts";

const command: Command = {
  meaning: "rebuild the tables, charts and pages of a run from its rows; an edited one is kept " +
    "beside it as NAME.edited",
  arguments: "DIR",
  flags: {
    compress: { help: "compress the rows, as the repository keeps them" },
  },
  examples: {
    "report reports/reference/paper":
      "tables, charts, pages and LaTeX from the committed rows; half a minute",
  },
  run,
};
export default command;

async function run(flags: Flags): Promise<number> {
  const [dir, ...rest] = flags.positional;
  if (dir === undefined || rest.length > 0) throw new UsageError("Cannot report: give one DIR");
  // Before its folder is locked: where there is none, none is made.
  await given(readRun(dir));
  // Charts pull in Vega, which nothing else needs.
  const { buildReport } = await import("../pages/report.ts");
  await whileLocked(dir, async () => {
    // Before the pages: sums of answers depend on their order in the last digit.
    if (flags.switches.has("compress")) await compressRun(dir);
    await given(buildReport(dir));
  });
  return 0;
}
