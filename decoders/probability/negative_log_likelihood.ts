/**
 * The negative log-likelihood of labels: the loss of a chain CRF, with its gradient.
 *
 * @module
 */

import { shown } from "../chain/score_check.ts";
import { checkShape } from "./score_check.ts";
import { newWork } from "../contract.ts";
import type { Lattice, Model } from "../lattice.ts";
import { type Estimate, type NodeError, ROUNDOFF, type SumOptions } from "./estimate.ts";
import { changeOf, pathError } from "./log_partition.ts";
import { openSums } from "./open_sums.ts";

/** Stands for a label that is not known. */
export const UNLABELLED: number = -1;

/** Options of the loss. */
export interface LossOptions extends SumOptions {
  /**
   * Ascending indices x·L + y of the transitions that have weights. All others are 0 for good.
   * Gradients are of these alone, one number an entry. All L² if they are not given.
   */
  readonly entries?: Int32Array;
}

/** Where derivatives go: arrays as long as this, or longer. */
export interface LossGradient {
  /** T×L, overwritten: ∂/∂n_t(y) = p(y_t = y) − [y is gold at t]. */
  readonly emissions: Float64Array;
  /** L×L, or one an entry, added to: ∂/∂e(x, y) = expected uses − uses in the gold labels. */
  readonly transitions: Float64Array;
}

/** How far derivatives may be off that one sentence gives. */
export interface GradientError {
  /** Each of those in the emissions. */
  readonly emissions: number;
  /**
   * Each of those in the transitions. Adding them to what other sentences gave rounds in addition,
   * by 2⁻⁵³ of the sum at most each of 2T times.
   */
  readonly transitions: number;
}

/** A loss, with the errors of its derivatives if they were asked for. */
export interface LossEstimate extends Estimate {
  /** The error of all derivatives, |computed − exact|, is at most this; never ∞. */
  readonly gradientError?: GradientError;
}

/** Finds −ln p(gold), and derivatives if they are asked for. */
export interface Loss {
  /**
   * The loss of a sentence.
   *
   * @param gold T labels; `UNLABELLED` for those that are not known
   * @param sentence what errors call it
   * @throws RangeError naming the sentence, the position and the labels if they are not T, are no
   * labels, or use what is forbidden, and for scores that will not do; naming the sentence if no
   * path has the known labels, and for a gradient that has too little room
   * @throws TypeError naming the sentence for a gradient that is to go to no Float64Array
   */
  (
    lattice: Lattice,
    gold: ArrayLike<number>,
    gradient?: LossGradient,
    sentence?: number,
  ): LossEstimate;
  /**
   * Follows changes in place of the model's transitions. Cost: O(L²), or of the entries.
   *
   * @throws RangeError naming the labels of a transition that is NaN, +∞ or too large
   */
  revise(): void;
}

/**
 * Prepares the negative log-likelihood of a model's lattices: −ln p(y) = ln Z − score(y).
 *
 * The gradient is by hand: expected less observed, with expectations from one pass in each
 * direction. What is forbidden has a derivative of exactly 0, none is NaN, and how far they may be
 * off is known in every arithmetic (`PROOFS.md` in this folder). Start and end scores are folded
 * into the first and the last row; their derivatives are those of these rows.
 *
 * Where labels are known in part, the loss is −ln of the probability that a path has them: ln Z
 * less ln Z of the lattice that `constrain` makes, whose expectations stand for what was observed.
 * If none is known, loss and derivatives are 0.
 *
 * The same bits for a sentence whatever was done before and with either kernel; the gradient of
 * several sentences depends on their order. Buffers are kept, so that a sentence allocates little.
 *
 * Cost: that of `marginals`, and L² a position for the expected uses, or one for each entry; twice
 * that where labels are known in part.
 *
 * Source: Lafferty, McCallum and Pereira 2001, Section 3; Sha and Pereira 2003, Section 3; for
 * labels that are known in part Tsuboi et al. 2008.
 *
 * @example
 * ```ts
 * import { negativeLogLikelihood } from "./negative_log_likelihood.ts";
 * import { assertAlmostEquals } from "@std/assert";
 *
 * const model = { labelCount: 2, transitions: new Float64Array(4) };
 * const loss = negativeLogLikelihood(model);
 * const gradient = { emissions: new Float64Array(4), transitions: new Float64Array(4) };
 * const { value } = loss({ length: 2, emissions: new Float64Array(4) }, [0, 1], gradient);
 * assertAlmostEquals(value, Math.log(4), 1e-15);
 * [-0.5, 0.5, 0.5, -0.5].forEach((d, i) => assertAlmostEquals(gradient.emissions[i]!, d, 1e-15));
 * [0.25, -0.75, 0.25, 0.25].forEach((d, i) =>
 *   assertAlmostEquals(gradient.transitions[i]!, d, 1e-15)
 * );
 * ```
 */
export function negativeLogLikelihood(model: Model, options: LossOptions = {}): Loss {
  const { labelCount, transitions } = model;
  const { entries, ...others } = options;
  const { scoreError = 0 } = others;
  const sums = openSums(model, others, entries);
  const counted = (entries ?? transitions).length;
  const work = newWork();
  const loss = (
    lattice: Lattice,
    gold: ArrayLike<number>,
    gradient?: LossGradient,
    sentence?: number,
  ): LossEstimate => {
    const { length, emissions } = lattice;
    checkShape(labelCount, lattice, sentence);
    if (gradient !== undefined) {
      checkRoom("emissions", gradient.emissions, emissions.length, sentence);
      checkRoom("transitions", gradient.transitions, counted, sentence);
    }
    const isWhole = checkGold(model, lattice, gold, sentence);
    if (!isWhole) return partial(lattice, gold, gradient, sentence);
    // Gold labels are a path, so that there is one.
    const { log, error } = sums.forward(lattice, work, sentence)!;
    for (let t = 0; t < length; t++) {
      log.add(-emissions[t * labelCount + gold[t]!]!);
      if (t > 0) log.add(-transitions[gold[t - 1]! * labelCount + gold[t]!]!);
    }
    const errors = error + log.error + 2 * pathError(length, scoreError);
    if (gradient === undefined) return { value: log.value, error: errors };
    const pass = sums.backward(gradient.emissions, work);
    sums.addExpected(gradient.transitions);
    for (let t = 0; t < length; t++) gradient.emissions[t * labelCount + gold[t]!]! -= 1;
    for (let t = 1; t < length; t++) {
      const edge = gold[t - 1]! * labelCount + gold[t]!;
      const index = entries === undefined ? edge : indexOf(entries, edge);
      if (index >= 0) gradient.transitions[index]! -= 1;
    }
    const gradientError = gradientErrorOf(length, [pass], options);
    return { value: log.value, error: errors, gradientError };
  };
  /** Derivatives of the lattice of the known labels. */
  let nodes = new Float64Array(0);
  let uses: Float64Array | undefined;
  const partial = (
    lattice: Lattice,
    gold: ArrayLike<number>,
    gradient: LossGradient | undefined,
    sentence: number | undefined,
  ): LossEstimate => {
    const { length } = lattice;
    const known = constrain(
      lattice,
      labelCount,
      (t) => gold[t] === UNLABELLED ? undefined : [gold[t]!],
    );
    const inside = sums.forward(known, work, sentence);
    if (inside === undefined) {
      throw new RangeError(
        `Cannot find the loss of the known labels${
          sentence === undefined ? "" : ` of sentence ${sentence}`
        }: no path has them`,
      );
    }
    const passes: NodeError[] = [];
    if (gradient !== undefined) {
      const size = lattice.emissions.length;
      if (nodes.length < size) nodes = new Float64Array(size);
      uses ??= new Float64Array(counted);
      passes.push(sums.backward(nodes, work));
      sums.addExpected(uses.fill(0));
    }
    // What has a constrained path has a path.
    const outside = sums.forward(lattice, work, sentence)!;
    const { log } = outside;
    log.subtract(inside.log);
    const errors = inside.error + outside.error + log.error + 2 * pathError(length, scoreError);
    const found = { value: log.value, error: errors };
    if (gradient === undefined) return found;
    passes.push(sums.backward(gradient.emissions, work));
    sums.addExpected(gradient.transitions);
    for (let i = 0; i < lattice.emissions.length; i++) gradient.emissions[i]! -= nodes[i]!;
    for (let i = 0; i < uses!.length; i++) gradient.transitions[i]! -= uses![i]!;
    return { ...found, gradientError: gradientErrorOf(length, passes, options) };
  };
  return Object.assign(loss, { revise: () => sums.revise() });
}

/**
 * How far derivatives may be off that are made of the probabilities of some passes. No probability
 * is off by more than 1, and a transition has T − 1 of them, which are added up in at most as many
 * steps, as are the uses in the gold labels.
 */
function gradientErrorOf(
  length: number,
  passes: readonly NodeError[],
  options: SumOptions,
): GradientError {
  const change = Math.min(1, changeOf(length, options));
  let share = 0;
  for (const { relative, absolute } of passes) {
    share += Math.min(1, relative + absolute) + change + ROUNDOFF;
  }
  const added = passes.length * (2 * length + 4) * ROUNDOFF;
  return { emissions: 1.001 * share, transitions: 1.001 * (length - 1) * (share + added) };
}

/**
 * Checks that there is room for so many derivatives of a kind.
 *
 * @throws TypeError for what is no Float64Array, RangeError for one that is too short
 */
export function checkRoom(name: string, room: unknown, size: number, sentence?: number): void {
  const what = `the gradient of ${name}${sentence === undefined ? "" : ` of sentence ${sentence}`}`;
  if (!(room instanceof Float64Array)) {
    throw new TypeError(`Cannot write ${what} to what is no Float64Array: ${shown(room)}`);
  }
  if (room.length >= size) return;
  throw new RangeError(`Cannot write ${what}, ${size} numbers, to so many: ${room.length}`);
}

/**
 * Whether all labels are known.
 *
 * @throws RangeError if these are not the labels of a path
 */
function checkGold(
  { labelCount, transitions }: Model,
  { length, emissions }: Lattice,
  gold: ArrayLike<number>,
  sentence: number | undefined,
): boolean {
  let isWhole = true;
  const where = sentence === undefined ? "" : `sentence ${sentence}, `;
  const refuse = (what: string, t: number, why: string) => {
    throw new RangeError(`Cannot find the loss of ${what} at ${where}position ${t}: ${why}`);
  };
  if (gold.length !== length) {
    refuse(`${gold.length} labels`, 0, `there are ${length} positions`);
  }
  for (let t = 0; t < length; t++) {
    const label = gold[t]!;
    if (label === UNLABELLED) {
      isWhole = false;
      continue;
    }
    if (!(label >= 0 && label < labelCount && Number.isInteger(label))) {
      refuse(`label ${label}`, t, `there are ${labelCount} labels`);
    }
    if (emissions[t * labelCount + label] === -Infinity) refuse(`label ${label}`, t, "forbidden");
    if (t === 0 || gold[t - 1] === UNLABELLED) continue;
    if (transitions[gold[t - 1]! * labelCount + label] === -Infinity) {
      refuse(`labels ${gold[t - 1]} and ${label}`, t, "this transition is forbidden");
    }
  }
  return isWhole;
}

/** Where a number is among ascending ones; negative if it is not. */
function indexOf(numbers: Int32Array, wanted: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return numbers[low] === wanted ? low : -1;
}

/**
 * The lattice with only the allowed labels at each position; all others have an emission of −∞. It
 * is a lattice as any other: decoders, marginals and samplers do the same with it.
 *
 * ln Z of a lattice less ln Z of the constrained one is −ln of the probability that a path keeps to
 * the constraints: the loss of labels that are known in part. Transitions are forbidden in the
 * model.
 *
 * @param allowed the labels that a position may have; undefined if it may have all
 * @throws RangeError for a label that there is not, or as `checkShape`
 *
 * @example
 * ```ts
 * import { constrain } from "./negative_log_likelihood.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const lattice = { length: 2, emissions: Float64Array.of(1, 2, 3, 4) };
 * const { emissions } = constrain(lattice, 2, (t) => t === 0 ? [1] : undefined);
 * assertEquals(emissions, Float64Array.of(-Infinity, 2, 3, 4));
 * ```
 */
export function constrain(
  { length, emissions, pairs }: Lattice,
  labelCount: number,
  allowed: (position: number) => Iterable<number> | undefined,
): Lattice {
  checkShape(labelCount, { length, emissions });
  const constrained = emissions.slice();
  for (let t = 0; t < length; t++) {
    const labels = allowed(t);
    if (labels === undefined) continue;
    const row = t * labelCount;
    constrained.fill(-Infinity, row, row + labelCount);
    for (const label of labels) {
      if (!(Number.isInteger(label) && label >= 0 && label < labelCount)) {
        throw new RangeError(
          `Cannot allow a label at position ${t} of a lattice of ${labelCount} labels: ${label}`,
        );
      }
      constrained[row + label] = emissions[row + label]!;
    }
  }
  return { length, emissions: constrained, ...(pairs && { pairs }) };
}
