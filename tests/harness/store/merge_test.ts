import fc from "fast-check";
import { assert, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import viterbi from "../../../decoders/viterbi.ts";
import type { Plan, PlannedCell, PlannedDataset } from "../../../harness/plan/contract.ts";
import { plannedCells, shardPlan } from "../../../harness/plan/plan.ts";
import sequence from "../../../harness/problems/sequence.ts";
import { cellGroups } from "../../../harness/run/cell_groups.ts";
import { LiveCell } from "../../../harness/run/live_cell.ts";
import { cellName, compareCounts } from "../../../harness/store/compare.ts";
import {
  type Conditions,
  formatShard,
  machineOf,
  type Manifest,
  type Shard,
} from "../../../harness/store/manifest.ts";
import { mergeRuns } from "../../../harness/store/merge.ts";
import type { Row } from "../../../harness/store/rows.ts";
import type { FirstUse, SentenceTime } from "../../../harness/store/side_tables.ts";
import { readRun, type Run } from "../../../harness/store/store.ts";
import quick from "../../../harness/suites/quick.ts";
import { UsageError } from "../../../harness/terminal/usage_error.ts";
import { longItInFolder } from "../../helpers/in_folder.ts";
import { decoderColumns } from "../../helpers/names.ts";
import { aRow, FAKE_MANIFEST, fakeRows } from "../../helpers/rows.ts";
import { countsOf, isComplete, tinyBench } from "../../helpers/runs.ts";

const ROUNDS = 2;
const ALL = fakeRows(7, ROUNDS).filter(({ dataset, k }) => dataset === "ewt_pos45" && k === 1);
const OTHER_MACHINE = { ...FAKE_MANIFEST.machine, cpu: "Another CPU" };

const SENTENCE: SentenceTime = { key: "", session: 0, sentence: 0, length: 9, elapsed_ms: 0.5 };
const FIRST: FirstUse = { key: "", session: 0, process: 1, sentences: 10, elapsed_ms: 2.5 };

/** A run of some decoders and the baseline beside them. */
function fakeRun(dir: string, decoders: readonly string[], changes: Partial<Manifest> = {}): Run {
  const rows = ALL.filter(({ decoder }) => decoder === "viterbi" || decoders.includes(decoder));
  const cells = new Set(rows.map(({ decoder }) => decoder)).size;
  return {
    dir,
    rows,
    sentences: [{ ...SENTENCE, key: dir }],
    firstUse: [{ ...FIRST, key: dir }],
    manifest: { ...FAKE_MANIFEST, plan: "p", rounds: ROUNDS, cells, ...changes },
  };
}

/** A run with its rows changed. */
function altered(run: Run, change: (row: Row) => Row): Run {
  return { ...run, rows: run.rows.map(change) };
}

const A = fakeRun("a", ["control", "iterative-viterbi"], { shard: "1/3" });
const B = fakeRun("b", ["beam{width=1}"], { shard: "2/3", machine: OTHER_MACHINE });
const C = fakeRun("c", ["beam{width=5}"], { shard: "3/3" });

describe("mergeRuns()", () => {
  it("tells how busy the machines were at the worst", () => {
    const busy = { loadBefore: 0, loadMost: 2, slowestMhz: 3000, fastestMhz: 3000 };
    const worst = (...all: Partial<Conditions>[]) => {
      const runs = all.map((one, i): Run => {
        const run = [A, C][i]!;
        return { ...run, manifest: { ...run.manifest, conditions: { ...busy, ...one } } };
      });
      return mergeRuns(runs, "merge").manifest.conditions;
    };
    assertEquals(
      worst({ loadBefore: 1, slowShare: 0.1 }, { loadMost: 9, slowestMhz: 800, slowShare: 0.2 }),
      { ...busy, loadBefore: 1, loadMost: 9, slowestMhz: 800, slowShare: 0.2 },
    );
    assertEquals(worst({ slowShare: 0.1 }, {}), busy, "one of them could not choose a core");
  });

  it("holds the rows of all shards, each with its session and machine", () => {
    const { rows, sentences, firstUse, manifest, missing } = mergeRuns([C, A, B], "merge");
    assertEquals(missing, []);
    assertEquals(sentences, ["a", "b", "c"].map((key, session) => ({ ...SENTENCE, key, session })));
    assertEquals(firstUse, ["a", "b", "c"].map((key, session) => ({ ...FIRST, key, session })));
    const all = [A, B, C].flatMap(({ rows }, session) => rows.map((row) => ({ ...row, session })));
    assertEquals(rows, all);
    assertEquals([manifest.sessions, manifest.cells, manifest.commandLine], [3, 5, "merge"]);
    assertEquals([manifest.machine, manifest.shard], [undefined, undefined]);
    assertEquals(manifest.merged!.map(({ shard }) => shard), ["1/3", "2/3", "3/3"]);
    assertEquals(manifest.conditions, undefined);
    const machines = [0, 1, 2].map((session) => machineOf(manifest, session)!.cpu);
    assertEquals(machines, ["Example CPU @ 2.50GHz", "Another CPU", "Example CPU @ 2.50GHz"]);
  });

  it("is the same in whatever order and however many at a time the shards are merged", () => {
    const once = mergeRuns([A, B, C], "merge");
    assertEquals(mergeRuns([B, C, A], "merge"), once);
    const half = { dir: "half", ...mergeRuns([B, A], "merge") };
    assertEquals(mergeRuns([C, half], "merge"), once);
  });

  it("says the machine when all runs come from it", () => {
    const { manifest } = mergeRuns([A, C], "merge");
    assertEquals(manifest.machine, FAKE_MANIFEST.machine);
  });

  it("counts the sessions of a resumed run on", () => {
    const run = fakeRun("a", ["control", "iterative-viterbi"], { shard: "1/3", sessions: 2 });
    const resumed = altered(run, (row) => row.decoder === "control" ? { ...row, session: 1 } : row);
    const { rows, manifest } = mergeRuns([resumed, B], "merge");
    const sessions = (decoder: string) => [
      ...new Set(rows.filter((row) => row.decoder === decoder).map(({ session }) => session)),
    ];
    assertEquals(sessions("control"), [1]);
    assertEquals(sessions("beam{width=1}"), [2]);
    assertEquals([manifest.sessions, machineOf(manifest, 1)!.cpu], [3, A.manifest.machine!.cpu]);
    assertEquals(machineOf(manifest, 2)!.cpu, "Another CPU");
  });

  it("takes cells that decode a part of the sentences", () => {
    const few = altered(A, (row) => row.role === "baseline" ? row : { ...row, sentences: 1 });
    assertEquals(mergeRuns([few, B, C], "merge").missing, []);
  });

  it("names the shards that are missing", () => {
    assertEquals(mergeRuns([B], "merge").missing, ["shard 1/3", "shard 3/3"]);
  });

  it("names runs with fewer cells than were to be measured", () => {
    const cut = { ...C, rows: C.rows.filter((row) => row.decoder === "viterbi") };
    const { missing, manifest } = mergeRuns([A, B, cut], "merge");
    assertEquals(missing, ["c: 1 of its 2 cells"]);
    assertEquals(manifest.cells, 5);
  });

  it("joins runs that are no shards when their cells are different", () => {
    const runs = ["control", "beam{width=1}"].map((decoder) => fakeRun(decoder, [decoder]));
    const { rows, missing } = mergeRuns(runs, "merge");
    assertEquals(new Set(rows.map(({ decoder }) => decoder)).size, 3);
    assertEquals(missing, []);
  });

  const refused: readonly [runs: readonly Run[], said: string][] = [
    [[], "none is given"],
    [[A, { ...A, dir: "d" }], "both hold shard 1/3"],
    [[A, fakeRun("d", [], { shard: "2/4" })], "different plans"],
    [[A, fakeRun("d", [], { shard: "2/3", plan: "q" })], "different plans"],
    [[A, fakeRun("d", ["beam{width=5}"])], "different plans"],
    [[fakeRun("d", ["beam{width=1}"]), fakeRun("e", ["beam{width=1}"])], "one cell"],
    [[A, fakeRun("d", [], { shard: "2/3", commit: "0" })], 'its commit is "0"'],
    [[A, fakeRun("d", [], { shard: "2/3", dirty: false })], "its dirty is"],
    [[A, fakeRun("d", [], { shard: "2/3", schema: 99 })], "its schema is 99"],
    [[A, fakeRun("d", [], { shard: "2/3", suite: "x" })], 'its suite is "x"'],
    [[A, fakeRun("d", [], { shard: "2/3", seed: 99 })], "its seed is 99"],
    [[A, altered(B, (row) => ({ ...row, pack: "q" }))], "lattices of ewt_pos45, k = 1"],
    [[A, altered(B, (row) => ({ ...row, sentences: 1 }))], "other lattices"],
    [[A, altered(B, (row) => ({ ...row, key: "q" }))], "sources of one cell, ewt_pos45"],
    [[A, altered(B, (row) => ({ ...row, iterations: 1 }))], "other counts"],
  ];
  it("throws UsageError when given runs that do not belong together, and says why", () => {
    for (const [runs, said] of refused) {
      assertThrows(() => mergeRuns(runs, "merge"), UsageError, said);
    }
  });

  longItInFolder("counts from all shards, one of them resumed, as the whole run", async (dir) => {
    // Timed shards are those of the command line's test.
    const { rows: whole } = await tinyBench(`${dir}/whole`, { countsOnly: true });
    const shard = async (index: number, resume = false) => {
      const changes = { countsOnly: true, shard: { index, count: 3 }, resume };
      await tinyBench(`${dir}/${index}`, changes);
      return await readRun(`${dir}/${index}`);
    };
    const runs = [await shard(1), await shard(2), await shard(3)];
    const path = `${dir}/2/rows.csv`;
    await Deno.truncate(path, Math.floor(0.7 * (await Deno.stat(path)).size));
    const dead = await readRun(`${dir}/2`);
    const lacking = mergeRuns([runs[0]!, dead, runs[2]!], "merge").missing;
    assertEquals(lacking.map((line) => line.startsWith(`${dir}/2: `)), [true]);
    runs[1] = await shard(2, true);
    const { rows, manifest, missing } = mergeRuns(runs, "merge");
    assertEquals(missing, []);
    assertEquals(countsOf(rows), countsOf(whole));
    assertEquals(compareCounts(whole, rows).changes, []);
    assert(isComplete(rows, manifest.rounds));
    assertEquals(manifest.cells, new Set(whole.map(({ key }) => key)).size);
    // Each cell has its baseline in its own session.
    for (const { dataset, session, group } of rows) {
      assert(
        rows.some((row) =>
          row.decoder === "viterbi" && row.dataset === dataset && row.session === session &&
          row.group === group
        ),
      );
    }
  });
});

const VARIANT = { name: "viterbi", decoder: viterbi, url: "", options: {} };
const LIMITS = { deadlineMs: 1, passMs: 1, baselinePassMs: 1, batchMs: 1 };

const rivals = fc.uniqueArray(fc.constantFrom("beam", "a-star", "carpediem", "auto", "block-skip"));
/** What runs on a dataset at one k: any rivals, with a baseline or without. */
const atK = fc.record({ hasBaseline: fc.boolean(), rivals });
const ks = fc.array(atK, { minLength: 1, maxLength: 4 });
const dataset = fc.record({ countsOnly: fc.boolean(), ks });

/** A plan as `makePlan` makes them: a control beside the first baseline. */
const plans = fc.array(dataset, { minLength: 1, maxLength: 3 }).map((some): Plan => ({
  suite: quick,
  problem: { url: "", value: sequence },
  reference: VARIANT,
  datasets: some.map(({ countsOnly, ks }, index): PlannedDataset => {
    const controlled = countsOnly ? -1 : ks.findIndex(({ hasBaseline }) => hasBaseline);
    return {
      name: `d${index}`,
      sample: () => Promise.reject(new Error("nothing is decoded")),
      sentences: 2,
      ...(countsOnly ? { countsOnly } : {}),
      cells: ks.flatMap(({ hasBaseline, rivals }, i): PlannedCell[] => {
        const cell = { variant: VARIANT, k: i + 1 };
        return [
          ...(hasBaseline ? [{ ...cell, role: "baseline" as const, name: "viterbi" }] : []),
          ...(i === controlled ? [{ ...cell, role: "control" as const, name: "control" }] : []),
          ...rivals.map((name) => ({ ...cell, role: "rival" as const, name })),
        ];
      }),
    };
  }),
})).filter((plan) => plannedCells(plan).length > 0);

/** What a shard would write: a row for each cell of each group of each dataset. */
function runOf(plan: Plan, shard: Shard, size: number): Run {
  const part = shardPlan(plan, shard);
  const rows = part.datasets.flatMap(({ name, countsOnly, cells }) =>
    cellGroups(
      cells.map((cell) => new LiveCell(cell, `${name} ${cell.name} ${cell.k}`, LIMITS)),
      size,
    )
      .flatMap((group, index) =>
        group.map(({ key, planned: { name: decoder, k } }) => {
          const round = countsOnly ? 0 : 1;
          return aRow({ ...decoderColumns(decoder), key, dataset: name, k, group: index, round });
        })
      )
  );
  const manifest = {
    ...{ ...FAKE_MANIFEST, rounds: 1, plan: "p", shard: formatShard(shard) },
    cells: plannedCells(part).length,
  };
  return { dir: formatShard(shard), rows, sentences: [], firstUse: [], manifest };
}

it("mergeRuns() of shardPlan() holds every cell of every plan, however many shards and groups there are", () => {
  const cases = plans.chain((plan) =>
    fc.tuple(
      fc.constant(plan),
      fc.integer({ min: 1, max: plannedCells(plan).length }),
      fc.integer({ min: 1, max: 4 }),
    )
  );
  const property = fc.property(cases, ([plan, count, size]) => {
    const runAt = (_: unknown, i: number) => runOf(plan, { index: i + 1, count }, size);
    const runs = Array.from({ length: count }, runAt);
    for (const { rows, manifest } of runs) {
      assertEquals(new Set(rows.map(cellName)).size, manifest.cells);
    }
    const { rows, manifest, missing } = mergeRuns(runs, "merge");
    assertEquals([...new Set(rows.map(cellName))].sort(), plannedCells(plan).sort());
    assertEquals(missing, []);
    assertEquals(manifest.cells, plannedCells(plan).length);
  });
  fc.assert(property, { seed: 1 });
});
