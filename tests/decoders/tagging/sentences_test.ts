import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { manySentences } from "../../../decoders/tagging/sentences.ts";

const block = (positions: number) => new Float32Array(2 * positions);
const spans = (...parameters: Parameters<typeof manySentences>) =>
  manySentences(...parameters).map(({ offset, length }) => [offset, length]);

describe("manySentences()", () => {
  it("tells padded sentences from those that stand one after another", () => {
    assertEquals(spans(block(6), { lengths: [1, 3] }, 2), [[0, 1], [3, 3]]);
    assertEquals(spans(block(6), { lengths: [2, 4] }, 2), [[0, 2], [2, 4]]);
    assertEquals(spans(block(6), { lengths: [3, 3] }, 2), [[0, 3], [3, 3]]);
    assertEquals(spans(block(6), { shape: [3, 2] }, 2), [[0, 2], [2, 2], [4, 2]]);
    assertEquals(spans(block(6), { mask: [[1, 0, 0], [1, 1, 0]] }, 2), [[0, 1], [3, 2]]);
  });

  for (
    const [what, positions, layout, message] of [
      ["lengths that fit neither", 7, { lengths: [1, 3] }, "7 positions are not those of 2"],
      ["a length beyond its padding", 6, { lengths: [1, 4] }, "sentence 1: 4, emissions has 3"],
      ["a negative length", 6, { lengths: [-1, 3] }, "sentence 0: -1"],
      ["a length that is no number", 6, { lengths: [NaN, 3] }, "sentence 0: NaN"],
      ["a mask with a hole", 4, { mask: [[1, 1], [0, 1]] }, "sentence 1: position 1 is not"],
      ["a mask of another width", 4, { mask: [[1], [1]] }, "sentence 0: 1 positions"],
      ["a mask without rows", 4, { mask: [1, 1, 1, 0] }, "without shape"],
      ["another shape", 6, { shape: [2, 2] }, "6 positions are not those of 2 sentences of 2"],
      ["lengths of others", 6, { lengths: [3], shape: [2, 3] }, "lengths for 2 sentences: 1"],
    ] as const
  ) {
    it(`throws RangeError for ${what}`, () => {
      assertThrows(() => spans(block(positions), layout, 2), RangeError, message);
    });
  }
});
