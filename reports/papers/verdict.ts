/**
 * Whether a number of a run says what the published one says, by written rules.
 *
 * @module
 */

import { type Estimate, FEW_ROUNDS } from "../numbers/statistics.ts";

/** How far a count may be from the published one and be about the same, as a share. */
export const ITERATIONS_NEAR = 0.15;
/** How far two ratios of speeds may be apart and agree, as a factor. */
export const SPEED_FACTOR = 2;
/** A published ratio within this factor of 1 says neither faster nor slower. */
export const NEAR_ONE = 1.1;
/** A published difference of so many points says neither better nor worse. */
export const NEAR_NONE = 0.1;
/** Wrong answers that are to be expected at least where finding none says something. */
export const LEAST_EXPECTED = 3;
/** How far a fitted exponent may be from the stated one and agree. */
const EXPONENT_NEAR = 0.25;
/** 95% quantile of χ² with a degree of freedom: what counts differ by, if not by chance. */
export const CHI_SQUARE = 3.84;

/** What a run says about one published number. */
export type PaperVerdict =
  | "baseline"
  | "within factor"
  | "same direction"
  | "differs"
  | "by construction"
  | "not the paper's"
  | "not testable here";

/** How two speeds of ours are compared, for the pages. */
export const COMPARED: string =
  "Two decoders are compared round by round on the sentences that both were timed on or, where no " +
  `rounds of theirs were side by side, by the medians of both. ${FEW_ROUNDS}`;

/** What the error of measurement is, for the pages. */
export const CONTROL =
  "Viterbi against itself on the same dataset, at the same k or, without a control there, at its worst";
const ITERATIONS_PERCENT = `${100 * ITERATIONS_NEAR}%`;
const NEAR_PERCENT = `${(100 * NEAR_ONE - 100).toFixed(0)}%`;

/** How verdicts are made, for the pages. */
export const PAPER_RULES: readonly string[] = [
  "Each cell gives the published number, ours, both relative to the baseline of that table, and a " +
  "verdict. Speeds of machines of 2010–2012 are never compared with ours: only the ratios within " +
  "a table are. The corpora and the features are others, too, so ratios are not expected to be " +
  "equal; and our Viterbi is a tuned loop: a plainer one makes every ratio to it larger. " +
  COMPARED,
  "Within factor: a ratio of speeds or times is on the same side of 1 (faster or slower than the " +
  `baseline) as the published one and within ${SPEED_FACTOR}× of it, either way, or both are ` +
  "near 1. Same direction: it is farther away, on the same side of 1; the verdict says how many " +
  "times larger or smaller. Differs: it is on the other side, or it is near 1 and the published " +
  `one is not, or the reverse, and the two are more than ${NEAR_PERCENT} apart. Near 1 is a ` +
  `ratio within ${NEAR_PERCENT}, or one of ours that is within the error of measurement ` +
  `(${CONTROL}; ${NEAR_PERCENT} without it) or whose interval holds 1. If that error or ` +
  "the interval holds a ratio that would agree as well as one that would not, or where both are " +
  "near 1 reaches twice as far, the cell is not testable here.",
  "Counts and shares do not depend on the machine and are compared as they are. Iterations are " +
  `within factor up to ${ITERATIONS_PERCENT} away, shares of exact answers where the odds of a ` +
  `failure are within ${SPEED_FACTOR}×, fitted exponents of L within ${EXPONENT_NEAR} of the ` +
  "stated one. Beyond that, same direction means: on the same side of the table's baseline as " +
  `published (iterations, by more than ${NEAR_PERCENT}, and not testable where the baseline was ` +
  "not counted on the same sentences); nearer to the stated exponent than to the baseline's; " +
  "failing sometimes as published, too (shares). The verdict says how far away. A share that is " +
  "farther away is not testable where its 95% interval (Wilson 1927) holds one that would agree.",
  "By construction: the number can come out in no other way (the share of exact answers of an exact " +
  "decoder, the work of a decoder that never prunes) or was chosen here (the sizes of corpora); " +
  "it speaks neither for the paper nor against it. Not testable here: this run has no such number, " +
  "or the paper has none, for the reason given. A cell whose answers are wrong or unchecked counts " +
  "as not measured. Baseline: what the others refer to, 1 by definition.",
];

/** Whether two positive numbers are within a factor of each other. */
export function isWithin(a: number, b: number, factor: number): boolean {
  return Math.max(a / b, b / a) <= factor;
}

/**
 * The verdict on a ratio of speeds. `tie` is the error of measurement: the factor within which ours
 * cannot be told from 1.
 *
 * @example
 * ```ts
 * import { ratioVerdict } from "./verdict.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const judge = (published: number, ours: number, tie = 1.05) =>
 *   ratioVerdict(published, { median: ours, low: ours, high: ours }, tie);
 * assertEquals(judge(20, 12), "within factor");
 * assertEquals(judge(20, 3), "same direction");
 * assertEquals(judge(20, 0.5), "differs");
 * assertEquals(judge(2, 1.02), "differs");
 * assertEquals(judge(0.95, 1.01), "within factor");
 * assertEquals(judge(0.95, 1.4), "differs");
 * assertEquals(judge(8, 1.5, 3), "not testable here");
 * ```
 */
export function ratioVerdict(published: number, ours: Estimate, tie: number): PaperVerdict {
  const { median, low = median, high = median } = ours;
  const isTied = low <= 1 && high >= 1;
  const theirs = side(published, NEAR_ONE);
  const our = isTied ? 0 : side(median, Math.max(tie, NEAR_ONE));
  // What ours may be as well, and whether that is surely near 1.
  const [least, most] = [Math.min(low, median / tie), Math.max(high, median * tie)];
  const [from, to] = [published / NEAR_ONE, published * NEAR_ONE];
  if (least >= from && most <= to) return "within factor";
  const isNear = least <= to && most >= from;
  if (our !== 0) {
    if (theirs === -our) return "differs";
    if (least <= NEAR_ONE && most >= 1 / NEAR_ONE) return "not testable here";
    if (theirs === 0) return isNear ? "not testable here" : "differs";
    return isWithin(published, median, SPEED_FACTOR) ? "within factor" : "same direction";
  }
  const isNearOne = least >= 1 / NEAR_ONE && most <= NEAR_ONE;
  if (theirs === 0) {
    const isBoth = [least, most].every((end) => isWithin(1, end, NEAR_ONE ** 2));
    return isBoth ? "within factor" : "not testable here";
  }
  const isInReach = published >= least / SPEED_FACTOR && published <= most * SPEED_FACTOR;
  return isNear || isInReach && !isNearOne ? "not testable here" : "differs";
}

/**
 * How a positive number lies to the published one, for people.
 *
 * @example
 * ```ts
 * import { distanceText } from "./verdict.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const texts = [distanceText(1120, 46), distanceText(2, 5)];
 * assertEquals(texts, ["24 times smaller", "2.5 times larger"]);
 * ```
 */
export function distanceText(published: number, ours: number): string {
  const factor = Math.max(published / ours, ours / published);
  const digits = factor < 10 ? 1 : 0;
  return `${factor.toFixed(digits)} times ${ours < published ? "smaller" : "larger"}`;
}

/**
 * The verdict on a mean count. Both ratios are to the table's baseline. The published one is
 * undefined for the baseline itself, which has no direction, as one near 1 has none; ours where the
 * baseline was not counted on the same sentences, so that nobody knows the direction.
 *
 * @example
 * ```ts
 * import { countVerdict } from "./verdict.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(countVerdict(10, 11.4, undefined, undefined), "within factor");
 * assertEquals(countVerdict(10, 20, undefined, undefined), "differs");
 * assertEquals(countVerdict(10, 20, 2, 3), "same direction");
 * assertEquals(countVerdict(10, 20, 2, 0.5), "differs");
 * assertEquals(countVerdict(10, 20, 1.02, 1.03), "differs");
 * assertEquals(countVerdict(10, 20, 2, undefined), "not testable here");
 * ```
 */
export function countVerdict(
  published: number,
  ours: number,
  publishedRatio: number | undefined,
  ratio: number | undefined,
): PaperVerdict {
  if (Math.abs(ours / published - 1) <= ITERATIONS_NEAR) return "within factor";
  const theirs = publishedRatio === undefined ? 0 : side(publishedRatio, NEAR_ONE);
  if (theirs === 0) return "differs";
  if (ratio === undefined) return "not testable here";
  return theirs === side(ratio, NEAR_ONE) ? "same direction" : "differs";
}

/**
 * The verdict on a share of exact answers, both in percent, ours of so many sentences: by the odds
 * of a failure, since 99.8% and 96.6% are both near 100 and 17 times apart. One that is too far
 * away says so only if a decoder whose share would just agree seldom fails as often.
 *
 * Source: Wilson, Probable Inference, the Law of Succession, and Statistical Inference, 1927.
 *
 * @example
 * ```ts
 * import { shareVerdict } from "./verdict.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(shareVerdict(99.5, 99.2, 800), "within factor");
 * assertEquals(shareVerdict(99.8, 96.6, 800), "same direction");
 * assertEquals(shareVerdict(95, 100, 800), "differs");
 * assertEquals(shareVerdict(99.9, 100, 800), "not testable here");
 * ```
 */
export function shareVerdict(published: number, ours: number, sentences: number): PaperVerdict {
  const [theirs, our] = [failureOdds(published), failureOdds(ours)];
  if (theirs === our || our > 0 && isWithin(theirs, our, SPEED_FACTOR)) return "within factor";
  if (theirs === 0) return "differs";
  const odds = our > theirs ? theirs * SPEED_FACTOR : theirs / SPEED_FACTOR;
  const nearest = odds / (1 + odds);
  const isChance = sentences * (1 - ours / 100 - nearest) ** 2 <=
    CHI_SQUARE * nearest * (1 - nearest);
  return isChance ? "not testable here" : our > 0 ? "same direction" : "differs";
}

/** The odds of a failure by the share of exact answers in percent. */
export function failureOdds(share: number): number {
  return (100 - share) / share;
}

/**
 * The verdict on a fitted exponent, beside the one of the baseline.
 *
 * @example
 * ```ts
 * import { exponentVerdict } from "./verdict.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(exponentVerdict(1, 1.2, 2), "within factor");
 * assertEquals(exponentVerdict(0, 0.96, 2), "same direction");
 * assertEquals(exponentVerdict(0, 1.1, 2), "differs");
 * assertEquals(exponentVerdict(2, 2.62, 2), "differs");
 * assertEquals(exponentVerdict(2, 2.1, 2), "within factor");
 * ```
 */
export function exponentVerdict(stated: number, fitted: number, baseline: number): PaperVerdict {
  const distance = Math.abs(stated - fitted);
  if (distance <= EXPONENT_NEAR) return "within factor";
  return distance < Math.abs(fitted - baseline) ? "same direction" : "differs";
}

/** The largest power of L in a complexity as printed: 2 in TL^2+KTL, 1 in TL log L, 0 in T+KT. */
export function powerOfLabels(complexity: string): number {
  return /L(\^2|²)/.test(complexity) ? 2 : complexity.includes("L") ? 1 : 0;
}

/**
 * The verdict on a difference of accuracies, in percentage points: a direction needs the whole
 * interval, and no difference comes nearer to the published one because its interval is wide.
 *
 * @example
 * ```ts
 * import { differenceVerdict } from "./verdict.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const judge = (published: number, median: number, low: number, high: number) =>
 *   differenceVerdict(published, { median, low, high });
 * assertEquals(judge(0.32, 0.41, 0.1, 0.8), "within factor");
 * assertEquals(judge(0.9, 0.6, 0.2, 0.8), "within factor");
 * assertEquals(judge(0.02, 0.01, -0.1, 0.1), "within factor");
 * assertEquals(judge(0.32, 1.4, 1, 1.8), "same direction");
 * assertEquals(judge(0.18, 0.47, 0.12, 0.83), "same direction");
 * assertEquals(judge(-0.28, -0.84, -1.48, -0.21), "same direction");
 * assertEquals(judge(0.32, -0.4, -0.7, -0.1), "differs");
 * assertEquals(judge(0.02, 0.5, 0.2, 0.8), "differs");
 * assertEquals(judge(3.3, 0.2, -0.1, 0.5), "differs");
 * assertEquals(judge(-0.02, -0.26, -0.9, 0.37), "not testable here");
 * assertEquals(judge(0.33, 0.04, -0.4, 0.5), "not testable here");
 * assertEquals(judge(0.05, 0.3, 0.02, 0.6), "not testable here");
 * ```
 */
export function differenceVerdict(published: number, ours: Estimate): PaperVerdict {
  const { median, low = median, high = median } = ours;
  const theirs = Math.abs(published) < NEAR_NONE ? 0 : Math.sign(published);
  const our = low > 0 ? 1 : high < 0 ? -1 : 0;
  // What an interval holds beside 0, or beside what is none, says nothing.
  const isIn = published >= low && published <= high;
  if (theirs !== our) return isIn ? "not testable here" : "differs";
  if (our === 0) {
    return Math.max(-low, high) <= SPEED_FACTOR * NEAR_NONE ? "within factor" : "not testable here";
  }
  // By the median alone: nothing comes nearer by being measured badly.
  const isNear = isWithin(Math.abs(published), Math.abs(median), SPEED_FACTOR);
  return isNear ? "within factor" : "same direction";
}

/** 1 above, −1 below, 0 within the factor of 1. */
function side(ratio: number, factor: number): number {
  return ratio > factor ? 1 : ratio < 1 / factor ? -1 : 0;
}
