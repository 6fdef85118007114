/**
 * Accuracies over sentences, and their differences with intervals.
 *
 * @module
 */

import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { AnswerLine } from "../../harness/store/side_tables.ts";
import { isParsed } from "./parsed_cells.ts";
import type { ParsedCell } from "./run_data.ts";
import { mean, resampledEstimate, total } from "./statistics.ts";

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
type Count = (typeof MATCHES)[keyof typeof MATCHES][number] | "right_tags" | "words";
/** As many points of LF one decoding rule may lose to the other without a word about it. */
const RULE_POINTS = 3;
/** Cells that a warning names. */
const NAMED = 3;
/** Resamples of the sentences. */
const RESAMPLES = 10_000;
const SEED = 20110620;
/** Two whole numbers below this are one that float64 holds exactly. */
const SHIFT = 2 ** 26;

/** How often each sentence is drawn, resample by resample, by the number of sentences. */
const drawn = new Map<number, Uint8Array>();

type Totals = readonly [right: Float64Array, all: Float64Array];
/** Totals of counts, by the counts: those of a baseline are in many differences. */
const totals = new Map<string, Totals>();

/**
 * The accuracy of a cell in percent: matches over all its sentences (micro), a sentence without a
 * parse left out.
 */
export function accuracyOf({ answers }: ParsedCell, metric: Metric): number {
  const parsed = answers.filter(isParsed);
  const [right, all] = countsOf(metric).map((names) =>
    parsed.reduce((sum, answer) => sum + countIn(answer, names), 0)
  );
  return 100 * right! / all!;
}

/**
 * The accuracy of a cell less that of another one, in percentage points, on the sentences that both
 * parse, and how many these are; undefined if there is none. The interval is that of a paired
 * bootstrap: each of 10,000 resamples draws sentences with replacement, for both alike, and takes
 * the micro-averages anew; its ends are the 2.5% and 97.5% quantiles.
 *
 * Source: Efron and Tibshirani 1993, Section 13.3; Berg-Kirkpatrick, Burkett and Klein 2012.
 */
export function accuracyDifference(own: ParsedCell, other: ParsedCell, metric: Metric) {
  const others = new Map(other.answers.filter(isParsed).map((answer) => [answer.sentence, answer]));
  const pairs = own.answers.filter((answer) => isParsed(answer) && others.has(answer.sentence));
  const theirs = pairs.map(({ sentence }) => others.get(sentence)!);
  const sentences = pairs.length;
  const [right, all] = totalsIn(pairs, metric);
  const [otherRight, otherAll] = totalsIn(theirs, metric);
  if (all[0] === 0 || otherAll[0] === 0) return undefined;
  const difference = (i: number) => 100 * (right[i]! / all[i]! - otherRight[i]! / otherAll[i]!);
  return { ...resampledEstimate(right.map((_, i) => difference(i))), sentences };
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

/**
 * The correlation (Pearson's) of the summed score and the accuracy of some cells on the same
 * sentences: of all of them, then of each of 10,000 resamples.
 */
export function scoreCorrelations(
  cells: readonly ParsedCell[],
  score: (answer: AnswerLine) => number,
  metric: Metric,
): Float64Array {
  const all = cells.map(({ answers }) => {
    const [right, of] = totalsIn(answers, metric);
    return { scores: resample(Float64Array.from(answers, score)), right, of };
  });
  return all[0]!.scores.map((_, i) =>
    correlation(all.map(({ scores, right, of }) => [scores[i]!, right[i]! / of[i]!]))
  );
}

/** The ratio of sums of two counts: over all answers, then over each of 10,000 resamples. */
export function resampledRatio(
  answers: readonly AnswerLine[],
  over: (answer: AnswerLine) => number,
  under: (answer: AnswerLine) => number,
): Float64Array {
  const inOrder = answers.toSorted((a, b) => a.sentence - b.sentence);
  const [some, all] = [over, under].map((of) => resample(Float64Array.from(inOrder, of)));
  return some!.map((sum, i) => sum / all![i]!);
}

/** What a metric adds up: what is right, and out of how much. */
function countsOf(metric: Metric): readonly [right: readonly Count[], all: readonly Count[]] {
  // Words whose right tag is none of the grammar's count as wrong.
  if (metric === "ST") return [["right_tags"], ["words"]];
  const [matched, predicted, gold] = MATCHES[metric[0] as keyof typeof MATCHES];
  if (metric[1] === "F") return [[matched, matched], [predicted, gold]];
  return [[matched], [metric[1] === "P" ? predicted : gold]];
}

function countIn(answer: AnswerLine, names: readonly Count[]): number {
  return names.reduce((sum, name) => sum + answer[name], 0);
}

/** What is right in answers, and out of how much: of all, then of each resample of them. */
function totalsIn(answers: readonly AnswerLine[], metric: Metric): Totals {
  const [right, all] = countsOf(metric).map((names) =>
    answers.map((answer) => countIn(answer, names))
  );
  const name = `${right}/${all}`;
  const known = totals.get(name);
  if (known !== undefined) return known;
  // Both in one number.
  const sums = resample(Float64Array.from(right!, (count, i) => count * SHIFT + all![i]!));
  const found: Totals = [
    sums.map((sum) => Math.floor(sum / SHIFT)),
    sums.map((sum) => sum % SHIFT),
  ];
  totals.set(name, found);
  return found;
}

/** Sums of a value of each sentence: of all of them, then of each of 10,000 resamples. */
function resample(values: Float64Array): Float64Array {
  const size = values.length;
  const draws = drawsOf(size);
  const sums = new Float64Array(1 + RESAMPLES);
  sums[0] = values.reduce((sum, value) => sum + value, 0);
  // Two at a time, whose sums do not wait for each other.
  for (let sample = 0; sample < RESAMPLES; sample += 2) {
    const [one, two] = [sample * size, (sample + 1) * size];
    let [first, second] = [0, 0];
    for (let i = 0; i < size; i++) {
      first += draws[one + i]! * values[i]!;
      second += draws[two + i]! * values[i]!;
    }
    [sums[1 + sample], sums[2 + sample]] = [first, second];
  }
  return sums;
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

function correlation(pairs: readonly (readonly [number, number])[]): number {
  const [x, y] = [mean(pairs, ([a]) => a), mean(pairs, ([, b]) => b)];
  const sum = (of: (a: number, b: number) => number) => total(pairs, ([a, b]) => of(a - x, b - y));
  return sum((a, b) => a * b) / Math.sqrt(sum((a) => a * a) * sum((_, b) => b * b));
}
