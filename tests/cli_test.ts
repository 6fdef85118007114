import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { listCommands } from "../cli.ts";
import config from "../deno.json" with { type: "json" };
import { findStudies } from "../reports/studies/contract.ts";
import { listSuites } from "../harness/plan/plan.ts";
import { listFamilies, listRealDatasets } from "../harness/problems/sequence/discover.ts";
import { listDecoders } from "../harness/decoders/discover.ts";
import type { Manifest } from "../harness/store/manifest.ts";
import { ROWS } from "../harness/store/rows.ts";
import { compressRun, readRun, writeManifest, writeRun } from "../harness/store/store.ts";
import { cli } from "./helpers/child.ts";
import { inProcess, printed } from "./helpers/in_process.ts";
import { itInFolder, longItInFolder } from "./helpers/in_folder.ts";
import { FAKE_MANIFEST, fakeRows } from "./helpers/rows.ts";

describe("cli.ts", () => {
  it("says what there is and exits with 0 when asked for --help, for every command", async () => {
    const overviews = [await inProcess([]), await inProcess(["--help"]), await cli("cell", "help")];
    const commands = await listCommands();
    for (const { code, stdout, errors } of overviews) {
      assertEquals([code, errors], [0, []]);
      for (const name of commands.keys()) assertMatch(stdout, new RegExp(`deno task ${name} `));
    }
    for (const [name, { examples }] of commands) {
      const stdout = await printed(name, "--help");
      assert(stdout.startsWith(`deno task ${name} `), stdout);
      for (const line of Object.keys(examples)) assertStringIncludes(stdout, `  deno task ${line}`);
    }
  });

  it("names all suites and studies in the help of the commands that take them", async () => {
    const [bench, study] = [await printed("bench", "--help"), await printed("study", "--help")];
    for (const { name } of await listSuites()) assertMatch(bench, new RegExp(`^  ${name} `, "m"));
    for (const { value } of await findStudies()) {
      assertMatch(study, new RegExp(`^  ${value.name} `, "m"));
    }
  });

  it("has a task for every command, described by what it means", async () => {
    for (const [name, { meaning }] of await listCommands()) {
      const task = (config.tasks as Record<string, { description: string; command: string }>)[name];
      assertEquals(task?.description, meaning);
      assertMatch(task!.command, new RegExp(`^deno run -q -P=\\w+ cli.ts ${name}$`));
    }
  });

  it("lists every decoder with its options, dataset and suite", async () => {
    const { code, stdout } = await cli("cell", "list");
    assertEquals(code, 0);
    for (const { name, options } of await listDecoders()) {
      for (const word of [name, ...Object.keys(options)]) assertStringIncludes(stdout, word);
    }
    for (const { name } of await listFamilies()) assertStringIncludes(stdout, `synthetic-${name}-`);
    for (const { name } of await listSuites()) assertStringIncludes(stdout, name);
    for (const name of await listRealDatasets()) assertStringIncludes(stdout, name);
  });

  it("says which structure the transitions of a dataset have", async () => {
    const list = async (name: string) => (await printed("list", "--dataset", name)).trimEnd();
    assertEquals(
      await list("synthetic-pitch-360"),
      "synthetic-pitch-360: 360 labels, as many sentences as are asked for\n" +
        "  transitions: band of ±12, one score along each: 6.8% of 129,600 pairs are possible",
    );
    assertMatch(await list("ewt_factorial360"), /360 labels, 800 sentences\n.*sum of a 45×45 and/);
  });
});

itInFolder("cli.ts compare exits with 0 for a like run, with 1 for a regression", async (dir) => {
  const manifest: Manifest = { ...FAKE_MANIFEST, rounds: 2, plan: "p", cells: 7 };
  const rows = fakeRows(1, 2).filter(({ dataset, k }) => dataset === "ewt_pos45" && k === 1);
  const worse = rows.map((row) => ({ ...row, iterations: row.iterations + 1 }));
  for (const [name, some] of [["a", rows], ["b", worse], ["c", rows.slice(0, 2)]] as const) {
    await ROWS.write(`${dir}/${name}`, some);
    await writeManifest(`${dir}/${name}`, manifest);
  }
  const compare = async (...args: string[]) => {
    const { code, errors, stdout } = await inProcess(["compare", `${dir}/a`, ...args]);
    assertEquals(errors, []);
    return [code, stdout.trimEnd().split("\n").at(-1)];
  };
  assertEquals(await compare(`${dir}/a`), [0, "No regression; 7 cells compared"]);
  assertEquals(await compare(`${dir}/b`), [1, "7 regressions; 7 cells compared"]);
  assertEquals(await compare(`${dir}/c`), [1, "6 regressions; 1 cell compared"]);
  assertEquals(await compare(`${dir}/c`, "--partial"), [0, "No regression; 1 cell compared"]);
  assertEquals(await compare(`${dir}/b`, "--format=markdown"), [1, "</details>"]);
});

longItInFolder(
  "cli.ts bench and merge make one run of shards, name what is missing, and compare it",
  async (dir) => {
    const shard = (index: number, ...args: string[]) => [
      ...["bench", "--dataset=synthetic-weak-5", "--decoder=beam{width=2}", "--k=1"],
      ...["--sentences=2", "--seed=3", `--shard=${index}/2`, `--out=${dir}/${index}`, ...args],
    ];
    // As the task runs it, with its permissions.
    const first = await cli("bench", ...shard(1));
    assertEquals(first.code, 0);
    const columns = /^dataset +labels +k +fastest exact decoder +sentences\/s +× Viterbi/;
    assertMatch(first.stdout, columns);
    assertMatch(first.stdout, /^Every verified answer of the exact decoders has the best score/m);
    await compressRun(`${dir}/1`);
    const half = await inProcess(["merge", `${dir}/1`, `--out=${dir}/half`]);
    assertEquals([half.code, half.errors], [3, ["MISSING: shard 2/2"]]);
    // A baseline that had counted otherwise.
    const past = await readRun(`${dir}/1`);
    const rows = past.rows.map((row) => ({ ...row, iterations: row.iterations + 1 }));
    await writeRun(`${dir}/past`, { ...past, rows }, true);
    const other = await inProcess(shard(2, `--baseline=${dir}/past`));
    const [plan, ...others] = other.errors.filter((line) => !line.startsWith("["));
    assertMatch(plan!, /^1 dataset, \d+ cells, about /);
    assertEquals([other.code, others], [1, []]);
    assertMatch(other.stdout, /^REGRESSION: .*, viterbi, k = 1: changed$/m);
    const whole = await cli("write", "merge", `${dir}/half`, `${dir}/2`, `--out=${dir}/whole`);
    assertEquals([whole.code, whole.errors], [0, []]);
    assert((await Deno.stat(`${dir}/whole/report.html`)).isFile);
  },
);
