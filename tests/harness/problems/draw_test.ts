import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { drawSentences } from "../../../harness/problems/draw.ts";

describe("drawSentences()", () => {
  const lengths = Array.from({ length: 1000 }, (_, index) => 1 + (index * 7919) % 1000);

  it("has one of each part of the sentences by length in every prefix of 2^j", () => {
    const drawn = drawSentences(lengths, 1000);
    assertEquals(new Set(drawn).size, 1000);
    for (const size of [2, 4, 8, 16, 64, 512]) {
      const parts = drawn.slice(0, size).map((index) =>
        Math.floor((lengths[index]! - 1) * size / 1000)
      );
      assertEquals(new Set(parts).size, size);
    }
  });

  it("begins a larger sample with a smaller one", () => {
    assertEquals(drawSentences(lengths, 300).slice(0, 40), drawSentences(lengths, 40));
  });

  it("takes ties in the order of the dataset, and all where there are fewer", () => {
    assertEquals(drawSentences([5, 5, 5], 9), [1, 2, 0]);
    assertEquals(drawSentences([], 9), []);
    assertEquals(drawSentences([3], 1), [0]);
  });

  it("passes over sentences that are too long", () => {
    const drawn = drawSentences(lengths, 50, 12);
    assertEquals(drawn.length, 12);
    assert(drawn.every((index) => lengths[index]! <= 12));
  });
});
