/**
 * Forward dominance over a sentence: the twin of `assembly/dominance.as`.
 *
 * @module
 */

import type { Arena } from "./arena.ts";
import { denseStep } from "./dense.ts";
import { BLOCK } from "./layout.ts";

/** Result of a sweep that needs the transitions as panels; called again, it goes on. */
export const PANELS_MISSING = -1;
/** Less m: result of a sweep that needs the advantages over label m. */
export const ADVANTAGES_MISSING = -2;

/** Fields of the tables, each four bytes, and where the two counters begin. */
export const TABLES = {
  labelCount: 0,
  blocks: 1,
  /** 1: the row of the best source filters the blocks; 0: the block of the best bound does. */
  byRow: 2,
  /** Rows of the transitions, previous label by previous label. */
  edges: 3,
  /** The same as panels for `denseStep`; 0 if they have not been made. */
  panels: 4,
  /** Two rows: largest edge into plus largest edge out of each label; largest edge into it. */
  bounds: 5,
  /** Smallest edge out of each label. */
  least: 6,
  /** By label, the address of its row of advantages; 0 if it has not been made. */
  advantages: 7,
  /** Room for a row of scores. */
  values: 8,
  /** Room for a row of scores. */
  prefixRow: 9,
  /** Room for 16 bytes a block. */
  tops: 10,
  /** Room for an integer a block. */
  touched: 11,
  /** Where the sweep begins, and where it stops if something is missing. */
  position: 12,
  /** float64: what the sweep counted. */
  edgeEvaluations: 14,
  nodeExpansions: 16,
  size: 18,
} as const;

/**
 * Fills `labels` and `prefixes` with the kept labels of each position and their prefix scores, in
 * ascending order within a position, and `ends` with where each position's end. At the last position
 * the best label alone is kept, the smallest of several.
 *
 * For what is kept and why that is exact see `decoders/dominance.ts`. A label y whose value
 * v(y) ≤ a* + colMax(y) + n(y), a* = the best prefix, cannot survive if that bound plus rowMax(y) is
 * below v(z) + rowMin(z) for some z: whatever comes next, z is better. So the values of a block of 16 are
 * computed only if one of them may survive. Where that would be half of all edges or more, they are
 * computed by the dense step.
 *
 * @returns T; 0 if no path is left; PANELS_MISSING; or ADVANTAGES_MISSING − m. A sweep that needs something
 *   goes on where it stopped; `TABLES.position` is 0 for a new one
 */
export function dominanceSweep(
  arena: Arena,
  tables: number,
  own: number,
  length: number,
  tolerance: number,
  labels: number,
  prefixes: number,
  ends: number,
): number {
  const sweep = new Sweep(arena, tables, tolerance, labels / 4, prefixes / 8);
  const all = arena.integers;
  const from = all[tables / 4 + TABLES.position]!;
  if (from > 1) sweep.start = all[ends / 4 + from - 2]!;
  if (from > 0) sweep.end = all[ends / 4 + from - 1]!;
  for (let t = from; t < length; t++) {
    const result = sweep.advance(own / 8 + t * sweep.width, t === 0, t === length - 1);
    if (result < 0) {
      all[tables / 4 + TABLES.position] = t;
      return result;
    }
    all[ends / 4 + t] = sweep.end;
    if (result === 0) return 0;
  }
  return length;
}

/**
 * The best path through kept labels that ends in the last one kept; of equal labels the smallest.
 *
 * @param path address that receives T integers
 */
export function keptPath(
  arena: Arena,
  tables: number,
  length: number,
  labels: number,
  prefixes: number,
  ends: number,
  path: number,
): void {
  const { integers, doubles } = arena;
  const edges = integers[tables / 4 + TABLES.edges]! / 8;
  const width = integers[tables / 4 + TABLES.blocks]! * BLOCK;
  let end = integers[ends / 4 + length - 1]! - 1;
  let next = integers[labels / 4 + end]!;
  integers[path / 4 + length - 1] = next;
  for (let t = length - 2; t >= 0; t--) {
    const start = t > 0 ? integers[ends / 4 + t - 1]! : 0;
    let best = -Infinity;
    let from = 0;
    for (let i = start; i < end; i++) {
      const label = integers[labels / 4 + i]!;
      const score = doubles[prefixes / 8 + i]! + doubles[edges + label * width + next]!;
      if (score > best) {
        best = score;
        from = label;
      }
    }
    integers[path / 4 + t] = next = from;
    end = start;
  }
}

/** The tables by name, and the sources of the position before: `start` to `end`. */
class Sweep {
  readonly #arena: Arena;
  readonly #scores: Float64Array;
  readonly #integers: Int32Array;
  readonly #fields: Int32Array;
  readonly #counters: Float64Array;
  readonly #labelCount: number;
  readonly #blocks: number;
  readonly #byRow: boolean;
  readonly #edges: number;
  readonly #values: number;
  readonly #tops: Float64Array;
  readonly #touched: Int32Array;
  readonly #tolerance: number;
  readonly #labels: number;
  readonly #prefixes: number;
  readonly width: number;
  start = 0;
  end = 0;

  constructor(
    arena: Arena,
    tables: number,
    tolerance: number,
    labels: number,
    prefixes: number,
  ) {
    this.#arena = arena;
    this.#scores = arena.doubles;
    this.#integers = arena.integers;
    const fields = arena.integers.subarray(tables / 4, tables / 4 + TABLES.size);
    this.#fields = fields;
    this.#counters = arena.doubles.subarray((tables + 4 * TABLES.edgeEvaluations) / 8);
    this.#labelCount = fields[TABLES.labelCount]!;
    this.#blocks = fields[TABLES.blocks]!;
    this.#byRow = fields[TABLES.byRow] === 1;
    this.#edges = fields[TABLES.edges]! / 8;
    this.#values = fields[TABLES.values]! / 8;
    this.#tops = arena.doubles.subarray(fields[TABLES.tops]! / 8);
    this.#touched = arena.integers.subarray(fields[TABLES.touched]! / 4);
    this.#tolerance = tolerance;
    this.#labels = labels;
    this.#prefixes = prefixes;
    this.width = this.#blocks * BLOCK;
  }

  /** One position: the number of labels kept, or what is missing. */
  advance(own: number, isFirst: boolean, isLast: boolean): number {
    let touched = this.#blocks;
    const [edges, nodes] = isFirst ? [0, 0] : [this.#counters[0]!, this.#counters[1]!];
    if (isFirst) {
      this.#counters.fill(0, 0, 2);
      this.#scores.copyWithin(this.#values, own, own + this.width);
      this.#touchAll();
    } else {
      touched = this.#relax(own, isLast);
    }
    const kept = touched < 0 ? touched : this.#keep(touched, isLast);
    if (kept < 0) {
      // The position will be done again.
      this.#counters[0] = edges;
      this.#counters[1] = nodes;
      return kept;
    }
    this.start = this.end;
    this.end += kept;
    return kept;
  }

  /** Values of the labels that may survive: the number of blocks touched, or what is missing. */
  #relax(own: number, isLast: boolean): number {
    const scores = this.#scores;
    const blocks = this.#blocks;
    const count = this.end - this.start;
    let best = this.start;
    for (let i = this.start; i < this.end; i++) {
      if (scores[this.#prefixes + i]! > scores[this.#prefixes + best]!) best = i;
    }
    const prefix = scores[this.#prefixes + best]!;
    const bounds = this.#fields[TABLES.bounds]! / 8 + (isLast ? this.width : 0);
    const reached = this.#byRow
      ? this.#relaxRow(best, own, bounds, isLast)
      : this.#relaxBestBlock(own, bounds, isLast);

    const bar = reached - this.#tolerance;
    let n = 0;
    for (let b = 0; b < blocks; b++) {
      if (this.#tops[b]! + prefix >= bar) this.#touched[n++] = b;
    }
    const others = this.#byRow ? count - 1 : count;
    if (others * n > (this.#labelCount * blocks) >> 1) return this.#relaxDensely(own);
    for (let j = 0; j < n; j++) {
      const b = this.#touched[j]!;
      if (!this.#byRow) this.#clearBlock(b);
      this.#relaxSources(b, own, this.#byRow ? best : -1);
    }
    this.#counters[0]! += others * n * BLOCK;
    if (!this.#byRow) this.#counters[1]! += n * BLOCK;
    return n;
  }

  /** All values from the best source; a score that some label reaches whatever comes next. */
  #relaxRow(best: number, own: number, bounds: number, isLast: boolean): number {
    const scores = this.#scores;
    const least = this.#fields[TABLES.least]! / 8;
    const prefix = scores[this.#prefixes + best]!;
    const edges = this.#edges + this.#integers[this.#labels + best]! * this.width;
    let reached = -Infinity;
    for (let b = 0, i = 0; b < this.#blocks; b++) {
      let top = -Infinity;
      for (const end = i + BLOCK; i < end; i++) {
        const emission = scores[own + i]!;
        const value = prefix + scores[edges + i]! + emission;
        scores[this.#values + i] = value;
        reached = Math.max(reached, isLast ? value : value + scores[least + i]!);
        top = Math.max(top, emission + scores[bounds + i]!);
      }
      this.#tops[b] = top;
    }
    this.#counters[0]! += this.#labelCount;
    this.#counters[1]! += this.#labelCount;
    return reached;
  }

  /** The values of the block with the best bound; a score that some label of it reaches. */
  #relaxBestBlock(own: number, bounds: number, isLast: boolean): number {
    const scores = this.#scores;
    const least = this.#fields[TABLES.least]! / 8;
    let best = 0;
    for (let b = 0, i = 0; b < this.#blocks; b++) {
      let top = -Infinity;
      for (const end = i + BLOCK; i < end; i++) {
        top = Math.max(top, scores[own + i]! + scores[bounds + i]!);
      }
      this.#tops[b] = top;
      if (top > this.#tops[best]!) best = b;
    }
    this.#clearBlock(best);
    this.#relaxSources(best, own, -1);
    let reached = -Infinity;
    for (let i = best * BLOCK; i < (best + 1) * BLOCK; i++) {
      const value = scores[this.#values + i]!;
      reached = Math.max(reached, isLast ? value : value + scores[least + i]!);
    }
    this.#counters[0]! += (this.end - this.start) * BLOCK;
    this.#counters[1]! += BLOCK;
    return reached;
  }

  #relaxDensely(own: number): number {
    const panels = this.#fields[TABLES.panels]!;
    if (panels === 0) return PANELS_MISSING;
    const row = this.#fields[TABLES.prefixRow]!;
    const scores = this.#scores;
    scores.fill(-Infinity, row / 8, row / 8 + this.width);
    for (let i = this.start; i < this.end; i++) {
      scores[row / 8 + this.#integers[this.#labels + i]!] = scores[this.#prefixes + i]!;
    }
    const labelCount = this.#labelCount;
    denseStep(this.#arena, row, panels, own * 8, this.#values * 8, labelCount, this.#blocks);
    this.#touchAll();
    this.#counters[0]! += labelCount * labelCount;
    return this.#blocks;
  }

  #touchAll(): void {
    for (let b = 0; b < this.#blocks; b++) this.#touched[b] = b;
  }

  #clearBlock(block: number): void {
    const from = this.#values + block * BLOCK;
    this.#scores.fill(-Infinity, from, from + BLOCK);
  }

  /** Relaxes the edges of all sources but one into the labels of a block. */
  #relaxSources(block: number, own: number, except: number): void {
    const scores = this.#scores;
    for (let i = this.start; i < this.end; i++) {
      if (i === except) continue;
      const prefix = scores[this.#prefixes + i]!;
      const edges = this.#edges + this.#integers[this.#labels + i]! * this.width;
      for (let y = block * BLOCK; y < (block + 1) * BLOCK; y++) {
        const score = prefix + scores[edges + y]! + scores[own + y]!;
        if (score > scores[this.#values + y]!) scores[this.#values + y] = score;
      }
    }
  }

  /** Keeps what the best label does not dominate: how many, or what is missing. */
  #keep(touched: number, isLast: boolean): number {
    const scores = this.#scores;
    const values = this.#values;
    let most = -Infinity;
    let m = -1;
    for (let j = 0; j < touched; j++) {
      const first = this.#touched[j]! * BLOCK;
      for (let y = first; y < first + BLOCK; y++) {
        if (scores[values + y]! > most) {
          most = scores[values + y]!;
          m = y;
        }
      }
    }
    if (m < 0) return 0;
    if (isLast) {
      this.#integers[this.#labels + this.end] = m;
      scores[this.#prefixes + this.end] = most;
      return 1;
    }
    const advantages = this.#integers[this.#fields[TABLES.advantages]! / 4 + m]! / 8;
    if (advantages === 0) return ADVANTAGES_MISSING - m;
    const bar = most - this.#tolerance;
    let end = this.end;
    for (let j = 0; j < touched; j++) {
      const first = this.#touched[j]! * BLOCK;
      for (let y = first; y < first + BLOCK; y++) {
        const value = scores[values + y]!;
        if (!(value + scores[advantages + y]! >= bar)) continue;
        this.#integers[this.#labels + end] = y;
        scores[this.#prefixes + end++] = value;
      }
    }
    return end - this.end;
  }
}
