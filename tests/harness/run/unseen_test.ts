import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Random } from "../../../datasets/random.ts";
import {
  chooseLook,
  drawReferred,
  type Secret,
  type Seen,
  slownessOf,
} from "../../../harness/run/unseen.ts";

const LENGTHS = [5, 10, 20, 5];
const seen = (positionMs: number): Seen => ({
  ...{ clock: "memory64", lengths: LENGTHS, size: 10, positionMs, batchMs: 8 },
});
const none: Secret = { seed: 1, answers: [] };

describe("chooseLook()", () => {
  it("takes all sentences, and passes that fill a part of a batch, when a pass is short", () => {
    // 40 positions in 1/2 ms: four passes in 2 ms.
    const look = chooseLook(seen(1 / 80), none, new Random(1));
    assertEquals(look.sentences.toSorted(), [0, 1, 2, 3]);
    assertEquals(look.batches, [[1, 4, 7, 10], [13, 16, 19, 22], [25, 28, 31, 34]]);
    assertEquals([look.expectedMs, look.atMostMs], [2, 80]);
  });

  it("takes more batches, and no more passes than there is room for, when a pass takes no time", () => {
    const { batches, expectedMs } = chooseLook(seen(1e-6), none, new Random(1));
    assertEquals([batches.length, batches[0]!.length], [9, 64]);
    assertAlmostEquals(expectedMs, 64 * 40e-6);
    const large = { ...seen(1e-6), size: 100_000 };
    assertEquals(chooseLook(large, none, new Random(1)).batches.map(({ length }) => length), [
      ...new Array(9).fill(1),
    ]);
  });

  it("takes some sentences, those that are known among them, when a pass is long", () => {
    const answers = [[[2, 1], "a"], [[0, 0], "b"]] as const;
    for (let seed = 0; seed < 20; seed++) {
      const look = chooseLook(seen(1 / 5), { seed: 1, answers }, new Random(seed));
      assertEquals(look.sentences, [2]);
      assertEquals(look.batches, [[1], [4], [7]]);
      assertEquals(look.expectedMs, 4);
    }
    const orders = Array.from(
      { length: 20 },
      (_, seed) => chooseLook(seen(1 / 10), none, new Random(seed)).sentences.join(),
    );
    assert(new Set(orders).size > 3, `${orders}`);
  });

  it("has other turns for other clocks", () => {
    const turns = (["decode", "memory64", "memory32"] as const).map((clock) =>
      new Set(chooseLook({ ...seen(0.01), clock }, none, new Random(1)).batches.flat())
    );
    for (const [i, own] of turns.entries()) {
      assert(turns.every((other, j) => i === j || own.isDisjointFrom(other)));
    }
  });
});

describe("drawReferred()", () => {
  it("draws a first turn by each clock to begin with, of the first sentences", () => {
    for (let seed = 0; seed < 20; seed++) {
      const drawn = drawReferred(3, new Random(seed));
      assertEquals(drawn.slice(0, 3).map(([, turn]) => turn), [0, 1, 2]);
      assert(drawn.every(([sentence]) => sentence < 3));
    }
  });
});

describe("slownessOf()", () => {
  it("is nothing up to three times the time, and says how much beyond", () => {
    assertEquals([slownessOf(1, 2), slownessOf(6, 2)], ["", ""]);
    assertEquals(slownessOf(25, 2), "remembers: what it has not seen takes 13 times as long");
    assert(slownessOf(1, 0).startsWith("remembers"));
    assert(slownessOf(NaN, 2).startsWith("remembers"));
  });
});
