/**
 * Accuracies over sentences, and their differences with intervals.
 *
 * @module
 */

import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { AnswerLine } from "../../harness/store/side_tables.ts";
import { isParsed } from "./parsed_cells.ts";
import type { ParsedCell } from "./run_data.ts";
import type { Estimate } from "./statistics.ts";

/**
 * F, precision and recall of labelled dependencies (L), of unlabelled ones (U) and of labelled
 * spans (S), and the share of right tags (ST).
 */
export type Metric = "LF" | "LP" | "LR" | "UF" | "UP" | "UR" | "SF" | "SP" | "SR" | "ST";

/** What is counted by the first letter of a metric: matched, predicted and right ones. */
const MATCHES = {
  L: ["matched_labelled", "predicted_dependencies", "gold_dependencies"],
  U: ["matched_unlabelled", "predicted_dependencies", "gold_dependencies"],
  S: ["matched_spans", "predicted_spans", "gold_spans"],
} as const;
/** As many points of LF one decoding rule may lose to the other without a word about it. */
const RULE_POINTS = 3;
/** Cells that a warning names. */
const NAMED = 3;
/** Resamples of the sentences. */
const RESAMPLES = 10_000;
const SEED = 20110620;

/** A difference, and how many sentences it is on. */
export interface AccuracyDifference extends Estimate {
  readonly sentences: number;
}

/** Tables and claims ask for the same differences. */
const known = new WeakMap<
  ParsedCell,
  Map<ParsedCell, Map<Metric, AccuracyDifference | undefined>>
>();

/** How often each sentence is drawn, resample by resample, by the number of sentences. */
const drawn = new Map<number, Uint8Array>();

/**
 * The accuracy of a cell in percent: matches over all its sentences (micro), a sentence without a
 * parse left out.
 */
export function accuracyOf({ answers }: ParsedCell, metric: Metric): number {
  const counts = answers.filter(isParsed).map((answer) => countsOf(answer, metric));
  const sum = (i: 0 | 1) => counts.reduce((total, count) => total + count[i], 0);
  return 100 * sum(0) / sum(1);
}

/**
 * The accuracy of a cell less that of another one, in percentage points, on the sentences that both
 * parse; undefined if there is none. The interval is that of a paired bootstrap: each of 10,000
 * resamples draws sentences with replacement, for both alike, and takes the micro-averages anew;
 * its ends are the 2.5% and 97.5% quantiles.
 *
 * Source: Efron and Tibshirani 1993, Section 13.3; Berg-Kirkpatrick, Burkett and Klein 2012.
 */
export function accuracyDifference(
  own: ParsedCell,
  other: ParsedCell,
  metric: Metric,
): AccuracyDifference | undefined {
  const byOther = known.get(own) ?? new Map();
  known.set(own, byOther);
  const byMetric = byOther.get(other) ?? new Map();
  byOther.set(other, byMetric);
  if (!byMetric.has(metric)) byMetric.set(metric, newDifference(own, other, metric));
  return byMetric.get(metric);
}

/**
 * Says which cells lose more than 3 points of LF by their decoding rule: a rule that is so much
 * worse than the other is at fault, and what it says of decoders is not about them. Empty if there
 * are none.
 */
export function ruleWarning(cells: readonly ParsedCell[]): string {
  const losses = cells.flatMap((cell) => {
    const { dataset, decoder } = cell.row;
    const byScore = decoder.replace(/,?rule=risk/, "").replace("{,", "{").replace("{}", "");
    const twin = decoder === byScore
      ? undefined
      : cells.find(({ row }) => row.dataset === dataset && row.decoder === byScore);
    if (twin === undefined) return [];
    const gain = accuracyOf(cell, "LF") - accuracyOf(twin, "LF");
    const { row } = gain < 0 ? cell : twin;
    return [{ name: `${row.dataset}/${row.decoder}`, loss: Math.abs(gain) }];
  });
  const wrong = losses.filter(({ loss }) => loss > RULE_POINTS).sort((a, b) => b.loss - a.loss);
  if (wrong.length === 0) return "";
  const named = wrong.slice(0, NAMED).map(({ name, loss }) => `${name} by ${loss.toFixed(1)}`);
  const others = wrong.length > NAMED ? `, and ${wrong.length - NAMED} others` : "";
  return `Beware: of ${losses.length} cells that are decoded by both rules, ${wrong.length} lose ` +
    `more than ${RULE_POINTS} points of LF by the rule alone: ${named.join(", ")}${others}. ` +
    "What they say is about the rule.";
}

function newDifference(
  own: ParsedCell,
  other: ParsedCell,
  metric: Metric,
): AccuracyDifference | undefined {
  const others = new Map(other.answers.filter(isParsed).map((answer) => [answer.sentence, answer]));
  const pairs = own.answers.filter((answer) => isParsed(answer) && others.has(answer.sentence));
  const theirs = pairs.map(({ sentence }) => others.get(sentence)!);
  const column = (answers: readonly AnswerLine[], i: 0 | 1) =>
    Int32Array.from(answers, (answer) => countsOf(answer, metric)[i]);
  const [right, all] = [column(pairs, 0), column(pairs, 1)];
  const [otherRight, otherAll] = [column(theirs, 0), column(theirs, 1)];
  if (!all.some((value) => value > 0)) return undefined;
  const size = pairs.length;
  const draws = drawsOf(size);
  const isSame = right.every((value, i) => value === otherRight[i] && all[i] === otherAll[i]);
  // One system as two: whatever is drawn, there is no difference.
  if (isSame) return { median: 0, low: 0, high: 0, sentences: pairs.length };
  const differences = new Float64Array(RESAMPLES);
  for (let sample = 0; sample < RESAMPLES; sample++) {
    const start = sample * size;
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let i = 0; i < size; i++) {
      const times = draws[start + i]!;
      // Whole numbers: integer arithmetic is exact, and several times as fast.
      a = (a + Math.imul(times, right[i]!)) | 0;
      b = (b + Math.imul(times, all[i]!)) | 0;
      c = (c + Math.imul(times, otherRight[i]!)) | 0;
      d = (d + Math.imul(times, otherAll[i]!)) | 0;
    }
    differences[sample] = 100 * (a / b - c / d);
  }
  differences.sort();
  const sum = (values: Int32Array) => values.reduce((total, value) => total + value, 0);
  return {
    median: 100 * (sum(right) / sum(all) - sum(otherRight) / sum(otherAll)),
    low: differences[Math.floor(0.025 * RESAMPLES)]!,
    high: differences[Math.ceil(0.975 * RESAMPLES) - 1]!,
    sentences: size,
  };
}

/** What a metric counts in an answer: what is right, and out of how much. */
function countsOf(answer: AnswerLine, metric: Metric): readonly [right: number, all: number] {
  // Words whose right tag is none of the grammar's count as wrong.
  if (metric === "ST") return [answer.right_tags, answer.words];
  const [matched, predicted, gold] = MATCHES[metric[0] as keyof typeof MATCHES];
  switch (metric[1]) {
    case "F":
      return [2 * answer[matched], answer[predicted] + answer[gold]];
    case "P":
      return [answer[matched], answer[predicted]];
    default:
      return [answer[matched], answer[gold]];
  }
}

function drawsOf(size: number): Uint8Array {
  const made = drawn.get(size);
  if (made !== undefined) return made;
  const random = xoroshiro128plus(SEED);
  const draws = new Uint8Array(RESAMPLES * size);
  for (let sample = 0; sample < RESAMPLES; sample++) {
    const start = sample * size;
    for (let i = 0; i < size; i++) {
      // 32 bits: of a few thousand sentences none is drawn more often by a millionth.
      draws[start + Math.floor((random.next() >>> 0) / 2 ** 32 * size)]!++;
    }
  }
  drawn.set(size, draws);
  return draws;
}
