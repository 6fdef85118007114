import { assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { ParsedCell } from "../../../reports/numbers/run_data.ts";
import { summarize } from "../../../reports/numbers/summary.ts";
import {
  accuracies,
  between,
  convergesFirst,
  correlations,
  largerSpaceOf,
  moreTags,
  nearlyAllConverge,
  spaceSpeeds,
  speeds,
  trends,
} from "../../../reports/papers/_parsing_judges.ts";
import type { Judge } from "../../../reports/papers/contract.ts";
import { parsedCell, PARSING_ROWS } from "../../helpers/parsing_rows.ts";
import { aRun } from "../../helpers/run_data.ts";

const BELIEFS = "belief-propagation{iterations=1000}";
const DUAL = "dual-decomposition{iterations=1000}";

/** A cell of dev whose answers have so many right spans, tags and dependencies of ten. */
function dev(
  settings: string,
  decoder: string,
  right: readonly number[],
  answer: Partial<ParsedCell["answers"][number]> = {},
): ParsedCell {
  return parsedCell(right, answer, { dataset: `ewt_ccg_dev{${settings}}`, decoder });
}

/** What a judge says of some cells: the subject, our figure and the vote. */
function votes({ evidence }: Judge, ...cells: readonly ParsedCell[]): string[] {
  return evidence(aRun({ cells })).map(({ subject, ours, outcome }) =>
    `${subject}: ${ours}, ${outcome}`
  );
}

describe("accuracies()", () => {
  const reverse = (right: readonly number[]) => dev("space=reverse", "oracle", right);
  const ast = dev("space=ast", "oracle", [5, 5]);
  const [lower, equal, higher] = [reverse([3, 4]), reverse([5, 5]), reverse([7, 8])];
  const outcomes = (says: Parameters<typeof accuracies>[0]) =>
    [lower, equal, higher].map((cell) => {
      const judge = accuracies(says, largerSpaceOf("SF", "oracle"));
      return judge.evidence(aRun({ cells: [cell, ast] }))[0]!.outcome;
    });

  it("asks all of an interval", () => {
    assertEquals(outcomes("above"), ["against", "tie", "for"]);
    assertEquals(outcomes("below"), ["for", "tie", "against"]);
    assertEquals(outcomes("not above"), ["for", "for", "against"]);
    assertEquals(outcomes({ near: 0.3 }), ["against", "for", "against"]);
    assertEquals(outcomes({ near: 31 }), ["for", "for", "for"]);
    assertEquals(outcomes({ within: 15 }), ["tie", "for", "for"]);
    assertEquals(outcomes({ within: 1 }), ["against", "for", "for"]);
    assertEquals(outcomes({ like: 30 }), ["against", "against", "for"]);
    assertEquals(outcomes({ like: -12 }), ["for", "against", "against"]);
    assertEquals(outcomes({ like: 70 }), ["against", "against", "against"]);
    assertEquals(outcomes({ like: 50 }), ["against", "against", "tie"]);
  });

  it("names what is compared, and says nothing of what is not there", () => {
    assertEquals(votes(accuracies("above", largerSpaceOf("SF", "oracle")), higher, ast), [
      "dev, reverse − ast, SF: +25.00 [+20.00, +30.00], LF +25.00, for",
    ]);
    const pairs = between("ST", [["bp-1", "baseline"]], { rules: ["viterbi"] });
    const cells = [
      dev("space=ast", "belief-propagation{iterations=1}", [7, 7]),
      dev("space=ast", "pipeline", [6, 6]),
      dev("space=reverse", "pipeline", [6, 6]),
    ];
    assertEquals(votes(accuracies("above", pairs), ...cells), [
      "dev ast, bp-1 − baseline, viterbi, ST: +10.00 [+10.00, +10.00], for",
    ]);
  });
});

it("judges of convergence count the share of sentences", () => {
  const cells = [dev("space=ast", DUAL, [6, 7, 7, NaN]), dev("space=ast", BELIEFS, [3, 7, 7])];
  assertEquals(votes(nearlyAllConverge(97), ...cells), [
    "dev ast, belief-propagation: 66.67% [0, 100], tie",
    // Of three sentences chance makes as much.
    "dev ast, dual-decomposition: 100.00% [100, 100], tie",
  ]);
  assertEquals(votes(nearlyAllConverge(97), dev("space=ast", DUAL, Array(100).fill(7))), [
    "dev ast, dual-decomposition: 100.00% [100, 100], for",
  ]);
  assertEquals(votes(nearlyAllConverge(97), dev("space=ast", BELIEFS, Array(100).fill(3))), [
    "dev ast, belief-propagation: 0.00% [0, 0], against",
  ]);
  assertEquals(votes(convergesFirst(6, [2, 3]), ...cells), [
    "dev ast, limit 1e-3: DD 33.3%, BP 0.0%, tie",
  ]);
  const [six, seven] = [[6, 6, 6, 6], [7, 7, 7, 7]];
  const all = (dd: number[], bp: number[]) =>
    votes(convergesFirst(6, [3]), dev("space=ast", DUAL, dd), dev("space=ast", BELIEFS, bp))[0]!
      .split(", ").at(-1);
  assertEquals([all(six, seven), all(seven, six), all(six, six)], ["for", "against", "tie"]);
  const unparsed = [dev("space=ast", DUAL, [NaN]), dev("space=ast", BELIEFS, [NaN])];
  assertEquals(votes(nearlyAllConverge(97), ...unparsed), []);
  assertEquals(votes(convergesFirst(6, [3]), ...unparsed), []);
  assertStringIncludes(nearlyAllConverge(97).rule!, "is above 97%, against if");
  assertStringIncludes(convergesFirst(6, [2, 3]).rule!, "within 6 iterations");
  assertStringIncludes(convergesFirst(6, [2, 3]).rule!, "below 1e-2 or 1e-3 as");
});

describe("judges of beams", () => {
  const beam = (width: string, decoder: string, right: readonly number[], score: number) =>
    dev(`beam=${width},cutoff=20`, decoder, right, { parser_score: score, objective: -score });
  const narrow = beam("0.1", "pipeline", [6, 6], 1);
  const cells = [narrow, beam("0.01", "pipeline", [5, 6], 2)];

  it("follow a decoder from the narrowest to the widest", () => {
    const judge = trends([
      ["score", "pipeline", "parserScore", "rises"],
      ["F", "pipeline", "labelledF", "falls"],
    ]);
    // Of the first sentence F falls, of the second it stays: drawn twice, it is a tie.
    assertEquals(votes(judge, ...cells), [
      "dev, score, by construction: 2.00 → 4.00 (2 sentences), for",
      "dev, F: 60.00 → 55.00 (2 sentences), −5.00 [−10.00, 0.00], tie",
    ]);
    const all = [narrow, beam("0.01", "pipeline", [5, 5], 2)];
    const better = [narrow, beam("0.01", "pipeline", [7, 7], 2)];
    const ends = [all, better].map((own) => votes(judge, ...own)[1]!.split(", ").at(-1));
    assertEquals(ends, ["for", "against"]);
    assertEquals(judge.evidence(aRun({ cells })).map(({ votes }) => votes), [false, true]);
    assertEquals(votes(judge, narrow), []);
  });

  it("correlate scores and F of three beams or more, over all draws of the sentences", () => {
    const judge = correlations(["oracle"], "pipeline");
    /** A cell for each beam: so much right in each of two sentences, while scores rise. */
    const series = (decoder: string, right: readonly (readonly number[])[]) =>
      right.map((one, i) =>
        dev(`beam=${10 ** -i},cutoff=20`, decoder, one, { parser_score: i, objective: i })
      );
    const found = (oracle: number[][], pipeline: number[][]) =>
      votes(judge, ...series("oracle", oracle), ...series("pipeline", pipeline));
    const [rising, falling] = [[[1, 1], [2, 2], [3, 3]], [[3, 3], [2, 2], [1, 1]]];
    assertEquals(found(rising, falling), [
      "dev, oracle: 1.00, pipeline −1.00: +2.00 [+2.00, +2.00], for",
    ]);
    assertEquals(found(falling, rising)[0]!.split(", ").at(-1), "against");
    // Ours is nearly as much correlated: by the first sentence more so, by the second less.
    assertEquals(found([[5, 5], [6, 5], [7, 4]], [[5, 5], [6, 5], [6, 6]]), [
      "dev, oracle: 0.87, pipeline 1.00: −0.13 [−1.73, +0.13], tie",
    ]);
    assertEquals(found(rising.slice(1), falling.slice(1)), []);
    assertStringIncludes(judge.rule!, "if that of oracle is higher than that of the pipeline, ");
  });

  it("count the tags a word", () => {
    const wide = dev("last", "pipeline", [1, 1], { slots: 30 });
    const [one, other] = wide.answers;
    const uneven = { ...wide, answers: [one!, { ...other!, slots: 50 }] };
    const judge = (factor: number) => moreTags(factor, ["beam=0.1,cutoff=20", "last"], "1 → 4");
    assertEquals(votes(judge(2), narrow, wide), ["dev: 0.80 → 3.00, 3.75× [3.75, 3.75], for"]);
    assertEquals(votes(judge(8), narrow, wide), ["dev: 0.80 → 3.00, 3.75× [3.75, 3.75], against"]);
    assertEquals(votes(judge(8), narrow, uneven), ["dev: 0.80 → 4.00, 5.00× [3.75, 6.25], tie"]);
    assertStringIncludes(judge(8).rule!, "is within a factor of 2 of 8.0, as published, against");
  });
});

describe("judges of speeds", () => {
  /** Dev in a space, with so many milliseconds a round. */
  const timed = (space: string, decoder: string, elapsed_ms: number, role: "rival" | "control") =>
    [1, 2].map((round) => ({
      ...PARSING_ROWS[0]!,
      decoder,
      decoder_base: decoder,
      dataset: `ewt_ccg_dev{space=${space}}`,
      round,
      elapsed_ms,
      role: decoder === "pipeline" ? "baseline" as const : role,
    }));
  const of = ({ evidence }: Judge, rounds = 10, items = 30_000) => {
    const summary = summarize([
      ...timed("ast", "pipeline", 10, "rival"),
      ...timed("ast", "control", 10.5, "control"),
      ...timed("ast", "belief-propagation", rounds, "rival"),
      ...timed("reverse", "pipeline", 10 * rounds, "rival"),
      ...timed("reverse", "control", 10.5 * rounds, "control"),
    ]);
    const cells = [dev("space=reverse", "pipeline", [5], { items })];
    return evidence(aRun({ summary, cells })).map(({ ours, outcome }) => `${ours} ${outcome}`);
  };

  it("ask for more than the error of measurement", () => {
    const pairs = speeds([["baseline", "bp-25"]]);
    assertEquals(of(pairs, 20), ["2.00× for"]);
    assertEquals(of(pairs, 10.1), ["1.01× tie"]);
    assertEquals(of(pairs, 5), ["0.50× against"]);
  });

  it("compare spaces within limits", () => {
    const judge = spaceSpeeds(11);
    assertEquals(of(judge, 10), ["10.0 for"]);
    assertEquals(of(judge, 5.4), ["5.4 tie"]);
    assertEquals(of(judge, 3), ["3.0 against"]);
    assertEquals(of(judge, 40), ["40.0 against"]);
    // No forest is larger than the control's limit.
    assertEquals(of(judge, 10, 20_000), []);
    assertStringIncludes(judge.rule!, "for if within a factor of 2 of 11 by more than the error");
  });
});
