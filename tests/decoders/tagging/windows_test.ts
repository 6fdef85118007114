import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { manySentences } from "../../../decoders/tagging/sentences.ts";
import { tagger } from "../../../decoders/tagging/tagger.ts";
import { joinWindows, type ScoreWindow } from "../../../decoders/tagging/windows.ts";

describe("joinWindows()", () => {
  it("takes each position from the window where it is farthest from a cut", () => {
    const windows = [[0, 6], [4, 6], [8, 4]].map(([start, length], w): ScoreWindow => ({
      start: start!,
      scores: Array.from({ length: length! }, (_, i) => [w, start! + i]),
    }));
    const rows = joinWindows(windows, 2);
    assertEquals(rows.map(([window]) => window), [0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2]);
    assertEquals(rows.map(([, position]) => position), [...Array(12).keys()]);
    // One that holds the whole text has no cut, and what is whole before a cut is kept.
    const whole = { start: 0, scores: Array.from({ length: 12 }, (_, t) => [9, t]) };
    assertEquals(joinWindows([whole, ...windows.slice(1)], 2), whole.scores);
    assertEquals(joinWindows([], 2), []);
  });

  it("gives the answers of the whole text when windows are cut from it", () => {
    const transitions = [[0, -1, 2], [1, 0, -2], [-1, 1, 0]];
    const tag = tagger({ transitions, start: [1, 0, 0], end: [0, 0, 3] });
    const scores = fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9));
    const texts = fc.array(scores, { minLength: 1, maxLength: 30 });
    const cases = fc.tuple(texts, fc.integer({ min: 1, max: 8 }), fc.nat(7), fc.boolean());
    const property = fc.property(cases, ([text, size, overlap, isFlat]) => {
      const step = Math.max(1, size - overlap);
      const windows: ScoreWindow[] = [];
      for (let start = 0; start === 0 || start + size - step < text.length; start += step) {
        const rows = text.slice(start, start + size);
        windows.push({ start, scores: isFlat ? Float64Array.from(rows.flat()) : rows });
      }
      const rows = joinWindows(windows, 3);
      assertEquals(rows.map((row) => [...row]), text);
      assertEquals(tag.decode(rows, { k: 3 }), tag.decode(text, { k: 3 }));
    });
    fc.assert(property, { seed: 1 });
  });

  it("refuses gaps, starts that do not ascend and blocks that are no rows", () => {
    const one = [[1, 2]];
    const refused = [
      [[{ start: 1, scores: one }], "position 0 is in none before window 0"],
      [[{ start: 0, scores: one }, { start: 2, scores: one }], "position 1 is in none before"],
      [[{ start: 0, scores: one }, { start: 0, scores: one }], "start of window 1 behind 0: 0"],
      [[{ start: -1, scores: one }], "Cannot use the start of window 0: -1"],
      [[{ start: 0.5, scores: one }], "Cannot use the start of window 0: 0.5"],
      [[{ start: 0, scores: [1, 2, 3] }], "window 0: 3 scores are no rows of 2 labels"],
    ] as const;
    for (const [windows, message] of refused) {
      assertThrows(() => joinWindows(windows, 2), RangeError, message);
    }
    const block = [{ start: 0, scores: new Float32Array(6) }];
    assertThrows(() => joinWindows(block, -3), RangeError, "6 scores are no rows of -3 labels");
  });

  it("refuses windows that are none, or whose memory is gone", () => {
    const scores = new Float32Array(6);
    structuredClone(scores, { transfer: [scores.buffer] });
    const windows = (scores: unknown) => [{ start: 0, scores: scores as Float32Array }];
    assertThrows(() => joinWindows(windows(scores), 3), TypeError, "Cannot use window 0, detached");
    assertThrows(() => joinWindows(windows(null), 3), TypeError, "window 0, no array: null");
    assertThrows(() => joinWindows(new Array(1), 3), RangeError, "start of window 0: NaN");
  });
});

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

  const refused = [
    ["lengths that fit neither", 7, { lengths: [1, 3] }, "7 positions are not those of 2"],
    ["a length beyond its padding", 6, { lengths: [1, 4] }, "sentence 1: 4, emissions has 3"],
    ["a negative length", 6, { lengths: [-1, 3] }, "sentence 0: -1"],
    ["a length that is no number", 6, { lengths: [NaN, 3] }, "sentence 0: NaN"],
    ["a mask with a hole", 4, { mask: [[1, 1], [0, 1]] }, "sentence 1: position 1 is not"],
    ["a mask of another width", 4, { mask: [[1], [1]] }, "sentence 0: 1 positions"],
    ["a mask without rows", 4, { mask: [1, 1, 1, 0] }, "without shape"],
    ["another shape", 6, { shape: [2, 2] }, "6 positions are not those of 2 sentences of 2"],
    ["lengths of others", 6, { lengths: [3], shape: [2, 3] }, "lengths for 2 sentences: 1"],
  ] as const;
  for (const [what, positions, layout, message] of refused) {
    it(`throws RangeError for ${what}`, () => {
      assertThrows(() => spans(block(positions), layout, 2), RangeError, message);
    });
  }
});
