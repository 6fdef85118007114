import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  batchesOf,
  dueCells,
  isOutOfReach,
  medianOf,
  roundsByProcess,
  slowRounds,
  type Timeable,
  timedSlots,
  warmUp,
} from "../../../harness/run/schedule.ts";
import type { Role } from "../../../harness/store/key.ts";

it("roundsByProcess() shares all rounds evenly among the processes, in their order", () => {
  for (const [rounds, processes] of [[9, 3], [5, 2], [7, 3], [2, 2]] as const) {
    const shares = roundsByProcess(rounds, processes);
    assertEquals(shares.flat(), Array.from({ length: rounds }, (_, i) => i + 1));
    const sizes = shares.map(({ length }) => length);
    assertEquals(shares.length, processes);
    assert(Math.max(...sizes) - Math.min(...sizes) <= 1);
  }
});

it("slowRounds() has the first and the last round, and one of each process between", () => {
  assertEquals([...slowRounds(9, 3)], [1, 4, 9]);
  assertEquals([...slowRounds(6, 6)], [1, 2, 3, 4, 5, 6]);
  assertEquals([...slowRounds(4, 2)], [1, 4]);
  assertEquals([...slowRounds(3, 1)], [1, 3]);
  assertEquals([...slowRounds(1, 1)], [1]);
  for (const [rounds, processes] of [[9, 3], [4, 2], [6, 4], [6, 6]] as const) {
    const slow = slowRounds(rounds, processes);
    const timed = roundsByProcess(rounds, processes)
      .map((own) => own.filter((round) => slow.has(round)).length);
    assertEquals(timed, Array.from({ length: processes }, () => 1));
  }
});

const ALL = 100;

function cell(role: Role, k: number, changes: Partial<Timeable> = {}): Timeable {
  const usual = { isAlive: true, sentences: ALL, fits: true, clocks: ["decode"] as const };
  return { planned: { role, k }, ...usual, ...changes };
}

/** Sentences and clocks of each cell in turn. */
function slotsOf(...cells: Timeable[]): string[] {
  const slots = timedSlots(cells);
  return cells.map((cell) =>
    slots.filter((slot) => slot.cell === cell)
      .map(({ sentences, clock }) => `${sentences} ${clock}`).join()
  );
}

describe("timedSlots()", () => {
  it("takes all sentences where everybody can, by every clock of a cell", () => {
    const clocks = ["decode", "memory64", "memory32"] as const;
    const slots = slotsOf(cell("baseline", 1), cell("rival", 1, { clocks }));
    assertEquals(slots, ["100 decode", "100 decode,100 memory64,100 memory32"]);
  });

  it("takes the least prefix for a slow cell, and that besides for the others of its k", () => {
    const slow = cell("rival", 1, { fits: false });
    const others = [cell("baseline", 5), cell("rival", 5)];
    assertEquals(slotsOf(cell("baseline", 1), slow, cell("rival", 1), ...others), [
      "100 decode,16 decode",
      "16 decode",
      "100 decode,16 decode",
      "100 decode",
      "100 decode",
    ]);
  });

  it("takes what a cell has that has few sentences for the others of its k, too", () => {
    const few = cell("rival", 1, { sentences: 16 });
    assertEquals(slotsOf(cell("baseline", 1), few), ["100 decode,16 decode", "16 decode"]);
  });

  it("takes the least prefix, too, where the baseline is slow: 8 for k > 1, or all there are", () => {
    const slow = { fits: false };
    const many = slotsOf(cell("baseline", 5, slow), cell("rival", 5));
    assertEquals(many, ["8 decode", "100 decode,8 decode"]);
    const few = { sentences: 3 };
    const slots = slotsOf(cell("baseline", 1, { ...slow, ...few }), cell("rival", 1, few));
    assertEquals(slots, ["3 decode", "3 decode"]);
  });

  it("leaves out cells that failed, and a failed baseline limits nobody", () => {
    const failed = cell("baseline", 1, { fits: false, isAlive: false });
    assertEquals(slotsOf(failed, cell("rival", 1)), ["", "100 decode"]);
  });
});

it("dueCells() leaves out what is slow, in all that is timed of it, where it has no round", () => {
  const of = (...slow: number[]) => ({
    ...cell("rival", 1),
    isSlow: ({ sentences }: { readonly sentences: number }) => slow.includes(sentences),
  });
  const [fast, slow, prefix] = [of(), of(100, 16), { ...of(16), fits: false }];
  const half = of(100);
  const dead = { ...of(), isAlive: false };
  const all = [fast, slow, half, prefix, dead];
  assertEquals(dueCells(all, [2, 3], new Set([1, 4, 6])), [fast, half]);
  assertEquals(dueCells(all, [3, 4], new Set([1, 4, 6])), [fast, slow, half, prefix]);
});

const MANY = 1000;

/** Passes that take such times, one batch after another; the last goes on. */
function passesOf(...ms: number[]) {
  const batches: number[] = [];
  const time = (passes: number) => {
    const each = ms[Math.min(batches.length, ms.length - 1)]!;
    batches.push(passes);
    return Promise.resolve(passes * each);
  };
  return { batches, time };
}

describe("warmUp()", () => {
  it("gives the passes that fill a batch, and their time", async () => {
    assertEquals(await warmUp(passesOf(2).time, 40, MANY), { passes: 20, passMs: 2 });
    assertEquals((await warmUp(passesOf(0.5).time, 40, MANY)).passes, 80);
  });

  it("gives no more than there may be", async () => {
    assertEquals((await warmUp(passesOf(0.5).time, 40, 7)).passes, 7);
    assertEquals((await warmUp(passesOf(0).time, 40, 7)).passes, 7);
  });

  it("gives one pass when that is longer than a batch, after two that agree", async () => {
    const { batches, time } = passesOf(500);
    assertEquals((await warmUp(time, 40, MANY)).passes, 1);
    assertEquals(batches, [1, 1]);
  });

  it("goes on while passes get faster, and is not misled by the first", async () => {
    const { passes } = await warmUp(passesOf(100, 50, 25, 12, 6, 3, 2, 2).time, 40, MANY);
    assertEquals(passes, 20);
  });

  it("does not take for slow what prepares something with its first pass", async () => {
    assertEquals((await warmUp(passesOf(5_000, 2, 2, 2, 2).time, 40, MANY)).passes, 20);
  });

  it("goes on for the time of eight batches, also where all agree", async () => {
    const { batches, time } = passesOf(2);
    await warmUp(time, 40, MANY);
    assertEquals(batches, [1, ...Array.from({ length: 8 }, () => 20)]);
  });

  it("ends when times never agree", async () => {
    const { batches, time } = passesOf(...Array.from({ length: 100 }, (_, i) => i % 2 ? 100 : 50));
    assertEquals((await warmUp(time, 40, MANY)).passes, 1);
    assertEquals(batches.length, 23);
  });

  it("ends where so few passes are allowed that no time goes by", async () => {
    const { batches, time } = passesOf(0);
    await warmUp(time, 40, 7);
    assertEquals(batches.length, 40);
  });
});

it("isOutOfReach() ends a curve whose next point would take far more than the time", () => {
  const point = (sentences: number, elapsed_ms: number) => ({ sentences, elapsed_ms });
  // Preparing takes 400, the first sentence 100, the others 1 each.
  const [first, second] = [point(1, 500), point(10, 509)];
  assertEquals(isOutOfReach([first], 10, 1), false, "one point says nothing of a sentence");
  assertEquals(isOutOfReach([first, second], 100, 1000), false);
  assertEquals(isOutOfReach([first, second], 1000, 1000), true);
  assertEquals(isOutOfReach([first, second], 1000, 1200), false, "later sentences may take less");
});

it("batchesOf() is three where a pass is shorter than a batch", () => {
  assertEquals([1, 2, 1000].map((passes) => batchesOf(passes).needed), [1, 3, 3]);
});

it("medianOf() is the larger of the middle ones of an even number", () => {
  assertEquals(medianOf([3, 1, 2, 10]), 3);
  assert(Number.isNaN(medianOf([NaN])));
});
