import quick from "../../../harness/suites/quick.ts";
import { assert, assertEquals, assertGreater, assertNotEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { makePlan, sourceHashes } from "../../../harness/plan/plan.ts";
import { type BenchOptions, judge } from "../../../harness/run/bench.ts";
import { cellName } from "../../../harness/store/compare.ts";
import { sampleHash, SCHEMA } from "../../../harness/store/key.ts";
import { measuredCells } from "../../../harness/store/resume.ts";
import { type Row, ROWS } from "../../../harness/store/rows.ts";
import { readManifest, writeManifest } from "../../../harness/store/store.ts";
import { UsageError } from "../../../harness/terminal/usage_error.ts";
import { itInFolder, longItInFolder } from "../../helpers/in_folder.ts";
import { withFolder } from "../../helpers/packs.ts";
import { aRow, withChanges } from "../../helpers/rows.ts";
import { countsOf, isComplete, TINY_BENCH, tinyBench } from "../../helpers/runs.ts";

const ROUNDS = quick.rounds;

/** Makes a run that several tests look at when it is first asked for, and no other. */
function once(changes: Partial<BenchOptions>) {
  const make = () =>
    withFolder(async (dir) => {
      const { rows, judgement } = await tinyBench(dir, changes);
      const text = await Deno.readTextFile(`${dir}/rows.csv`);
      const manifest = await Deno.readTextFile(`${dir}/manifest.json`);
      return { rows, text, manifest, judgement };
    });
  let made: ReturnType<typeof make> | undefined;
  return () => made ??= make();
}
const uninterrupted = once({});
const counted = once({ countsOnly: true });

/** Writes so large a share of the rows of a run into a folder, and gives the run. */
async function begin(dir: string, run: typeof counted, share = 1) {
  const { text, manifest } = await run();
  await Deno.writeTextFile(`${dir}/rows.csv`, text.slice(0, Math.floor(share * text.length)));
  await Deno.writeTextFile(`${dir}/manifest.json`, manifest);
  return await run();
}

describe("bench()", () => {
  it("gives a checked, counted and timed row for each cell and round", async () => {
    const { rows, manifest } = await uninterrupted();
    assertEquals(judge(rows), { wrong: [], incomplete: [] });
    assert(isComplete(rows, ROUNDS));
    const cells = new Set(rows.map(({ dataset, decoder }) => `${dataset} ${decoder}`));
    const planned = ["synthetic-sparse-4", "synthetic-weak-5"].flatMap((dataset) =>
      ["beam{width=2}", "control", "viterbi"].map((decoder) => `${dataset} ${decoder}`)
    );
    assertEquals([...cells].sort(), planned);
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
      const { problem, dataset_base, dataset_settings, compared, tolerance } = row;
      const own = [problem, dataset_base, dataset_settings, compared, tolerance];
      assertEquals(own, ["sequence", row.dataset, {}, "bits", 0]);
      assert([[0, 1], [1, 0]].map(sampleHash).includes(row.sample));
    }
    const ofBeam = rows.find(({ decoder }) => decoder === "beam{width=2}")!;
    const { decoder_base, options, role } = ofBeam;
    assertEquals([decoder_base, options, role], ["beam", { width: 2, kernel: "plain" }, "rival"]);
    const others = rows.filter(({ role }) => role !== "rival")
      .map(({ role, decoder, decoder_base }) => `${role} ${decoder} ${decoder_base}`);
    assertEquals(new Set(others), new Set(["baseline viterbi viterbi", "control control viterbi"]));
    const { plan, ...described } = JSON.parse(manifest);
    for (const name of ["machine", "startedAt", "commit", "dirty", "conditions"]) {
      delete described[name];
    }
    assert(/^[0-9a-f]{16}$/.test(plan), plan);
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

  itInFolder("runs only what is missing when resumed, and finds the same counts", async (dir) => {
    // As SIGKILL leaves it: in the middle of a line of the second dataset.
    const { rows } = await begin(dir, uninterrupted, 0.8);
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
  });

  longItInFolder("counts what a suite does not time, and resumes from that", async (dir) => {
    const datasets = ["synthetic-weak-32{dial=0,length=16}"];
    const counted = { suite: "sweeps", datasets, decoders: ["beam"] };
    const { rows, judgement } = await tinyBench(dir, counted);
    assertEquals(judgement, { wrong: [], incomplete: [], replays: [] });
    const found = rows.map((row) => [row.decoder, row.status, row.round, row.timed_sentences]);
    assertEquals(found, [["viterbi", "ok", 0, 0], ["beam", "ok", 0, 0]]);
    for (const row of rows) assertGreater(row.edge_evaluations, 0);
    assertEquals((await tinyBench(dir, { ...counted, resume: true })).rows, rows);
  });

  longItInFolder("measures again what it is told to, and notes the largest load", async (dir) => {
    const { rows } = await begin(dir, uninterrupted);
    const isAgain = ({ dataset, decoder }: Row) =>
      dataset === "synthetic-weak-5" && decoder !== "viterbi";
    const again = (rows: readonly Row[]) => new Set(rows.filter(isAgain).map(cellName));
    const begun = await readManifest(dir);
    await writeManifest(dir, { ...begun, conditions: { ...begun.conditions!, loadMost: 99 } });
    const resumed = await tinyBench(dir, { resume: true, again });
    assertEquals(countsOf(resumed.rows), countsOf(rows));
    for (const row of resumed.rows.filter(isAgain)) assertEquals(row.session, 1);
    assertEquals((await readManifest(dir)).conditions!.loadMost, 99, "of the first session");
  });

  longItInFolder("forgets rows of sources that have changed when resumed", async (dir) => {
    const { rows } = await begin(dir, uninterrupted);
    const weak = rows.filter(({ dataset }) => dataset === "synthetic-weak-5");
    // The beam was wrong before it was mended: its key is not that of the file any more.
    const change = { key: "stale", verdict: "wrong" } as const;
    const stale = withChanges(weak, { decoder: "beam{width=2}" }, change);
    await ROWS.write(dir, stale);
    const sources = await sourceHashes(await makePlan(TINY_BENCH));
    assertEquals([weak, stale].map((rows) => measuredCells(rows, sources).size), [3, 2]);
    const resumed = await tinyBench(dir, { resume: true, datasets: ["synthetic-weak-5"] });
    assertEquals(countsOf(resumed.rows), countsOf(weak));
    assertEquals(resumed.judgement.wrong, []);
  });

  longItInFolder(
    "starts anew when there is nothing to resume; another seed gives other lattices and keys",
    async (dir) => {
      const { rows } = await counted();
      const asked = { seed: 4, resume: true, countsOnly: true, datasets: ["synthetic-weak-5"] };
      const other = await tinyBench(`${dir}/new`, asked);
      assertEquals(other.rows.length, 3);
      assertNotEquals(other.rows[0]!.pack, rows[0]!.pack);
      assert(!rows.some(({ key }) => other.rows.some((row) => row.key === key)));
    },
  );

  itInFolder("checks and counts each cell once, times none, when asked for counts", async (dir) => {
    const { rows, judgement } = await begin(dir, counted);
    assertEquals(judgement, { wrong: [], incomplete: [], replays: [] });
    assertEquals(countsOf(rows), countsOf((await uninterrupted()).rows));
    assertEquals(rows.length, 6);
    for (const row of rows) assertEquals([row.round, row.elapsed_ms], [0, 0]);
    assertEquals((await readManifest(dir)).rounds, 0);
    await assertRejects(() => tinyBench(dir, { resume: true }), UsageError, "no --counts");
  });
});

describe("bench() into the folder of a run", () => {
  longItInFolder("adds decoders to a run, and tries again what failed", async (dir) => {
    const counts = { countsOnly: true };
    const { rows, manifest } = await begin(dir, counted);
    const killed = { dataset: "synthetic-weak-5", decoder: "viterbi" };
    const failed = { status: "error", verdict: "unchecked", reason: "killed" } as const;
    await ROWS.write(dir, withChanges(rows, killed, failed));
    const decoders = ["beam{width=2}", "beam"];
    const { judgement, rows: all } = await tinyBench(dir, { ...counts, resume: true, decoders });
    assertEquals(judgement.incomplete, []);
    const added = all.filter(({ decoder }) => decoder === "beam");
    assertEquals(countsOf(all.filter((row) => !added.includes(row))), countsOf(rows));
    const sessions = TINY_BENCH.datasets!.map((dataset) =>
      ["viterbi", "control", "beam{width=2}", "beam"].map((name) =>
        all.filter((row) => row.dataset === dataset && row.decoder === name)
          .map(({ session }) => session)
      )
    );
    assertEquals(sessions, [[[1], [0], [0], [1]], [[0, 1], [0], [0], [1]]]);
    const { cells, earlier, conditions } = await readManifest(dir);
    assertEquals([cells, earlier!.length], [8, 1]);
    assert(conditions!.loadMost >= JSON.parse(manifest).conditions.loadMost, "of who began");
  });

  longItInFolder("lets rows lie of decoders, datasets and ks that nobody asks for", async (dir) => {
    const counts = { countsOnly: true };
    const { rows } = await begin(dir, counted);
    const fewer = { datasets: ["synthetic-weak-5"], decoders: ["beam"], ks: [1, 5] };
    const asked = { ...counts, ...fewer, resume: true };
    const { judgement, rows: all } = await tinyBench(dir, asked);
    assertEquals(judgement.incomplete, []);
    assertEquals(all.slice(0, rows.length), rows);
    const added = all.slice(rows.length).map(({ decoder, k }) => `${decoder} ${k}`);
    assertEquals(added, ["viterbi 1", "viterbi 5", "beam 1", "beam 5"]);
    assertEquals((await readManifest(dir)).cells, new Set(all.map(cellName)).size);
    const again = await tinyBench(dir, { ...counts, resume: true });
    assertEquals([again.judgement.incomplete, again.rows], [[], all]);
  });

  itInFolder("throws UsageError, erases nothing, of other lattices or no manifest", async (dir) => {
    const { rows, manifest } = await begin(dir, counted);
    await Deno.remove(`${dir}/manifest.json`);
    const refused = async (said: string) => {
      const before = await Deno.readTextFile(`${dir}/rows.csv`);
      const asked = { countsOnly: true, resume: true };
      await assertRejects(() => tinyBench(dir, asked), UsageError, said);
      assertEquals(await Deno.readTextFile(`${dir}/rows.csv`), before);
    };
    await refused("without a manifest.json");
    await Deno.writeTextFile(`${dir}/manifest.json`, manifest);
    await ROWS.write(dir, rows.map((row) => ({ ...row, pack: "another" })));
    await refused("of other lattices");
    assertEquals(await Deno.readTextFile(`${dir}/manifest.json`), manifest);
  });
});

it("judge() says each wrong or unmeasured cell once, and nothing of skipped ones", () => {
  const at = { dataset: "d", decoder: "x", k: 2 };
  const rows = [
    aRow({ ...at, verdict: "wrong", round: 1 }),
    aRow({ ...at, verdict: "wrong", round: 2 }),
    aRow({ ...at, decoder: "y", status: "timeout", verdict: "unchecked", reason: "late" }),
    aRow({ ...at, decoder: "z", verdict: "unchecked" }),
    aRow({ ...at, decoder: "s", status: "skipped", verdict: "unchecked", reason: "k" }),
    aRow({ ...at, decoder: "i", verdict: "inexact" }),
    aRow({ ...at, decoder: "c" }),
  ];
  const incomplete = ["d, y, k = 2: timeout, late", "d, z, k = 2: unchecked"];
  assertEquals(judge(rows), { wrong: ["d, x, k = 2"], incomplete });
});
