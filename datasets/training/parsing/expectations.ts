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
import {
  addRows,
  pairBucket,
  type ParserInput,
  type ParserWeights,
  type Place,
  type Places,
  placesOf,
  slotScores,
  stepRows,
  tagUses,
} from "./parser_weights.ts";

type BoundaryRows = Record<BoundaryRole, Float64Array>;

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
  readonly #scores: BoundaryRows = emptyRows();
  /** Right minus expected uses, likewise. */
  readonly #uses: BoundaryRows = emptyRows();
  readonly #lengthUses: Float64Array;
  readonly #pairUses: Float64Array;
  /** A number a tag. */
  readonly #row: Float64Array;

  /** For weights that only `step` changes while a sentence is open. */
  constructor(weights: ParserWeights) {
    this.#weights = weights;
    this.#lengthUses = new Float64Array(weights.lengths.length);
    this.#pairUses = new Float64Array(weights.childLengths.length);
    this.#row = new Float64Array(weights.tagCount);
  }

  /** Begins a sentence. */
  open(input: ParserInput): void {
    const { productions: { count }, anchored } = this.#weights;
    this.#input = input;
    const size = (input.length + 1) * count;
    for (const role of BOUNDARY_ROLES) {
      this.#scores[role] = cleared(this.#scores[role], size);
      this.#uses[role] = cleared(this.#uses[role], size);
      const rows = this.#scores[role];
      input.boundaries[role].forEach((features, boundary) => {
        addRows(anchored, features, rows.subarray(boundary * count));
      });
    }
    this.#lengthUses.fill(0);
    this.#pairUses.fill(0);
  }

  /** The score of each slot of the sentence as a leaf. */
  slotScores(places: Places): Float64Array {
    return slotScores(places, (t) => this.#leafScores(t));
  }

  /** The score of each tag of a word as a leaf. */
  #leafScores(t: number): Float64Array {
    addRows(this.#weights.leaves, this.#input!.words[t]!, this.#row.fill(0));
    return this.#row;
  }

  /** The score of a production with its features at the boundaries; −1 is no split. */
  #score(production: number, start: number, split: number, end: number): number {
    const { productions: { count }, biases, lengths, childLengths } = this.#weights;
    const { start: atStart, split: atSplit, end: atEnd } = this.#scores;
    const score = biases[production]! +
      lengths[production * LENGTH_BUCKETS + lengthBucket(end - start)]! +
      atStart[start * count + production]! + atEnd[end * count + production]!;
    if (split < 0) return score;
    return score + (atSplit[split * count + production]! +
      childLengths[production * LENGTH_BUCKETS ** 2 + pairBucket(start, split, end)]!);
  }

  /** Counts uses of a production: once if a derivation has it, less its probability. */
  #use(production: number, start: number, split: number, end: number, times: number): void {
    const { count } = this.#weights.productions;
    const uses = this.#uses;
    uses.start[start * count + production]! += times;
    uses.end[end * count + production]! += times;
    this.#lengthUses[production * LENGTH_BUCKETS + lengthBucket(end - start)]! += times;
    if (split < 0) return;
    uses.split[split * count + production]! += times;
    this.#pairUses[production * LENGTH_BUCKETS ** 2 + pairBucket(start, split, end)]! += times;
  }

  /** Writes the score of each edge into `scores`. */
  score(_: ParsingSentence, forest: Forest, scores: Float64Array): void {
    this.#visit(forest, (edge, production, start, split, end) => {
      scores[edge] = this.#score(production, start, split, end);
    });
  }

  /** f(y) of a derivation under the weights as they were when the sentence was opened. */
  scoreOf({ steps, tags }: Derivation): number {
    let score = 0;
    tags.forEach((tag, t) => score += this.#leafScores(t)[tag]!);
    for (const place of placesOf(steps, this.#weights.productions)) score += this.#score(...place);
    return score;
  }

  /**
   * Moves the weights along the gradient: the uses of the right derivation less the expected ones.
   *
   * @param edges the probability of each edge
   * @param slots that of each slot
   */
  step(right: Derivation, forest: Forest, edges: Float64Array, slots: Float64Array, rate: number) {
    const { productions } = this.#weights;
    for (const place of placesOf(right.steps, productions)) this.#use(...place, 1);
    this.#visit(forest, (edge, production, start, split, end) => {
      this.#use(production, start, split, end, -edges[edge]!);
    });
    this.#moveProductions(rate);
    right.tags.forEach((tag, t) => {
      const uses = tagUses(forest.slots, t, tag, slots, this.#row);
      stepRows(this.#weights.leaves, this.#input!.words[t]!, uses, rate);
    });
  }

  /** Calls back with each edge of a forest and its place. */
  #visit(forest: Forest, visit: (edge: number, ...place: Place) => void): void {
    const { ofRule } = this.#weights.productions;
    const { starts, ends, symbols, edgeOffsets, left, right, rules } = forest;
    for (let item = 1; item < symbols.length; item++) {
      for (let edge = edgeOffsets[item]!; edge < edgeOffsets[item + 1]!; edge++) {
        const split = right[edge] === 0 ? -1 : ends[left[edge]!]!;
        visit(edge, ofRule[rules[edge]!]!, starts[item]!, split, ends[item]!);
      }
    }
  }

  #moveProductions(rate: number): void {
    const weights = this.#weights;
    const { productions: { count }, anchored, biases } = weights;
    const { length, boundaries } = this.#input!;
    for (const role of BOUNDARY_ROLES) {
      const rows = this.#uses[role];
      boundaries[role].forEach((features, boundary) => {
        stepRows(anchored, features, rows.subarray(boundary * count), rate);
      });
    }
    for (let i = 0; i < (length + 1) * count; i++) {
      biases[i % count]! += rate * this.#uses.start[i]!;
    }
    addTo(weights.lengths, rate, this.#lengthUses);
    addTo(weights.childLengths, rate, this.#pairUses);
  }
}

function emptyRows(): BoundaryRows {
  return { start: new Float64Array(0), split: new Float64Array(0), end: new Float64Array(0) };
}

function cleared(array: Float64Array, size: number): Float64Array {
  return array.length < size ? new Float64Array(Math.ceil(1.5 * size)) : array.fill(0, 0, size);
}

function addTo(target: Float64Array, factor: number, source: Float64Array): void {
  for (let i = 0; i < target.length; i++) {
    if (source[i] !== 0) target[i]! += factor * source[i]!;
  }
}
