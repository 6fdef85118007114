import { assert, assertEquals } from "@std/assert";
import { beforeEach, describe, it } from "@std/testing/bdd";

/** A clock that stands still but for what happens: 1/128 ms at each reading, and the passes. */
const STEP = 1 / 128;
const realNow = performance.now.bind(performance);
const ownNow = () => time += STEP;
let time = 0;
let calls = 0;
let clock = ownNow;

// The clock that is there when the module is loaded is the one that it keeps.
performance.now = () => clock();
const { clockStepMs, timePasses, warmUp } = await import("../../../harness/run/timing.ts");
performance.now = realNow;

const passOf = (...ms: number[]) => () => {
  time += ms[Math.min(calls++, ms.length - 1)]!;
};

describe("timing when the clock is ours", () => {
  beforeEach(() => {
    time = calls = 0;
    clock = ownNow;
  });

  it("clockStepMs() is the step of the clock", () => {
    assertEquals(clockStepMs(), STEP);
  });

  it("timePasses() calls as often as told and gives the time of one call", () => {
    assertEquals(timePasses(passOf(3), 4), 3 + STEP / 4);
    assertEquals(calls, 4);
  });

  it("warmUp() gives the calls that fill a batch", () => {
    assertEquals(warmUp(passOf(2), 40).passes, 20);
    assertEquals(warmUp(passOf(0.5), 40).passes, 80);
  });

  it("warmUp() gives one call when that is longer than a batch", () => {
    assertEquals(warmUp(passOf(500), 40).passes, 1);
    assertEquals(calls, 3);
  });

  it("warmUp() fills 100 steps of the clock when that is longer than a batch", () => {
    // The clock's reading adds to each batch, so a little less than 100·STEP is left to fill.
    const { passes } = warmUp(passOf(STEP), 0);
    assert(passes >= 90 && passes <= 110, `${passes} passes`);
  });

  it("warmUp() goes on while calls get faster, and is not misled by the first", () => {
    const { passes } = warmUp(passOf(100, 50, 25, 12, 6, 3, 2, 2), 40);
    assert(passes >= 18 && passes <= 22, `${passes} passes`);
  });

  it("warmUp() ends when times never agree", () => {
    let turn = 0;
    const { passes } = warmUp(() => {
      calls++;
      time += turn++ % 2 === 0 ? 50 : 100;
    }, 40);
    assertEquals([passes, calls], [1, 8]);
  });

  it("warmUp() ends when a call takes no time at all", () => {
    clock = () => time += 1;
    const { passes } = warmUp(() => {}, 1);
    assert(Number.isSafeInteger(passes) && passes >= 1);
  });
});

describe("timing when the clock is the machine's", () => {
  it("clockStepMs() is positive and finite", () => {
    clock = realNow;
    const step = clockStepMs();
    assert(step > 0 && Number.isFinite(step));
  });
});
