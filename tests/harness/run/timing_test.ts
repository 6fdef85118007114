import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { medianOf, warmUp } from "../../../harness/run/timing.ts";

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

  it("gives one pass when that is longer than a batch", async () => {
    const { batches, time } = passesOf(500);
    assertEquals((await warmUp(time, 40, MANY)).passes, 1);
    assertEquals(batches, [1, 1, 1]);
  });

  it("goes on while passes get faster, and is not misled by the first", async () => {
    const { passes } = await warmUp(passesOf(100, 50, 25, 12, 6, 3, 2, 2).time, 40, MANY);
    assertEquals(passes, 20);
  });

  it("ends when times never agree", async () => {
    const { batches, time } = passesOf(50, 100, 50, 100, 50, 100, 50, 100, 50);
    assertEquals((await warmUp(time, 40, MANY)).passes, 1);
    assertEquals(batches.length, 8);
  });
});

describe("medianOf()", () => {
  it("is the larger of the middle ones of an even number", () => {
    assertEquals(medianOf([3, 1, 2, 10]), 3);
    assert(Number.isNaN(medianOf([NaN])));
  });
});
