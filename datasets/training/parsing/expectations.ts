/**
 * Scores of a forest's edges under weights that change, and how often each weight is expected.
 *
 * @module
 */

import type { Forest } from "../../../decoders/parsing/forest/forest.ts";
import type { EdgeScores } from "../../../decoders/parsing/forest/open_forest.ts";
import {
  type BoundaryRole,
  type Derivation,
  LENGTH_BUCKETS,
  lengthBucket,
  type ParsingSentence,
} from "../../../decoders/parsing/model.ts";
import { BOUNDARY_ROLES } from "../../packs/parsing_contents.ts";
import type { FeatureTable } from "./feature_table.ts";
import {
  boundariesOf,
  pairBucket,
  type ParserInput,
  type ParserWeights,
} from "./parser_weights.ts";

type Rows = Record<BoundaryRole, Float64Array>;

/**
 * The scores of one sentence after the other by weights as they are when it is opened, and the
 * gradients of its log-likelihood, which are gathered by boundary first: a production that starts
 * at a boundary counts for all features there.
 *
 * Cost: O(n·P + weights that fire) to open and to step, O(1) an edge.
 */
export class Expectations implements EdgeScores {
  readonly #weights: ParserWeights;
  #input: ParserInput | undefined;
  /** Scores by boundary and production, (n + 1) × P. */
  readonly #scores: Rows = emptyRows();
  /** Right minus expected uses, likewise. */
  readonly #uses: Rows = emptyRows();
  readonly #lengthUses: Float64Array;
  readonly #pairUses: Float64Array;

  /** For weights that only `step` changes while a sentence is open. */
  constructor(weights: ParserWeights) {
    this.#weights = weights;
    this.#lengthUses = new Float64Array(weights.lengths.length);
    this.#pairUses = new Float64Array(weights.childLengths.length);
  }

  /** Begins a sentence. */
  open(input: ParserInput): void {
    const { productions: { count }, anchored, anchoredWeights } = this.#weights;
    this.#input = input;
    const size = (input.length + 1) * count;
    for (const role of BOUNDARY_ROLES) {
      this.#scores[role] = cleared(this.#scores[role], size);
      this.#uses[role] = cleared(this.#uses[role], size);
      const rows = this.#scores[role];
      input.boundaries[role].forEach((features, boundary) => {
        addRows(anchored, anchoredWeights, features, rows.subarray(boundary * count));
      });
    }
    this.#lengthUses.fill(0);
    this.#pairUses.fill(0);
  }

  /** The score of each tag of a word as a leaf, [L]. */
  leafScores(position: number, into: Float64Array): void {
    const { leaves, leafWeights } = this.#weights;
    addRows(leaves, leafWeights, this.#input!.words[position]!, into.fill(0));
  }

  /** Writes the score of each edge into `scores`. */
  score(_: ParsingSentence, forest: Forest, scores: Float64Array): void {
    const { productions: { count, ofRule }, biases, lengths, childLengths } = this.#weights;
    const { start: atStart, split: atSplit, end: atEnd } = this.#scores;
    const { starts, ends, symbols, edgeOffsets, left, right, rules } = forest;
    for (let item = 1; item < symbols.length; item++) {
      const [start, end] = [starts[item]!, ends[item]!];
      const bucket = lengthBucket(end - start);
      for (let edge = edgeOffsets[item]!; edge < edgeOffsets[item + 1]!; edge++) {
        const production = ofRule[rules[edge]!]!;
        let score = biases[production]! + lengths[production * LENGTH_BUCKETS + bucket]! +
          atStart[start * count + production]! + atEnd[end * count + production]!;
        if (right[edge] !== 0) {
          const split = ends[left[edge]!]!;
          score += atSplit[split * count + production]! +
            childLengths[production * LENGTH_BUCKETS ** 2 + pairBucket(start, split, end)]!;
        }
        scores[edge] = score;
      }
    }
  }

  /** f(y) of a derivation under the weights as they were when the sentence was opened. */
  scoreOf({ steps, tags }: Derivation): number {
    const { productions: { count, ofRule }, biases, lengths, childLengths } = this.#weights;
    const row = new Float64Array(this.#weights.tagCount);
    let score = 0;
    tags.forEach((tag, t) => {
      this.leafScores(t, row);
      score += row[tag]!;
    });
    for (let i = 0; i < steps.length; i += 4) {
      const [start, split, end] = [steps[i]!, steps[i + 1]!, steps[i + 2]!];
      const production = ofRule[steps[i + 3]!]!;
      score += biases[production]! +
        lengths[production * LENGTH_BUCKETS + lengthBucket(end - start)]!;
      for (const [role, boundary] of boundariesOf(steps, i)) {
        score += this.#scores[role][boundary * count + production]!;
      }
      if (split < 0) continue;
      score += childLengths[production * LENGTH_BUCKETS ** 2 + pairBucket(start, split, end)]!;
    }
    return score;
  }

  /** Counts the right derivation's uses. */
  addRight({ steps }: Derivation): void {
    const { productions: { count, ofRule } } = this.#weights;
    for (let i = 0; i < steps.length; i += 4) {
      const [start, split, end] = [steps[i]!, steps[i + 1]!, steps[i + 2]!];
      const production = ofRule[steps[i + 3]!]!;
      for (const [role, boundary] of boundariesOf(steps, i)) {
        this.#uses[role][boundary * count + production]! += 1;
      }
      this.#lengthUses[production * LENGTH_BUCKETS + lengthBucket(end - start)]! += 1;
      if (split < 0) continue;
      this.#pairUses[production * LENGTH_BUCKETS ** 2 + pairBucket(start, split, end)]! += 1;
    }
  }

  /** Takes off the expected uses. */
  takeExpected(forest: Forest, edgePosteriors: Float64Array): void {
    const { productions: { count, ofRule } } = this.#weights;
    const { start: atStart, split: atSplit, end: atEnd } = this.#uses;
    const { starts, ends, symbols, edgeOffsets, left, right, rules } = forest;
    const [lengthUses, pairUses] = [this.#lengthUses, this.#pairUses];
    for (let item = 1; item < symbols.length; item++) {
      const [start, end] = [starts[item]!, ends[item]!];
      const bucket = lengthBucket(end - start);
      for (let edge = edgeOffsets[item]!; edge < edgeOffsets[item + 1]!; edge++) {
        const posterior = edgePosteriors[edge]!;
        const production = ofRule[rules[edge]!]!;
        atStart[start * count + production]! -= posterior;
        atEnd[end * count + production]! -= posterior;
        lengthUses[production * LENGTH_BUCKETS + bucket]! -= posterior;
        if (right[edge] === 0) continue;
        const split = ends[left[edge]!]!;
        atSplit[split * count + production]! -= posterior;
        pairUses[production * LENGTH_BUCKETS ** 2 + pairBucket(start, split, end)]! -= posterior;
      }
    }
  }

  /** Moves the weights of productions along the gradient. */
  step(rate: number): void {
    const weights = this.#weights;
    const { productions: { count }, anchored, anchoredWeights, biases } = weights;
    const { length, boundaries } = this.#input!;
    for (const role of BOUNDARY_ROLES) {
      const rows = this.#uses[role];
      boundaries[role].forEach((features, boundary) => {
        stepRows(anchored, anchoredWeights, features, rows.subarray(boundary * count), rate);
      });
    }
    for (let i = 0; i < (length + 1) * count; i++) {
      biases[i % count]! += rate * this.#uses.start[i]!;
    }
    addTo(weights.lengths, rate, this.#lengthUses);
    addTo(weights.childLengths, rate, this.#pairUses);
  }

  /** Moves the weights of a word's tags; `uses` is right minus expected, [L]. */
  stepLeaf(position: number, uses: Float64Array, rate: number): void {
    const { leaves, leafWeights } = this.#weights;
    stepRows(leaves, leafWeights, this.#input!.words[position]!, uses, rate);
  }
}

function emptyRows(): Rows {
  return { start: new Float64Array(0), split: new Float64Array(0), end: new Float64Array(0) };
}

function cleared(array: Float64Array, size: number): Float64Array {
  return array.length < size ? new Float64Array(Math.ceil(1.5 * size)) : array.fill(0, 0, size);
}

/** Adds the weights of some features to the columns they belong to. */
function addRows(
  { offsets, columns }: FeatureTable,
  weights: Float64Array,
  features: readonly number[],
  into: Float64Array,
): void {
  for (const feature of features) {
    const end = offsets[feature + 1]!;
    for (let i = offsets[feature]!; i < end; i++) into[columns[i]!]! += weights[i]!;
  }
}

/** Moves the weights of some features by what their columns say. */
function stepRows(
  { offsets, columns }: FeatureTable,
  weights: Float64Array,
  features: readonly number[],
  uses: Float64Array,
  rate: number,
): void {
  for (const feature of features) {
    const end = offsets[feature + 1]!;
    for (let i = offsets[feature]!; i < end; i++) weights[i]! += rate * uses[columns[i]!]!;
  }
}

function addTo(target: Float64Array, factor: number, source: Float64Array): void {
  for (let i = 0; i < target.length; i++) {
    if (source[i] !== 0) target[i]! += factor * source[i]!;
  }
}
