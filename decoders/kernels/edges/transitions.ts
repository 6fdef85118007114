/**
 * A model's transitions in the memory of kernels: rows, panels, extremes.
 *
 * @module
 */

import type { Arena } from "../arena.ts";
import { EDGES } from "./kernels.ts";
import { BLOCK, blocksOf, QUAD_BYTES } from "../rows.ts";
import type { Emissions, Model } from "../../lattice.ts";
import { rowCopy } from "../scores/row_copy.ts";

/** Addresses of rows: the largest edge into each label, the largest and the smallest out of it. */
export interface Extremes {
  readonly incoming: number;
  readonly outgoing: number;
  readonly least: number;
}

/** Copies a model's transitions into an arena. Cost: O(L²). */
export function placeTransitions(arena: Arena, model: Model): PlacedTransitions {
  const { labelCount, transitions } = model;
  const edges = arena.allocate(labelCount * blocksOf(labelCount) * BLOCK * arena.scoreBytes);
  copyRows(arena, transitions, labelCount, labelCount, edges);
  return new PlacedTransitions(arena, labelCount, edges);
}

/**
 * Rows of transitions, previous label by previous label, and what several decoders make of them:
 * each when it is first asked for, once. Cost of each: O(L²).
 */
export class PlacedTransitions {
  /** The memory that they are in. */
  readonly arena: Arena;
  /** Labels, L. */
  readonly labelCount: number;
  /** Address of the rows, padded with −∞. */
  readonly edges: number;
  #extremes: Extremes | undefined;
  #panels = 0;
  #reversed: PlacedTransitions | undefined;

  /** Over rows that are in the memory. */
  constructor(arena: Arena, labelCount: number, edges: number) {
    this.arena = arena;
    this.labelCount = labelCount;
    this.edges = edges;
  }

  /** The extremes of the edges into and out of each label. */
  get extremes(): Extremes {
    return this.#extremes ??= this.#findExtremes();
  }

  /** Address of the transitions as panels: see `placePanels`. */
  get panels(): number {
    return this.#panels ||= placePanels(this.arena, this.labelCount, this.edges);
  }

  /** The transposed rows: of a sentence that is read backwards. */
  get reversed(): PlacedTransitions {
    return this.#reversed ??= this.#transpose();
  }

  /** Writes the largest edge from each label into each block; `stride` bytes a label. */
  findBlockMaxima(maxima: number, stride: number): void {
    const { arena, edges, labelCount } = this;
    EDGES.open(arena).blockMaxima(edges, labelCount, blocksOf(labelCount), maxima, stride);
  }

  /**
   * Follows a change of the model's transition from `previous` to `label`. Cost: O(L) at most, and
   * O(L²) where the largest of all falls that panels are beside, and extremes are not known.
   */
  revise(previous: number, label: number, score: number): void {
    const { scores, scoreBytes } = this.arena;
    const edge = this.edges / scoreBytes + previous * this.#width + label;
    const before = scores[edge]!;
    scores[edge] = score;
    if (this.#panels > 0) {
      placeEdge(this.arena, this.#panels, this.labelCount, previous, label, score);
    }
    this.#reversed?.revise(label, previous, score);
    this.#reviseExtremes(previous, label, before, score);
    // Those of panels are taken from all scores: the next largest, if that has fallen.
    if (this.#panels > 0 && score < before && before === this.#largestOfPanels) {
      const largest = this.#largestEdge();
      this.arena.scores[this.#panels / scoreBytes - 1] = largest;
    }
  }

  get #largestOfPanels(): number {
    return this.arena.scores[this.#panels / this.arena.scoreBytes - 1]!;
  }

  /** Of the largest out of each label where these are known, else of all rows. */
  #largestEdge(): number {
    const { scores, scoreBytes } = this.arena;
    const [address, count] = this.#extremes === undefined
      ? [this.edges, this.labelCount * this.#width]
      : [this.#extremes.outgoing, this.labelCount];
    let most = -Infinity;
    for (let at = address / scoreBytes, i = 0; i < count; i++) most = larger(most, scores[at + i]!);
    return most;
  }

  #reviseExtremes(previous: number, label: number, before: number, score: number): void {
    if (this.#extremes === undefined) return;
    const { scores, scoreBytes } = this.arena;
    const { incoming, outgoing, least } = this.#extremes;
    const into = incoming / scoreBytes + label;
    const [most, low] = [outgoing / scoreBytes + previous, least / scoreBytes + previous];
    // An extreme that was this transition has to be looked for again.
    if (score >= scores[into]!) scores[into] = score;
    else if (before === scores[into]) scores[into] = this.#largestInto(label);
    if (score >= scores[most]! || before === scores[most]) {
      scores[most] = this.#row(previous).reduce(larger, -Infinity);
    }
    if (score <= scores[low]! || before === scores[low]) {
      scores[low] = this.#row(previous).reduce(smaller, Infinity);
    }
  }

  /** Scores from a row to the next. */
  get #width(): number {
    return blocksOf(this.labelCount) * BLOCK;
  }

  /** A copy of the edges out of a label. */
  #row(label: number): number[] {
    const start = this.edges / this.arena.scoreBytes + label * this.#width;
    return Array.from(this.arena.scores.subarray(start, start + this.labelCount));
  }

  #findExtremes(): Extremes {
    const { arena, edges, labelCount } = this;
    const row = this.#width * arena.scoreBytes;
    const [incoming, outgoing, least] = [0, 0, 0].map(() => arena.allocate(row)) as Triple;
    const { extremes } = EDGES.open(arena);
    extremes(edges, labelCount, blocksOf(labelCount), incoming, outgoing, least);
    return { incoming, outgoing, least };
  }

  #transpose(): PlacedTransitions {
    const { arena, edges, labelCount } = this;
    const target = arena.allocate(labelCount * this.#width * arena.scoreBytes);
    EDGES.open(arena).transpose(edges, labelCount, blocksOf(labelCount), target);
    return new PlacedTransitions(arena, labelCount, target);
  }

  #largestInto(label: number): number {
    const { scores, scoreBytes } = this.arena;
    const start = this.edges / scoreBytes + label;
    let most = -Infinity;
    for (let x = 0; x < this.labelCount; x++) {
      most = Math.max(most, scores[start + x * this.#width]!);
    }
    return most;
  }
}

type Triple = [number, number, number];

function larger(one: number, other: number): number {
  return one > other ? one : other;
}

function smaller(one: number, other: number): number {
  return one < other ? one : other;
}

/** See `RowCopy.copy`. */
export function copyRows(
  arena: Arena,
  rows: Emissions,
  count: number,
  labelCount: number,
  address: number,
): void {
  rowCopy(arena).copy(rows, count, labelCount, address);
}

/** Rows that are on their way to panels at a time. */
const STAGED_ROWS = 64;

/**
 * Copies rows of transitions into a new part of the arena, block by block of next labels: for each
 * block L rows of 16 scores, so that a block's maxima stay in registers while all of its edges
 * stream by. The largest one is just before the address.
 *
 * @param edges the transitions, or the address of their rows in the arena
 */
export function placePanels(
  arena: Arena,
  labelCount: number,
  edges: Float64Array | number,
): number {
  const { scoreBytes } = arena;
  const blocks = blocksOf(labelCount);
  const row = blocks * BLOCK * scoreBytes;
  const address = arena.allocate(QUAD_BYTES + labelCount * row) + QUAD_BYTES;
  arena.scores[address / scoreBytes - 1] = -Infinity;
  const { panelize } = EDGES.open(arena);
  if (typeof edges === "number") {
    panelize(edges, 0, labelCount, labelCount, blocks, address);
  } else {
    const staged = arena.allocate(Math.min(STAGED_ROWS, labelCount) * row);
    for (let x = 0; x < labelCount; x += STAGED_ROWS) {
      const count = Math.min(STAGED_ROWS, labelCount - x);
      const some = edges.subarray(x * labelCount, (x + count) * labelCount);
      copyRows(arena, some, count, labelCount, staged);
      panelize(staged, x, count, labelCount, blocks, address);
    }
  }
  return address;
}

/** Writes an edge into panels, and before them if it is the largest. */
function placeEdge(
  { scores, scoreBytes }: Arena,
  panels: number,
  labelCount: number,
  previous: number,
  label: number,
  score: number,
): void {
  const start = panels / scoreBytes;
  const panel = Math.floor(label / BLOCK) * labelCount * BLOCK;
  scores[start + panel + previous * BLOCK + label % BLOCK] = score;
  if (score > scores[start - 1]!) scores[start - 1] = score;
}
