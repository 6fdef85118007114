import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { gzipSync } from "node:zlib";
import { writePackFile } from "../datasets/packs/pack_file.ts";
import { writeTensors } from "../datasets/packs/safetensors.ts";
import { listSuites } from "../harness/plan/discover.ts";
import {
  listDecoders,
  listFamilies,
  listRealDatasets,
} from "../harness/problems/sequence/discover.ts";
import type { Manifest } from "../harness/store/manifest.ts";
import { writeRows } from "../harness/store/rows_table.ts";
import { compressRun, readRun, writeManifest } from "../harness/store/store.ts";
import { runCommandLine } from "../cli.ts";
import { cli } from "./helpers/child.ts";
import { denseFile, TINY, withFolder } from "./helpers/packs.ts";
import { FAKE_MANIFEST, fakeRows } from "./helpers/rows.ts";
import { TINY_BENCH_ARGUMENTS } from "./helpers/runs.ts";

/** Writes a pack of its name into a folder. */
async function write(dir: string, name: string, pack = TINY, Scores = Float32Array) {
  const path = `${dir}/${name}`;
  await writePackFile(path, denseFile(pack, Scores));
  return path;
}

/** Runs a command line without a process of its own, which takes longer than to refuse it. */
async function inProcess(args: string[]) {
  const { log, error } = console;
  const [said, errors]: [string[], string[]] = [[], []];
  console.log = (line: string) => said.push(line);
  console.error = (line: string) => errors.push(line);
  try {
    return { code: await runCommandLine(args), stdout: said.join("\n"), errors };
  } finally {
    Object.assign(console, { log, error });
  }
}

describe("cli.ts", () => {
  const commands = [
    ...["bench", "report", "compare", "history", "merge"],
    ...["data", "decode", "check", "fuzz", "list", "packs", "study", "train", "train_factorial"],
  ];

  it("says what there is and exits with 0 when asked for --help, for every command", async () => {
    const overviews = [await inProcess([]), await inProcess(["--help"]), await cli("cell", "help")];
    for (const { code, stdout, errors } of overviews) {
      assertEquals([code, errors], [0, []]);
      for (const command of commands) assertMatch(stdout, new RegExp(`deno task ${command} `));
    }
    for (const command of commands) {
      const { code, stdout, errors } = await inProcess([command, "--help"]);
      assertEquals([code, errors], [0, []]);
      assert(stdout.startsWith(`deno task ${command} `), stdout);
      assertStringIncludes(stdout, "--help");
    }
  });

  it("ends the process with 2 and one line when there is no such command", async () => {
    const { code, stdout, errors } = await cli("cell", "decod");
    assertEquals([code, stdout, errors.length], [2, "", 1]);
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

  const viterbi = "--decoder=viterbi";
  const usage: readonly [args: string[], ...said: string[]][] = [
    [["decod"], '"decod"', 'did you mean "decode"?'],
    [["toString"], '"toString"'],
    [["decode", "--pak", "x"], '"--pak"', 'did you mean "--pack"?'],
    [["decode", viterbi], "--pack FILE"],
    [["decode", "--pack=PACK"], "--decoder NAME"],
    [["decode", "--pack=no/such.safetensors", viterbi], "no/such.safetensors"],
    [["decode", "--pack=tests", viterbi], "tests"],
    [["decode", "--pack=cli.ts", viterbi], "cli.ts", "not safetensors?"],
    [["decode", "--pack=NAN", viterbi], "emissions[1,0]", "sentence 0", "NaN"],
    [["decode", "--pack=HUGE", viterbi], "-Infinity", "--forbid-below"],
    [["decode", "--pack=OVERFLOW", viterbi], "OVERFLOW"],
    [["decode", "--pack=DAMAGED", viterbi], "Cannot decompress", "DAMAGED"],
    [["decode", "--pack=PACK", "--decoder=viterbbi"], 'did you mean "viterbi"?'],
    [["decode", "--pack=PACK", "--decoder=beam{widht=2}"], 'did you mean "width"?'],
    [["decode", "--pack=PACK", viterbi, "--k=0"], "--k 0", "whole numbers from 1"],
    [["decode", "--pack=PACK", viterbi, "--k=abc"], "--k abc", "whole numbers from 1"],
    [["decode", "--pack=PACK", viterbi, "--limit=-1"], "--limit -1"],
    [["decode", "--pack=PACK", "--decoder=iterative-viterbi", "--k=2"], "--k 2", "1 path"],
    [["decode", "--pack=PACK", viterbi, "--forbid-below=low"], "--forbid-below low"],
    [["decode", "PACK", "--pack=PACK", viterbi], "PACK"],
    [["bench", "paper"], "paper"],
    [["bench", "--shard=4/3"], "4/3", "1 ≤ i ≤ n"],
    [["bench", "--baseline=no/such"], "the run no/such"],
    [["bench", "--data=no/such"], "--data no/such", "quick has no studies"],
    [["bench", "--suite=paper", "--counts", "--data=PACK"], "--counts measures no studies"],
    [["bench", "--suite=paper", "--data=no/such"], "no/such"],
    [["compare", "PACK"], "RUN_A RUN_B"],
    [["compare", "no/such", "PACK"], "the run no/such"],
    [["compare", "a", "b", "--format=mardown"], 'did you mean "markdown"?'],
    [["merge", "a", "b"], "--out DIR"],
    [["merge", "--out=PACK"], "none is given"],
    [["merge", "a", "./b", "--out=b"], "--out b"],
    [["merge", "no/such", "--out=PACK"], "the run no/such"],
    [["history"], "DIR…"],
    [["history", "no/such"], "the run no/such"],
    [["list", "decoders"], "decoders"],
    [["check"], "FILE.ts"],
    [["check", "a.ts", "b.ts"], "FILE.ts"],
    [["check", "viterbbi"], 'did you mean "viterbi"?'],
    [["check", "no/such.ts"], "no/such.ts"],
    [["check", "mod.ts", "--pack=no/such"], "mod.ts"],
    [["check", "tests/wrong/_plain.ts"], "tests/wrong/_plain.ts", "no decoder"],
    [["check", "NAMELESS.ts"], "NAMELESS.ts", "no decoder"],
    [["check", "viterbi", "--pack=no/such.safetensors"], "no/such.safetensors"],
    [["check", "iterative-viterbi", "--pack=PACK", "--k=2"], "2", "1 path"],
  ];
  for (const [args, ...said] of usage) {
    it(`exits with 2 and one line when called as ${args.join(" ")}`, () =>
      withFolder(async (dir) => {
        const L = { lengths: [2, 1], transitions: TINY.transitions };
        const rows = (score: number) => [[0.1, 2, 3], [score, 5, 6], [7, 8, 9]];
        await write(dir, "PACK");
        await write(dir, "NAN", { ...L, emissions: rows(NaN) });
        await write(dir, "HUGE", { ...L, emissions: rows(-1e30) });
        const doubles = denseFile({ ...L, emissions: rows(1.7e308) }, Float64Array);
        await writePackFile(`${dir}/OVERFLOW`, doubles);
        const gzipped = gzipSync(writeTensors(denseFile(TINY))).slice(0, -5);
        await Deno.writeFile(`${dir}/DAMAGED.gz`, gzipped);
        const nameless = "export default { prepare: () => () => ({ paths: [] }) };\n";
        await Deno.writeTextFile(`${dir}/NAMELESS.ts`, nameless);
        const placed = args.map((arg) =>
          arg.replace(/PACK|NAN|HUGE|OVERFLOW|NAMELESS/, (name) => `${dir}/${name}`)
            .replace("DAMAGED", `${dir}/DAMAGED.gz`)
        );
        const { code, stdout, errors } = await inProcess(placed);
        assertEquals(errors.length, 1, errors.join("\n"));
        assertMatch(errors[0]!, /^error: /);
        for (const words of said) assertStringIncludes(errors[0]!, words);
        assertEquals([code, stdout], [2, ""]);
      }));
  }
});

describe("cli.ts compare", () => {
  const manifest: Manifest = { ...FAKE_MANIFEST, rounds: 2, plan: "p", cells: 7 };
  const rows = fakeRows(1, 2).filter(({ dataset, k }) => dataset === "ewt_pos45" && k === 1);

  it("exits with 0 for a run like the other, and with 1 for a regression", () =>
    withFolder(async (dir) => {
      const worse = rows.map((row) => ({ ...row, iterations: row.iterations + 1 }));
      for (const [name, some] of [["a", rows], ["b", worse], ["c", rows.slice(0, 2)]] as const) {
        await writeRows(`${dir}/${name}`, some);
        await writeManifest(`${dir}/${name}`, manifest);
      }
      const compare = async (...args: string[]) => {
        const { code, errors, stdout } = await cli("cell", "compare", `${dir}/a`, ...args);
        assertEquals(errors, []);
        return [code, stdout.trimEnd().split("\n").at(-1)];
      };
      assertEquals(await compare(`${dir}/a`), [0, "No regression; 7 cells compared"]);
      assertEquals(await compare(`${dir}/b`), [1, "7 regressions; 7 cells compared"]);
      assertEquals(await compare(`${dir}/c`), [1, "6 regressions; 1 cell compared"]);
      assertEquals(await compare(`${dir}/c`, "--partial"), [0, "No regression; 1 cell compared"]);
      assertEquals(await compare(`${dir}/b`, "--format=markdown"), [1, "</details>"]);
    }));
});

describe("cli.ts bench and merge", () => {
  it("make one run of shards, name what is missing, and compare with a baseline", () =>
    withFolder(async (dir) => {
      const shard = (index: number, ...args: string[]) =>
        cli(
          "bench",
          "bench",
          ...TINY_BENCH_ARGUMENTS,
          `--shard=${index}/2`,
          `--out=${dir}/${index}`,
          ...args,
        );
      const first = await shard(1);
      assertEquals(first.code, 0);
      assertMatch(
        first.stdout,
        /^dataset +labels +k +fastest exact decoder +sentences\/s +× Viterbi/,
      );
      assertMatch(first.stdout, /^Every verified answer of the exact decoders has the best score/m);
      await compressRun(`${dir}/1`);
      const again = await shard(1);
      assertEquals([again.code, again.stdout, again.errors.length], [2, "", 1]);
      assertMatch(
        again.errors[0]!,
        /it holds the rows of a run; add --resume, or empty the folder$/,
      );
      const half = await cli("write", "merge", `${dir}/1`, `--out=${dir}/half`);
      assertEquals([half.code, half.errors], [3, ["MISSING: shard 2/2"]]);
      // A baseline that had counted otherwise.
      const past = await readRun(`${dir}/1`);
      await writeRows(
        `${dir}/past`,
        past.rows.map((row) => ({ ...row, iterations: row.iterations + 1 })),
      );
      await writeManifest(`${dir}/past`, past.manifest);
      const other = await shard(2, `--baseline=${dir}/past`);
      assertEquals([other.code, other.errors.filter((line) => !line.startsWith("["))], [1, []]);
      assertMatch(other.stdout, /^REGRESSION: .*, viterbi, k = 1: changed$/m);
      const whole = await cli("write", "merge", `${dir}/half`, `${dir}/2`, `--out=${dir}/whole`);
      assertEquals([whole.code, whole.errors], [0, []]);
      assert((await Deno.stat(`${dir}/whole/report.html`)).isFile);
    }));
});
