import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  beamSeries,
  convergedBy,
  iterationPoints,
  provenBest,
  variantOf,
} from "../../../reports/numbers/parsed_cells.ts";
import { runData } from "../../../reports/numbers/read_run.ts";
import {
  parsedCell,
  PARSING_ANSWERS,
  PARSING_ROWS,
  PARSING_RUN,
} from "../../helpers/parsing_rows.ts";
import { accuracyDifference, accuracyOf } from "../../../reports/numbers/accuracy.ts";

const DUAL = PARSING_RUN.cells.find(({ row }) => row.decoder === "dual-decomposition")!;

it("parsedCells() puts the last session's answers and traces to cells, but for the control", () => {
  assertEquals(PARSING_RUN.cells.map(({ answers }) => answers.length), [3, 3, 3]);
  assertEquals(DUAL.traces.get(1)!.length, 3);
  const again = PARSING_ANSWERS.map((answer) => ({ ...answer, session: 1, words: 9 }));
  const { cells } = runData(PARSING_ROWS, { answers: [...PARSING_ANSWERS, ...again] });
  assert(cells.every(({ answers }) => answers.every(({ words }) => words === 9)));
  assertEquals(cells[0]!.answers.length, 3);
});

it("variantOf() leaves out what is the default", () => {
  assertEquals(variantOf("baseline"), "pipeline");
  assertEquals(variantOf("bp-25"), "belief-propagation");
  assertEquals(variantOf("dd-1"), "dual-decomposition{iterations=1}");
  assertEquals(variantOf("bp-1", "risk"), "belief-propagation{iterations=1,rule=risk}");
});

it("convergedBy() counts parsed sentences that ended by themselves early enough", () => {
  const cell = parsedCell([4, 6, 8, NaN]);
  assertEquals([5, 6, 8].map((k) => convergedBy(cell, k)), [0, 1 / 3, 2 / 3]);
});

it("beamSeries() is on the sentences that all decoders parse at all beams", () => {
  const at = (beam: string, decoder: string, rightTags: readonly number[]) =>
    parsedCell(rightTags, {}, { dataset: `ewt_ccg_dev{beam=${beam},cutoff=20}`, decoder });
  const cells = [
    at("0.01", "pipeline", [5, 6, 7]),
    at("0.1", "pipeline", [4, 6, NaN]),
    at("0.1", "oracle", [NaN, 9, 9]),
  ];
  const [wide, narrow] = beamSeries({ cells }, "pipeline");
  assertEquals([wide!.beam, wide!.sentences, wide!.objective, wide!.labelledF], [0.1, 1, 6, 60]);
  assertEquals([narrow!.beam, narrow!.sentences, narrow!.objective], [0.01, 1, 6]);
  assertEquals(beamSeries({ cells }, "oracle"), []);
});

it("iterationPoints() are means over the sentences, which stay where they ended", () => {
  const best = provenBest(PARSING_RUN.cells);
  assertEquals([...best], [[0, -4], [1, -4]]);
  assertEquals(iterationPoints(DUAL, best), [
    { iteration: 1, primalGap: 1, dualGap: 1.5 },
    { iteration: 2, primalGap: 1, dualGap: 0.5 },
    { iteration: 3, primalGap: 0, dualGap: 0.25 },
  ]);
});

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

it("accuracyOf() divides what is right by what F, precision and recall are out of", () => {
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
