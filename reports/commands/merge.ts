/**
 * `deno task merge`: one run of several.
 *
 * @module
 */

import { join, resolve } from "node:path";
import { shellQuote } from "../../datasets/visible.ts";
import { judge } from "../../harness/run/bench.ts";
import { type Command, type Flags, required } from "../../harness/terminal/flags.ts";
import { holding, whileLocked } from "../../harness/store/folder.ts";
import { mergeRuns } from "../../harness/store/merge.ts";
import { isThere } from "../../harness/store/table_file.ts";
import { readRun, writeRun } from "../../harness/store/store.ts";
import {
  EXIT_INCOMPLETE,
  EXIT_WRONG,
  given,
  UsageError,
} from "../../harness/terminal/usage_error.ts";
import { reportPlace } from "../pages/terminal.ts";

const command: Command = {
  meaning: "join shards or other runs into one folder with its report",
  arguments: "DIR…",
  flags: { out: { value: "DIR", help: "folder of the merged run" } },
  examples: {
    "merge reports/runs/part-1 reports/runs/part-2 --out reports/runs/whole":
      "one run of the shards of `bench --shard I/N`, with its report",
  },
  run,
};
export default command;

async function run(flags: Flags): Promise<number> {
  const out = required(flags, "out", "DIR");
  const dirs = flags.positional;
  if (dirs.some((dir) => resolve(dir) === resolve(out))) {
    throw new UsageError(`Cannot merge into --out ${out}: it is one of the runs`);
  }
  const commandLine = ["deno task merge", ...Deno.args.slice(1).map(shellQuote)].join(" ");
  const runs = await Promise.all(dirs.map((dir) => given(readRun(dir, true))));
  const merged = mergeRuns(runs, commandLine);
  const { rows, missing } = merged;
  if (rows.length === 0) throw new UsageError(`Cannot merge ${dirs.join(", ")}: there are no rows`);
  await whileLocked(out, async () => {
    if (await given(holding(out)) === "run") {
      throw new UsageError(
        `Cannot merge into --out ${out}: it holds a run that was measured there`,
      );
    }
    await writeRun(out, merged, true);
    // Charts pull in Vega, which nothing else needs.
    const { buildReport } = await import("../pages/report.ts");
    await given(buildReport(out));
  });
  const { wrong, incomplete } = judge(rows);
  for (const line of wrong) console.error(`WRONG: ${line}`);
  for (const line of incomplete) console.error(`NOT MEASURED: ${line}`);
  for (const line of missing) console.error(`MISSING: ${line}`);
  for (const studies of dirs.map((dir) => join(dir, "studies"))) {
    if (await isThere(studies)) console.error(`note: studies are not merged: those of ${studies}`);
  }
  console.log(reportPlace(out));
  return wrong.length > 0
    ? EXIT_WRONG
    : incomplete.length + missing.length > 0
    ? EXIT_INCOMPLETE
    : 0;
}
