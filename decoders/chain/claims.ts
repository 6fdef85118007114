/**
 * What a model says of its scores, held against the scores.
 *
 * @module
 */

import { type Emissions, largestMagnitude, type Lattice, type Model } from "../lattice.ts";
import {
  FLOAT32_BITS,
  FLOAT64_BITS,
  LARGEST_FLOAT32_SUM,
  LARGEST_SUM,
  MAX_FLOAT32_EXPONENT,
  partialSumBound,
} from "./grid.ts";

/** From here on 2^−exponent is no normal number. */
const MAX_EXPONENT = 1022;

/** A flag of a model, and the bits that hold every sum if it is right. */
interface Claim {
  readonly flag: "exactSums" | "float32Exact";
  /** Of the significand, less one where differences of two sums have to fit as well. */
  readonly bits: number;
  readonly maxExponent: number;
  /** Sums that reach it refute the flag. */
  readonly limit: number;
}

const SUMS: Claim = {
  flag: "exactSums",
  bits: FLOAT64_BITS,
  maxExponent: MAX_EXPONENT,
  limit: LARGEST_SUM,
};
const SINGLES: Claim = {
  flag: "float32Exact",
  bits: FLOAT32_BITS - 1,
  maxExponent: MAX_FLOAT32_EXPONENT,
  limit: LARGEST_FLOAT32_SUM,
};

/**
 * Checks the flags `exactSums` and `float32Exact` of a model, and its `structure`, by its numbers.
 *
 * With b = T·max|n| + (T−1)·max|e| no partial sum exceeds b. If all scores are multiples of 2^−g
 * and b·2^g < 2^53, sums are exact in float64, and with 2b·2^g < 2^24 and b < 2^127 they and their
 * differences are in float32. So a flag is right for a lattice if all scores are multiples of 2^−g
 * for the largest g that its b allows, which depends on the lattice and the model alone: no call
 * depends on another. Where transitions are a sum of two matrices, max|e| is the sum of what these
 * reach.
 *
 * Sufficient, not necessary: sums may happen to be exact where this refuses. Without the flag they
 * are decoded as well, exactly, though perhaps slower. Cost: O(L²) a model, O(TL) a lattice.
 */
export class Claims {
  readonly #model: Model;
  readonly #claims: readonly Claim[];
  /** Bound of |e|, and for each claim the g of the transitions; undefined once they changed. */
  #largest: number | undefined;
  #exponents: readonly number[] = [];

  /**
   * Checks what a model says of its transitions.
   *
   * @throws RangeError naming the labels of a transition that refutes it
   */
  constructor(model: Model) {
    const { exactSums, float32Exact } = model;
    this.#model = model;
    this.#claims = [...(exactSums ? [SUMS] : []), ...(float32Exact ? [SINGLES] : [])];
    this.#read();
  }

  /** Says that transitions were changed in place: they are read again at the next lattice. */
  revise(): void {
    this.#largest = undefined;
  }

  /**
   * Checks a lattice whose scores are −∞ or finite.
   *
   * @param sentence what errors call it
   * @throws RangeError naming the number that refutes a flag
   */
  check({ length, emissions }: Lattice<Emissions>, sentence?: number): void {
    if (this.#claims.length === 0) return;
    const largest = this.#largest ?? this.#read();
    const bound = partialSumBound(length, largestMagnitude(emissions), largest);
    const { labelCount } = this.#model;
    this.#claims.forEach((claim, i) => {
      const exponent = exponentFor(claim, bound);
      if (this.#exponents[i]! > exponent) this.#refuseTransition(claim, exponent, bound);
      const at = findOffGrid(emissions, exponent);
      if (at < 0) return;
      const of = sentence === undefined ? "" : `sentence ${sentence}, `;
      const where = `emission of ${of}position ${Math.floor(at / labelCount)}, label ` +
        `${at % labelCount}`;
      throw refusal(claim, where, emissions[at]!, exponent, bound);
    });
  }

  /** Reads the transitions; returns how large they are. */
  #read(): number {
    const { transitions, structure } = this.#model;
    // What is a sum of two matrices is on their grid: they are read instead.
    if (structure !== undefined) checkStructure(this.#model);
    const parts = structure?.map((factor) => factor.transitions) ?? [transitions];
    const largest = parts.reduce((sum, scores) => sum + largestMagnitude(scores), 0);
    this.#exponents = this.#claims.map((claim) => {
      const most = exponentFor(claim, largest);
      const exponent = leastExponent(parts, most + 1);
      if (exponent > most) this.#refuseTransition(claim, most, largest);
      return exponent;
    });
    return this.#largest = largest;
  }

  #refuseTransition(claim: Claim, exponent: number, bound: number): never {
    const { labelCount, transitions, structure } = this.#model;
    const parts = structure?.map((factor) => factor.transitions) ?? [];
    for (const [part, scores] of [transitions, ...parts].entries()) {
      const size = part === 0 ? labelCount : structure![part - 1]!.size;
      const at = findOffGrid(scores, exponent);
      if (at < 0) continue;
      const of = part === 0 ? "" : ` of factor ${part - 1}`;
      const where = `transition${of} from label ${Math.floor(at / size)} to label ${at % size}`;
      throw refusal(claim, where, scores[at]!, exponent, bound);
    }
    throw new Error(`Cannot find what refutes ${claim.flag}: 2^-${exponent}`);
  }
}

/** The largest g for which sums up to a bound are exact if they are of multiples of 2^−g. */
function exponentFor({ bits, maxExponent, limit }: Claim, bound: number): number {
  if (bound === 0) return maxExponent;
  // No score but 0 is a multiple of so large a number.
  if (!(bound < limit)) return -MAX_EXPONENT;
  let exponent = bits - Math.ceil(Math.log2(bound));
  // A logarithm may be off by a little where the bound is next to a power of two.
  if (bound >= 2 ** (bits - exponent)) exponent--;
  return Math.min(maxExponent, exponent);
}

/** The least g, at most `most`, for which all scores are multiples of 2^−g; `most` if none is. */
function leastExponent(parts: readonly Float64Array[], most: number): number {
  let exponent = -MAX_EXPONENT;
  let scale = 2 ** exponent;
  for (const scores of parts) {
    for (let at = 0; at < scores.length; at++) {
      while (exponent < most && isOffGrid(scores[at]!, scale)) {
        exponent++;
        scale *= 2;
      }
    }
  }
  return exponent;
}

/** The index of the first score that is no multiple of 2^−exponent, and not −∞; −1 if all are. */
function findOffGrid(scores: Emissions, exponent: number): number {
  const scale = 2 ** exponent;
  for (let at = 0; at < scores.length; at++) {
    if (isOffGrid(scores[at]!, scale)) return at;
  }
  return -1;
}

/** Whether a score is no multiple of 1 / scale; −∞ is. */
function isOffGrid(score: number, scale: number): boolean {
  const steps = score * scale;
  // What is much smaller than a large step becomes 0.
  return steps !== Math.floor(steps) || (steps === 0 && score !== 0);
}

function refusal(
  { flag }: Claim,
  where: string,
  score: number,
  exponent: number,
  bound: number,
): RangeError {
  return new RangeError(
    `Cannot use a model that says ${flag} with the ${where}: ${score} is no multiple of ` +
      `2^${-exponent}, and sums reach ${bound} (leave ${flag} out)`,
  );
}

/** Checks that transitions are the sums of two matrices that they are said to be. */
function checkStructure({ labelCount, transitions, structure }: Model): void {
  const [first, second] = structure!;
  for (const { size, components, transitions: scores } of [first, second]) {
    if (components.length === labelCount && scores.length === size ** 2) continue;
    throw new RangeError(
      `Cannot use a structure of ${labelCount} labels with ${components.length} components and ` +
        `this number of transitions between ${size}: ${scores.length}`,
    );
  }
  const labels = new Map<number, number>();
  for (let y = 0; y < labelCount; y++) {
    const [one, other] = [first.components[y]!, second.components[y]!];
    const twin = labels.get(one * second.size + other);
    if (isBelow(one, first.size) && isBelow(other, second.size) && twin === undefined) {
      labels.set(one * second.size + other, y);
      continue;
    }
    throw new RangeError(
      `Cannot use a structure whose label ${y} is the pair (${one}, ${other})` +
        (twin === undefined ? ` of ${first.size} and ${second.size}` : `, as label ${twin} is`),
    );
  }
  for (let x = 0; x < labelCount; x++) {
    const one = first.components[x]! * first.size;
    const other = second.components[x]! * second.size;
    for (let y = 0; y < labelCount; y++) {
      const sum = first.transitions[one + first.components[y]!]! +
        second.transitions[other + second.components[y]!]!;
      const score = transitions[x * labelCount + y]!;
      if (sum === score) continue;
      throw new RangeError(
        `Cannot use a structure whose transition from label ${x} to label ${y} is ${sum}: ${score}`,
      );
    }
  }
}

function isBelow(component: number, size: number): boolean {
  return Number.isInteger(component) && component >= 0 && component < size;
}
