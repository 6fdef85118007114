import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { accuracyDifference, accuracyOf } from "../../../reports/numbers/accuracy.ts";
import { parsedCell } from "../../helpers/parsing_rows.ts";

describe("accuracyDifference()", () => {
  it("is on sentences that both parse, with an interval", () => {
    const own = parsedCell([10, 8, NaN, 6]);
    const other = parsedCell([9, 8, 5, NaN]);
    const found = accuracyDifference(own, other, "ST")!;
    assertEquals(found.sentences, 2);
    assertAlmostEquals(found.median, 5, 1e-12);
    assertEquals([found.low!, found.high!].map(Math.round), [0, 10]);
    assertEquals(accuracyDifference(own, parsedCell([NaN, NaN, 3]), "ST"), undefined);
  });

  it("passes over resamples in which nothing is counted", () => {
    const nothing = { matched_labelled: 0, predicted_dependencies: 0, gold_dependencies: 0 };
    const withoutSecond = (right: number) => {
      const { answers, ...cell } = parsedCell([right, right]);
      return { ...cell, answers: [answers[0]!, { ...answers[1]!, ...nothing }] };
    };
    const { median, low, high } = accuracyDifference(withoutSecond(8), withoutSecond(6), "LF")!;
    assertEquals([median, low, high].map((points) => Math.round(points!)), [20, 20, 20]);
    const none = { ...withoutSecond(8), answers: withoutSecond(8).answers.slice(1) };
    assertEquals(accuracyDifference(none, none, "LF"), undefined);
  });

  it("is narrower with more sentences, and the same every time", () => {
    const widths = [20, 400].map((size) => {
      const own = parsedCell(Array.from({ length: size }, (_, i) => 5 + i % 5));
      const other = parsedCell(Array.from({ length: size }, (_, i) => 5 + i % 4));
      const once = accuracyDifference(own, other, "LF")!;
      assertEquals(once, accuracyDifference(own, other, "LF"));
      assert(once.low! <= once.median && once.median <= once.high!);
      return once.high! - once.low!;
    });
    assert(widths[1]! < widths[0]! / 2, `${widths}`);
  });
});

describe("accuracyOf()", () => {
  it("divides what is right by what F, precision and recall are out of", () => {
    const cell = parsedCell([6, NaN], {
      right_tags: 8,
      matched_unlabelled: 7,
      predicted_dependencies: 8,
      gold_dependencies: 12,
      matched_spans: 3,
      predicted_spans: 4,
      gold_spans: 6,
    });
    const metrics = ["ST", "LF", "LP", "LR", "UF", "UP", "UR", "SF", "SP", "SR"] as const;
    const percent = metrics.map((metric) => Math.round(10 * accuracyOf(cell, metric)) / 10);
    assertEquals(percent, [80, 60, 75, 50, 70, 87.5, 58.3, 60, 75, 50]);
  });
});
