import quick from "../../../harness/suites/quick.ts";
import {
  assert,
  assertEquals,
  assertGreater,
  assertMatch,
  assertNotEquals,
  assertRejects,
} from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { judge } from "../../../harness/run/bench.ts";
import { sampleHash, SCHEMA } from "../../../harness/store/key.ts";
import { type Row, ROWS } from "../../../harness/store/rows.ts";
import { readManifest } from "../../../harness/store/store.ts";
import { UsageError } from "../../../harness/terminal/usage_error.ts";
import { withFolder } from "../../helpers/packs.ts";
import { fakeRows } from "../../helpers/rows.ts";
import { countsOf, isComplete, TINY_BENCH_ARGUMENTS, tinyBench } from "../../helpers/runs.ts";

const ROUNDS = quick.rounds;
const CLI = new URL("../../../cli.ts", import.meta.url);

/** One uninterrupted run that several tests look at. */
let once: Promise<{ rows: Row[]; text: string; manifest: string }> | undefined;
const uninterrupted = () =>
  once ??= (async () => {
    const dir = await Deno.makeTempDir();
    try {
      const { rows } = await tinyBench(dir);
      const text = await Deno.readTextFile(`${dir}/rows.csv`);
      return { rows, text, manifest: await Deno.readTextFile(`${dir}/manifest.json`) };
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  })();

describe("bench()", () => {
  it("gives a checked, counted and timed row for each cell and round", async () => {
    const { rows, manifest } = await uninterrupted();
    assertEquals(judge(rows), { wrong: [], incomplete: [] });
    assert(isComplete(rows, ROUNDS));
    const cells = new Set(rows.map(({ dataset, decoder }) => `${dataset} ${decoder}`));
    assertEquals(
      [...cells].sort(),
      ["synthetic-sparse-4", "synthetic-weak-5"].flatMap((dataset) =>
        ["beam{width=2}", "control", "viterbi"].map((decoder) => `${dataset} ${decoder}`)
      ),
    );
    for (const row of rows) {
      assertEquals([row.status, row.reason, row.session, row.sentences], ["ok", "", 0, 2]);
      assertEquals(row.verdict, row.decoder === "beam{width=2}" ? "inexact" : "correct");
      assertEquals(row.exact, row.verdict === "correct");
      if (row.exact) assertEquals([row.exact_share, row.mean_gap], [1, 0]);
      if (row.exact) assertEquals(row.edge_evaluations, row.reference_edges);
      assertGreater(row.elapsed_ms, 0);
      assertGreater(row.passes, 0);
      assertGreater(row.timed_tokens, row.timed_sentences - 1);
      assertGreater(row.node_expansions, 0);
      assertEquals(
        [row.problem, row.dataset_base, row.dataset_settings, row.compared, row.tolerance],
        ["sequence", row.dataset, {}, "bits", 0],
      );
      assert([[0, 1], [1, 0]].map(sampleHash).includes(row.sample));
    }
    const [ofBeam] = rows.filter(({ decoder }) => decoder === "beam{width=2}");
    assertEquals(
      [ofBeam!.decoder_base, ofBeam!.options, ofBeam!.role],
      ["beam", { width: 2, kernel: "plain" }, "rival"],
    );
    const others = rows.filter(({ role }) => role !== "rival");
    assertEquals(
      [
        ...new Set(
          others.map(({ role, decoder, decoder_base }) => [role, decoder, decoder_base].join()),
        ),
      ]
        .sort(),
      ["baseline,viterbi,viterbi", "control,control,viterbi"],
    );
    const { machine: _, startedAt: __, commit: ___, dirty: ____, plan, ...described } = JSON.parse(
      manifest,
    );
    assertMatch(plan, /^[0-9a-f]{16}$/);
    assertEquals(described, {
      schema: SCHEMA,
      trellisVersion: described.trellisVersion,
      commandLine: "tiny",
      suite: "quick",
      seed: 3,
      sentences: 2,
      rounds: ROUNDS,
      firstUse: { decoders: quick.firstUse!.decoders, processes: quick.processes },
      sessions: 1,
      cells: 6,
    });
  });

  it("runs only what is missing when resumed, and finds the same counts", () =>
    withFolder(async (dir) => {
      const { rows, text, manifest } = await uninterrupted();
      // As SIGKILL leaves it: in the middle of a line of the second dataset.
      await Deno.writeTextFile(`${dir}/rows.csv`, text.slice(0, Math.floor(0.8 * text.length)));
      await Deno.writeTextFile(`${dir}/manifest.json`, manifest);
      const resumed = await tinyBench(dir, { resume: true });
      assertEquals(resumed.judgement, { wrong: [], incomplete: [], replays: [] });
      assertEquals(countsOf(resumed.rows), countsOf(rows));
      assert(isComplete(resumed.rows, ROUNDS));
      assertEquals((await readManifest(dir)).sessions, 2);
      const session = (dataset: string) =>
        new Set(resumed.rows.filter((row) => row.dataset === dataset).map((row) => row.session));
      assertEquals([...session("synthetic-weak-5")], [0]);
      assertEquals([...session("synthetic-sparse-4")], [1]);

      const again = await tinyBench(dir, { resume: true });
      assertEquals(again.rows, resumed.rows);
    }));

  it("counts what a suite does not time, and resumes from that", () =>
    withFolder(async (dir) => {
      const counted = {
        suite: "sweeps",
        datasets: ["synthetic-weak-32{dial=0,length=16}"],
        decoders: ["beam"],
      };
      const { rows, judgement } = await tinyBench(dir, counted);
      assertEquals(judgement, { wrong: [], incomplete: [], replays: [] });
      assertEquals(
        rows.map(({ decoder, status, round, timed_sentences }) => [
          decoder,
          status,
          round,
          timed_sentences,
        ]),
        [["viterbi", "ok", 0, 0], ["beam", "ok", 0, 0]],
      );
      for (const row of rows) assertGreater(row.edge_evaluations, 0);
      assertEquals((await tinyBench(dir, { ...counted, resume: true })).rows, rows);
    }));

  it("forgets rows of sources that have changed when resumed", () =>
    withFolder(async (dir) => {
      const { rows, manifest } = await uninterrupted();
      const weak = rows.filter(({ dataset }) => dataset === "synthetic-weak-5");
      // The beam was wrong before it was mended: its key is not that of the file any more.
      const stale = weak.map((row): Row =>
        row.decoder === "beam{width=2}" ? { ...row, key: "stale", verdict: "wrong" } : row
      );
      await ROWS.write(dir, stale);
      await Deno.writeTextFile(`${dir}/manifest.json`, manifest);
      const resumed = await tinyBench(dir, { resume: true, datasets: ["synthetic-weak-5"] });
      assertEquals(countsOf(resumed.rows), countsOf(weak));
      assertEquals(resumed.judgement.wrong, []);
    }));

  it("starts anew when there is nothing to resume", () =>
    withFolder(async (dir) => {
      const { rows } = await uninterrupted();
      const resumed = await tinyBench(`${dir}/new`, {
        resume: true,
        countsOnly: true,
        datasets: ["synthetic-weak-5"],
      });
      const weak = rows.filter(({ dataset }) => dataset === "synthetic-weak-5");
      assertEquals(countsOf(resumed.rows), countsOf(weak));
    }));

  it("gives other lattices, and other keys, when the seed is another", () =>
    withFolder(async (dir) => {
      const { rows } = await uninterrupted();
      const other = await tinyBench(dir, {
        seed: 4,
        countsOnly: true,
        datasets: ["synthetic-weak-5"],
      });
      assertNotEquals(other.rows[0]!.pack, rows[0]!.pack);
      assert(!rows.some(({ key }) => other.rows.some((row) => row.key === key)));
    }));

  it("throws UsageError and leaves the folder alone when something is misspelt", () =>
    withFolder(async (dir) => {
      await ROWS.write(dir, fakeRows(1, 1).slice(0, 3));
      const before = await Deno.readTextFile(`${dir}/rows.csv`);
      const changes = { datasets: ["synthetic-weak-5", "synthetic-waek-5"] };
      await assertRejects(() => tinyBench(dir, changes), UsageError, 'did you mean "weak"?');
      assertEquals(await Deno.readTextFile(`${dir}/rows.csv`), before);
    }));

  it("checks and counts each cell once, and times none, when only counts are asked for", () =>
    withFolder(async (dir) => {
      const { rows } = await uninterrupted();
      const counted = await tinyBench(dir, { countsOnly: true });
      assertEquals(counted.judgement, { wrong: [], incomplete: [], replays: [] });
      assertEquals(countsOf(counted.rows), countsOf(rows));
      assertEquals(counted.rows.length, 6);
      for (const row of counted.rows) assertEquals([row.round, row.elapsed_ms], [0, 0]);
      const { text: lines } = await uninterrupted();
      assertEquals((await readManifest(dir)).rounds, 0);
      await assertRejects(() => tinyBench(dir, { resume: true }), UsageError, "no --counts");
      await Deno.writeTextFile(`${dir}/rows.csv`, lines.split("\n", 3).join("\n") + "\n");
      const resumed = await tinyBench(dir, { countsOnly: true, resume: true });
      assertEquals(countsOf(resumed.rows), countsOf(rows));
    }));

  const others: readonly [what: string, changes: Record<string, unknown>, said: string][] = [
    ["another machine", { machine: { cpu: "Another CPU" } }, "another machine"],
    ["a shard", { shard: "1/2" }, "it was begun with --shard 1/2"],
    ["a merged run", { merged: [] }, "it was merged"],
    ["other sentences", { sentences: 3 }, "it was begun with --sentences 3"],
    ["what is no run", { schema: "new" }, "it is no manifest of a run"],
  ];
  for (const [what, changes, said] of others) {
    it(`throws UsageError and leaves the folder alone when resuming ${what}`, () =>
      withFolder(async (dir) => {
        const { text, manifest } = await uninterrupted();
        await Deno.writeTextFile(`${dir}/rows.csv`, text);
        const other = JSON.stringify({ ...JSON.parse(manifest), ...changes });
        await Deno.writeTextFile(`${dir}/manifest.json`, other);
        await assertRejects(() => tinyBench(dir, { resume: true }), UsageError, said);
        assertEquals(await Deno.readTextFile(`${dir}/rows.csv`), text);
        assertEquals(await Deno.readTextFile(`${dir}/manifest.json`), other);
      }));
  }

  it("finds the same counts when killed with SIGKILL and resumed", () =>
    withFolder(async (dir) => {
      const { rows } = await uninterrupted();
      const one = { datasets: ["synthetic-weak-5"] };
      const args = [`--dataset=${one.datasets}`, ...TINY_BENCH_ARGUMENTS.slice(1)];
      const out = `${dir}/run`;
      const temporary = `${dir}/temporary`;
      for (const folder of [out, temporary]) await Deno.mkdir(folder);
      const watcher = Deno.watchFs(out);
      const child = new Deno.Command(Deno.execPath(), {
        args: ["run", "-P=bench", CLI.pathname, "bench", ...args, `--out=${out}`],
        cwd: new URL("../../..", import.meta.url),
        env: { TMPDIR: temporary },
        stdin: "null",
        stdout: "null",
        stderr: "piped",
      }).spawn();
      const errors = new Response(child.stderr).text();
      for await (const { paths } of watcher) {
        if (!paths.some((path) => path.endsWith("rows.csv"))) continue;
        const text = await Deno.readTextFile(`${out}/rows.csv`).catch(() => "");
        // Header, and some rounds.
        if (text.split("\n").length > 2 * 3) break;
      }
      child.kill("SIGKILL");
      assertEquals((await child.status).signal, "SIGKILL");
      // It ends with the guardian, who has tidied up.
      assertMatch(await errors, /^1 dataset, 3 cells, about 4 s\n/m);
      assertEquals([...Deno.readDirSync(temporary)], []);
      assert(!isComplete(await ROWS.read(out), ROUNDS), "killed too late");
      const resumed = await tinyBench(out, { ...one, resume: true });
      const weak = rows.filter(({ dataset }) => dataset === one.datasets[0]);
      assertEquals(countsOf(resumed.rows), countsOf(weak));
      assert(isComplete(resumed.rows, ROUNDS));
    }));
});

/** A row of a cell. */
function row(changes: Partial<Row>): Row {
  return { ...fakeRows(1, 1)[0]!, status: "ok", verdict: "correct", reason: "", ...changes };
}

describe("judge()", () => {
  it("says each wrong or unmeasured cell once, and nothing of skipped ones", () => {
    const at = { dataset: "d", decoder: "x", k: 2 };
    const rows = [
      row({ ...at, verdict: "wrong", round: 1 }),
      row({ ...at, verdict: "wrong", round: 2 }),
      row({ ...at, decoder: "y", status: "timeout", verdict: "unchecked", reason: "late" }),
      row({ ...at, decoder: "z", verdict: "unchecked" }),
      row({ ...at, decoder: "s", status: "skipped", verdict: "unchecked", reason: "k" }),
      row({ ...at, decoder: "i", verdict: "inexact" }),
      row({ ...at, decoder: "c" }),
    ];
    assertEquals(judge(rows), {
      wrong: ["d, x, k = 2"],
      incomplete: ["d, y, k = 2: timeout, late", "d, z, k = 2: unchecked"],
    });
  });
});
