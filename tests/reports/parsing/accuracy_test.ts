import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { accuracyDifference, accuracyOf } from "../../../reports/parsing/accuracy.ts";
import type { ParsedCell } from "../../../reports/parsing/cells.ts";
import { convergedBy } from "../../../reports/parsing/converged.ts";
import { differenceVerdict } from "../../../reports/parsing/verdict.ts";
import { PARSING_ANSWERS } from "../../helpers/parsing_rows.ts";

/** A cell whose answers have so many right tags of ten words; NaN is no parse. */
function cellOf(rightTags: readonly number[]): ParsedCell {
  const answers = rightTags.map((right, sentence) => ({
    ...PARSING_ANSWERS[0]!,
    ...{ sentence, words: 10, right_tags: right, objective: right },
    ...{ matched_labelled: right, predicted_dependencies: 10, gold_dependencies: 10 },
    ...{ converged: right > 5 ? 1 : 0, iterations: right },
  }));
  return { row: {} as ParsedCell["row"], answers, traces: new Map() };
}

describe("accuracyDifference()", () => {
  it("is on sentences that both parse, with an interval", () => {
    const own = cellOf([10, 8, NaN, 6]);
    const other = cellOf([9, 8, 5, NaN]);
    const found = accuracyDifference(own, other, "ST")!;
    assertEquals(found.sentences, 2);
    assertAlmostEquals(found.median, 5, 1e-12);
    assertEquals([found.low!, found.high!].map(Math.round), [0, 10]);
    assertEquals(accuracyOf(own, "ST"), 80);
    assertEquals(accuracyDifference(own, cellOf([NaN, NaN, 3]), "ST"), undefined);
  });

  it("is narrower with more sentences, and the same every time", () => {
    const widths = [20, 400].map((size) => {
      const own = cellOf(Array.from({ length: size }, (_, i) => 5 + i % 5));
      const other = cellOf(Array.from({ length: size }, (_, i) => 5 + i % 4));
      const once = accuracyDifference(own, other, "LF")!;
      assertEquals(once, accuracyDifference(own, other, "LF"));
      assert(once.low! <= once.median && once.median <= once.high!);
      return once.high! - once.low!;
    });
    assert(widths[1]! < widths[0]! / 2, `${widths}`);
  });
});

describe("convergedBy()", () => {
  it("counts parsed sentences that ended by themselves early enough", () => {
    const cell = cellOf([4, 6, 8, NaN]);
    assertEquals([5, 6, 8].map((k) => convergedBy(cell, k)), [0, 1 / 3, 2 / 3]);
  });
});

describe("differenceVerdict()", () => {
  it("follows the written rules", () => {
    const judge = (published: number, median: number, low: number, high: number) =>
      differenceVerdict(published, { median, low, high });
    assertEquals(judge(0.32, 0.41, 0.1, 0.8), "within factor");
    assertEquals(judge(0.32, 1.4, 1, 1.8), "same direction");
    assertEquals(judge(0.32, -0.4, -0.7, -0.1), "differs");
    assertEquals(judge(0.02, 0.01, -0.1, 0.1), "within factor");
    assertEquals(judge(0.02, 0.5, 0.2, 0.8), "differs");
    assertEquals(judge(3.3, 0.2, -0.1, 0.5), "differs");
    assertEquals(judge(0.9, 0.6, 0.2, 0.8), "within factor");
  });
});
