import { assert, assertEquals, assertRejects } from "@std/assert";
import { setTimeout as delay } from "node:timers/promises";
import { describe, it } from "@std/testing/bdd";
import { LiveCell, sumOf } from "../../../harness/run/live_cell.ts";
import { workDefect } from "../../../harness/problems/checked.ts";
import { openCells } from "../../../harness/run/measure.ts";
import { writeTraces } from "../../../harness/run/outputs.ts";
import { Referee, type Workload } from "../../../harness/run/workload.ts";
import type { Contents } from "../../../harness/problems/contents.ts";
import type { Batch } from "../../../harness/problems/contract.ts";
import { IsolateCrash, IsolateTimeout } from "../../../harness/isolate/isolate.ts";
import { askOnce, type CellConfig, type CellIsolate } from "../../../harness/run/cell_isolate.ts";
import { TRACES } from "../../../harness/store/side_tables.ts";
import { itInFolder } from "../../helpers/in_folder.ts";
import viterbi from "../../../decoders/viterbi.ts";
import { cellGroups, cellsAtOnce } from "../../../harness/run/cell_groups.ts";
import { isWorse, judgeTimed, type TimedAnswers } from "../../../harness/run/judge_timed.ts";

it("openCells() leaves nothing behind that is still opening when a cell throws", async () => {
  const open = new Set<number>();
  const opening = [
    () => Promise.reject(new Error("the disk is full")),
    () => delay(20),
    () => delay(20),
    () => delay(20),
  ];
  const cells = opening.map((work, i) => ({
    open: async () => {
      await work();
      open.add(i);
    },
    close: () => open.delete(i),
  })) as unknown as LiveCell[];
  const call = () => openCells(cells, {} as Workload, { process: 0, isTimed: true });
  await assertRejects(call, Error, "the disk is full");
  for (const cell of cells) void cell.close();
  await delay(50);
  assertEquals([...open], []);
});

itInFolder("writeTraces() passes over points of no sentence of the sample", async (dir) => {
  const point = { iteration: 1, objective: 1, bound: 1, delta: 0, proven: 1 };
  const trace = () => Promise.resolve([0, 1, 0.5, NaN].map((sentence) => ({ ...point, sentence })));
  const planned = { role: "rival", name: "any" };
  const cells = [{ planned, key: "any", isAlive: true, trace }] as unknown as LiveCell[];
  const work = { problem: { value: { trace } }, sample: { indices: [5] } } as unknown as Workload;
  await writeTraces(cells, work, { out: dir, session: 0 }, () => {});
  assertEquals((await TRACES.read(dir)).map(({ sentence }) => sentence), [5]);
});

describe("workDefect()", () => {
  const least = { iterations: 1, nodeExpansions: 1, edgeEvaluations: 4 };
  const work = { iterations: 1, nodeExpansions: 5, edgeEvaluations: 4 };

  it("is empty when the counts can be", () => {
    assertEquals(workDefect(work, least), "");
    assertEquals(workDefect(least, least), "");
  });

  const cases = [
    [{ iterations: -1 }, "counts -1 iterations"],
    [{ iterations: NaN }, "counts NaN iterations"],
    // As JSON has it.
    [{ iterations: null as unknown as number }, "counts null iterations"],
    [{ nodeExpansions: 2.5 }, "counts 2.5 nodeExpansions"],
    [{ edgeEvaluations: Infinity }, "counts Infinity edgeEvaluations"],
    [{ edgeEvaluations: 2 ** 60 }, `counts ${2 ** 60} edgeEvaluations`],
    [{ edgeEvaluations: 3 }, "counts 3 edgeEvaluations where there are 4 at least"],
  ] as const;
  for (const [changes, defect] of cases) {
    it(`says "${defect}"`, () => assertEquals(workDefect({ ...work, ...changes }, least), defect));
  }
});

it("sumOf() adds up each counter", () => {
  const work = { iterations: 1, nodeExpansions: 2, edgeEvaluations: 3 };
  assertEquals(sumOf([work, work]), { iterations: 2, nodeExpansions: 4, edgeEvaluations: 6 });
  assertEquals(sumOf([]), { iterations: 0, nodeExpansions: 0, edgeEvaluations: 0 });
});

function cell(name: string, k: number): LiveCell {
  const variant = { name, decoder: viterbi, url: "", options: {} };
  const limits = { deadlineMs: 1, passMs: 1, baselinePassMs: 1, batchMs: 1 };
  const role = name === "viterbi" ? "baseline" : "rival";
  return new LiveCell({ role, name, variant, k }, `${name} ${k}`, limits);
}

describe("cellGroups()", () => {
  const names = (groups: LiveCell[][]) =>
    groups.map((group) => group.map(({ planned }) => `${planned.name} ${planned.k}`));

  it("puts the baselines that are needed into each group", () => {
    const cells = ["viterbi", "control", "beam", "a-star"].map((name) => cell(name, 1));
    const more = ["viterbi", "beam"].map((name) => cell(name, 5));
    assertEquals(names(cellGroups([...cells, ...more], 2)), [
      ["viterbi 1", "control 1", "beam 1"],
      ["viterbi 1", "viterbi 5", "a-star 1", "beam 5"],
    ]);
  });

  it("puts baselines without a rival into the first group, also where there are no others", () => {
    const cells = [cell("viterbi", 1), cell("control", 1), cell("viterbi", 5), cell("beam", 1)];
    const groups = [["viterbi 1", "viterbi 5", "control 1"], ["viterbi 1", "beam 1"]];
    assertEquals(names(cellGroups(cells, 1)), groups);
    assertEquals(names(cellGroups([cell("viterbi", 1)], 3)), [["viterbi 1"]]);
  });

  it("gives each group a baseline of its own, with the same key", () => {
    const groups = cellGroups([cell("viterbi", 1), cell("beam", 1), cell("a-star", 1)], 1);
    const [first, second] = groups.map(([baseline]) => baseline!);
    assert(first !== second);
    assertEquals(first!.key, second!.key);
  });
});

it("cellsAtOnce() falls with the size of a cell, grows with the memory, and is at least 1", () => {
  assertEquals([0, 180, 100_000].map((cellMb) => cellsAtOnce({ cellMb }, 1200)), [19, 4, 1]);
  assertEquals([1200, 4800].map((memoryMb) => cellsAtOnce({ cellMb: 180 }, memoryMb)), [4, 19]);
});

it("judgeTimed() ends a cell when the reference has ended that was to judge it", async () => {
  const problem = { value: { reference: "viterbi", readSheet: () => [{}] } };
  const referee = { passMs: 1, k: 1, answers: () => Promise.resolve(undefined) };
  const workload = { problem, referee, sample: { lengths: [3] } } as unknown as Workload;
  const contents = { count: 1, batch: () => ({}), shapeOf: () => ({}) } as unknown as Contents;
  const rival = cell("beam", 1);
  const batch = { sentences: [0], pairsAt: [0] };
  const answered = [{ cell: rival, batch, variants: [0], parts: [] }] as unknown as TimedAnswers[];
  await judgeTimed(workload, contents, answered, 0, "decode");
  assertEquals(rival.status, "error");
  assertEquals(rival.reason, "not judged when timed: the reference has ended (decode)");
});

it("LiveCell.time() ends a cell when the reference has ended whose overhead it needs", async () => {
  const ended = new IsolateCrash("it ended");
  // In one of its empty batches, or in one of all passes.
  for (const last of [2, 7]) {
    let asked = 0;
    const ask = () => asked++ < last ? Promise.resolve({ elapsedMs: 1 }) : Promise.reject(ended);
    const referee = Reflect.construct(Referee, [{ ask }, 1, 1, 1]) as Referee;
    const batch: Batch = { sentences: [0], scoresAt: 0, pairsAt: [0] };
    const overhead = await referee.overhead(1, () => batch, 2);
    assertEquals(overhead, undefined);
    const baseline = cell("viterbi", 1);
    assertEquals(await baseline.time("decode", batch, overhead), undefined);
    assertEquals(baseline.status, "error");
    assertEquals(baseline.reason, "not timed: the reference has ended (decode)");
  }
});

it("askOnce() asks again where a process was ended, and not where it takes too long", async () => {
  const crash = new IsolateCrash("ended by SIGINT");
  const answers = async (...told: readonly (Error | string)[]) => {
    const left = [...told];
    const ask = async () => {
      const next = left.shift();
      if (next instanceof Error) throw next;
      return await Promise.resolve({ value: next });
    };
    const isolate = { ask, close: () => Promise.resolve() } as unknown as CellIsolate;
    const config = {} as CellConfig;
    const value = await askOnce(config, { type: "trace" }, 1, () => Promise.resolve(isolate));
    return [value as unknown, left.length];
  };
  assertEquals(await answers("whole", "again"), ["whole", 1]);
  assertEquals(await answers(crash, "whole"), ["whole", 0]);
  assertEquals(await answers(crash, crash, "never"), [undefined, 1]);
  assertEquals(await answers(new IsolateTimeout("late"), "never"), [undefined, 1]);
});

/** The largest number of exact answers that is no chance; −1 if none is. */
function limitOf(count: number, share: number): number {
  let exact = -1;
  while (exact < count && isWorse(exact + 1, count, share)) exact++;
  return exact;
}

describe("isWorse()", () => {
  it("asks for more evidence where there are fewer sentences, or where fewer answers are exact", () => {
    const limits = [1, 8, 12, 16, 40, 200].map((count) => limitOf(count, 1));
    assertEquals(limits.join(), "-1,-1,1,3,17,130");
    assertEquals([0, 0.1, 0.5, 0.9].map((share) => limitOf(100, share)), [-1, -1, 17, 48]);
  });

  it("is a probability, whatever is asked", () => {
    for (const share of [0, 0.3, 1]) assert(!isWorse(20, 20, share));
    for (const count of [500, 5_000]) {
      assert(!isWorse(count, count, 1) && !isWorse(0.83 * count, count, 1));
      assert(isWorse(count / 2, count, 1));
    }
    assert(!isWorse(0, 0, 1));
  });
});
