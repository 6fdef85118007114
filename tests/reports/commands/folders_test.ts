import { assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { whileLocked } from "../../../harness/store/folder.ts";
import { writeRun } from "../../../harness/store/store.ts";
import { type Command, parseFlags } from "../../../harness/terminal/flags.ts";
import { UsageError } from "../../../harness/terminal/usage_error.ts";
import bench from "../../../reports/commands/bench.ts";
import merge from "../../../reports/commands/merge.ts";
import report from "../../../reports/commands/report.ts";
import study from "../../../reports/commands/study.ts";
import { withFolder } from "../../helpers/packs.ts";
import { FAKE_MANIFEST, fakeRows } from "../../helpers/rows.ts";

const ROWS = fakeRows(1, 1).filter(({ dataset, k }) => dataset === "synthetic-hmm-45" && k === 1);
const RUN = { rows: ROWS, sentences: [], firstUse: [] };
const MANIFEST = { ...FAKE_MANIFEST, rounds: 1, plan: "p", cells: 7 };

const { commandLine, startedAt, machine } = FAKE_MANIFEST;
const PART = { firstSession: 0, sessions: 1, commandLine, startedAt, machine };

/** Everything below a folder. */
async function contents(dir: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(dir)) {
    const path = `${dir}/${name}`;
    found.push(
      ...isDirectory ? await contents(path) : [`${path} ${await Deno.readTextFile(path)}`],
    );
  }
  return found.sort();
}

/**
 * Command lines, each of which has to be refused with some words. In a folder there are a run, a
 * merged one and somebody's files.
 */
const REFUSED: readonly [command: Command, name: string, args: readonly string[], said: string][] =
  [
    [
      bench,
      "bench",
      ["--out=files"],
      "it is not empty and holds no run; without a manifest.json there is charts",
    ],
    [bench, "bench", ["--out=files", "--resume"], "it is not empty and holds no run"],
    [bench, "bench", ["--counts", "--reference"], "--reference with --counts, which times nothing"],
    [bench, "bench", ["--suite=ccg_quick", "--threads=2"], "--threads with parses"],
    [
      bench,
      "bench",
      ["--out=run"],
      "it holds the rows of a run; add --resume, or empty the folder",
    ],
    [bench, "bench", ["--out=run", "--resume", "--k=7"], "Cannot resume"],
    [bench, "bench", ["--out=merged", "--resume"], "it was merged from other runs"],
    [bench, "bench", ["--out=locked"], `process ${Deno.pid} is writing there`],
    [bench, "bench", ["--out=files/notes.txt"], "Cannot write to"],
    [study, "study", ["kept", "--out=files"], "it is not empty and holds no run"],
    [study, "study", ["kept", "--out=locked"], `process ${Deno.pid} is writing there`],
    [
      study,
      "study",
      ["kept", "--out=run", "--dataset=synthetic-weak-6{dial=0,length=none}"],
      "{dial=0,length=none}",
    ],
    [merge, "merge", ["run", "--out=files"], "it is not empty and holds no run"],
    [merge, "merge", ["merged", "--out=run"], "it holds a run that was measured there"],
    [merge, "merge", ["run", "--out=locked"], `process ${Deno.pid} is writing there`],
    [report, "report", ["locked"], `process ${Deno.pid} is writing there`],
    [report, "report", ["files"], "it has no rows.csv or no manifest.json"],
    [report, "report", ["none"], "it has no rows.csv or no manifest.json"],
  ];

describe("commands that write to a folder", () => {
  it("refuse what belongs to somebody else, and leave it as it is", () =>
    withFolder(async (dir) => {
      await writeRun(`${dir}/run`, { ...RUN, manifest: MANIFEST }, true);
      await writeRun(`${dir}/locked`, { ...RUN, manifest: MANIFEST }, true);
      await writeRun(`${dir}/merged`, { ...RUN, manifest: { ...MANIFEST, merged: [PART] } }, true);
      await Deno.mkdir(`${dir}/files/charts`, { recursive: true });
      await Deno.writeTextFile(`${dir}/files/notes.txt`, "mine");
      await Deno.writeTextFile(`${dir}/files/charts/a.svg`, "mine");
      await whileLocked(`${dir}/locked`, async () => {
        const before = await contents(dir);
        for (const [command, name, args, said] of REFUSED) {
          const placed = args.map((arg) =>
            arg.replace(/(^|--out=)(run|merged|files|locked|none)/, `$1${dir}/$2`)
          );
          const flags = parseFlags(name, command.flags, placed);
          await assertRejects(() => command.run(flags), UsageError, said);
          assertEquals(await contents(dir), before, `${name} ${args.join(" ")}`);
        }
      });
    }));
});
