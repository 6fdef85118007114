/**
 * Forward dominance from one end of a sentence, position by position.
 *
 * @module
 */

import type { Arena } from "./arena.ts";
import { denseStep } from "./dense.ts";
import { BLOCK } from "./layout.ts";
import { ADVANTAGES_MISSING, PANELS_MISSING, TABLES } from "./sweep_tables.ts";

/** So few sources are relaxed into all labels. */
const FEW_ROWS = 4;

/**
 * A sweep from one end of a sentence; `dominanceSweep` says what it computes. All places are indices into
 * the arena's views.
 */
export class Sweep {
  readonly #arena: Arena;
  readonly #scores: Float64Array;
  readonly #integers: Int32Array;
  readonly #fields: Int32Array;
  /** Edges and nodes counted, and the score of the best path. */
  readonly #results: Float64Array;
  readonly #tolerance: number;
  readonly #labelCount: number;
  readonly #blocks: number;
  readonly #values: number;
  readonly #labels: number;
  readonly #prefixes: number;
  readonly #ends: number;
  readonly #edges: number;
  readonly #touched: Int32Array;
  /** For each block that is touched, what prefix a source needs to matter to it. */
  readonly #needed: Float64Array;
  /** Scores in a row. */
  readonly width: number;
  /** The label with the highest value, and that value; −1 if there is none. */
  #best = -1;
  #most = -Infinity;

  constructor(arena: Arena, tables: number, tolerance: number) {
    const fields = arena.integers.subarray(tables / 4, tables / 4 + TABLES.size);
    const results = (tables + 4 * TABLES.edgeEvaluations) / 8;
    const blocks = fields[TABLES.blocks]!;
    const touched = fields[TABLES.touched]! / 4;
    this.#arena = arena;
    this.#scores = arena.doubles;
    this.#integers = arena.integers;
    this.#fields = fields;
    this.#results = arena.doubles.subarray(results, results + 3);
    this.#tolerance = tolerance;
    this.#labelCount = fields[TABLES.labelCount]!;
    this.#blocks = blocks;
    this.#values = fields[TABLES.values]! / 8;
    this.#labels = fields[TABLES.labels]! / 4;
    this.#prefixes = fields[TABLES.prefixes]! / 8;
    this.#ends = fields[TABLES.ends]! / 4;
    this.#edges = fields[TABLES.edges]! / 8;
    this.#touched = arena.integers.subarray(touched, touched + blocks);
    const needed = fields[TABLES.needed]! / 8;
    this.#needed = arena.doubles.subarray(needed, needed + blocks);
    this.width = blocks * BLOCK;
  }

  /** How many positions have been done. */
  get position(): number {
    return this.#fields[TABLES.position]!;
  }

  /** How many labels the last of them has. */
  get count(): number {
    return this.end - this.start;
  }

  /** Where these labels start, and end, in the list of all. */
  get start(): number {
    return this.#fields[TABLES.start]!;
  }

  get end(): number {
    return this.#fields[TABLES.end]!;
  }

  set nodeExpansions(count: number) {
    this.#results[1] = count;
  }

  /** Keeps labels of the next position: how many, or −1 if something is missing. */
  advance(own: number, isLast: boolean): number {
    const [edges] = this.#results;
    const { position } = this;
    const { count } = this;
    const touched = position === 0
      ? this.#begin(own)
      : count > FEW_ROWS && 8 * count > 7 * this.#labelCount
      ? this.#relaxDensely(own)
      : this.#fields[TABLES.byRow] === 1
      ? this.#relaxByRow(own, isLast)
      : this.#relaxByBlock(own, isLast);
    const kept = touched < 0 ? -1 : this.#keep(touched, isLast);
    if (kept < 0) {
      this.#results[0] = edges!;
      return -1;
    }
    const end = this.end;
    this.#integers[this.#ends + position] = end + kept;
    this.#fields.set([position + 1, end, end + kept], TABLES.position);
    return kept;
  }

  /** The best path into the best label of the last position done. */
  finish(): void {
    this.#results[2] = this.#scores[this.#prefixes + this.start]!;
    const path = this.#fields[TABLES.path]! / 4;
    this.#follow(this.#integers[this.#labels + this.start]!, path + this.position - 1, -1);
  }

  /** The best path over an edge into a sweep from the other end; false if there is none. */
  join(opposite: Sweep): boolean {
    const scores = this.#scores;
    const incoming = this.#fields[TABLES.incoming]! / 8;
    const most = scores[this.#prefixes + this.start]!;
    let best = -Infinity;
    let from = -1;
    let to = -1;
    for (let j = opposite.start; j < opposite.end; j++) {
      const y = this.#integers[opposite.#labels + j]!;
      const suffix = scores[opposite.#prefixes + j]!;
      if (!(most + scores[incoming + y]! + suffix > best)) continue;
      const edges = opposite.#row(j);
      for (let i = this.start; i < this.end; i++) {
        const x = this.#integers[this.#labels + i]!;
        const score = scores[this.#prefixes + i]! + scores[edges + x]! + suffix;
        if (!(score > best)) continue;
        best = score;
        from = x;
        to = y;
      }
      this.#results[0]! += this.count;
    }
    if (from < 0) return false;
    this.#results[2] = best;
    const path = this.#fields[TABLES.path]! / 4 + this.position;
    this.#follow(from, path - 1, -1);
    opposite.#follow(to, path, 1);
    return true;
  }

  #follow(label: number, at: number, step: number): void {
    const scores = this.#scores;
    const integers = this.#integers;
    integers[at] = label;
    let next = label;
    let end = this.start;
    for (let t = this.position - 2; t >= 0; t--) {
      const start = t > 0 ? integers[this.#ends + t - 1]! : 0;
      let best = -Infinity;
      let from = integers[this.#labels + start]!;
      for (let i = start; i < end; i++) {
        const x = integers[this.#labels + i]!;
        const score = scores[this.#prefixes + i]! + scores[this.#row(i) + next]!;
        if (score > best || (score === best && x < from)) {
          best = score;
          from = x;
        }
      }
      at += step;
      integers[at] = from;
      next = from;
      end = start;
    }
  }

  /** The values of the first position. */
  #begin(own: number): number {
    this.#scores.copyWithin(this.#values, own, own + this.width);
    return this.#touchAll();
  }

  /** Values of the blocks that may hold a survivor: how many, or −1. */
  #relaxByRow(own: number, isLast: boolean): number {
    const scores = this.#scores;
    const values = this.#values;
    const { count } = this;
    const rows = count <= FEW_ROWS ? count : 1;
    for (let i = this.start; i < this.start + rows; i++) {
      const prefix = scores[this.#prefixes + i]!;
      const edges = this.#row(i);
      for (let y = 0; y < this.width; y++) {
        const score = prefix + scores[edges + y]! + scores[own + y]!;
        if (i === this.start || score > scores[values + y]!) scores[values + y] = score;
      }
    }
    this.#results[0]! += rows * this.#labelCount;
    const all = this.#touchAll();
    if (rows === count) return all;
    const advantages = isLast
      ? this.#fields[TABLES.zeros]! / 8
      : this.#integers[this.#fields[TABLES.advantages]! / 4 + this.#best]! / 8;
    if (advantages === 0) return this.#lack(ADVANTAGES_MISSING - this.#best);
    const bar = this.#most - this.#tolerance;
    const other = scores.subarray(this.#prefixes + this.start + 1, this.#prefixes + this.end)
      .reduce((most, score) => Math.max(most, score), -Infinity);
    const incoming = this.#fields[TABLES.incoming]! / 8;
    let touched = 0;
    for (let b = 0; b < this.#blocks; b++) {
      let reach = -Infinity;
      let most = -Infinity;
      for (let y = b * BLOCK; y < (b + 1) * BLOCK; y++) {
        const gain = scores[advantages + y]!;
        // A NaN is never larger.
        most = larger(most, scores[own + y]! + scores[incoming + y]! + gain);
        reach = larger(reach, scores[values + y]! + gain);
      }
      if (!(larger(reach, most + other) >= bar)) continue;
      this.#needed[touched] = bar - most;
      this.#touched[touched++] = b;
    }
    return this.#relax(touched, own, this.start + 1);
  }

  #relaxByBlock(own: number, isLast: boolean): number {
    const scores = this.#scores;
    const tops = this.#fields[TABLES.tops]! / 8;
    const bounds = this.#fields[isLast ? TABLES.incoming : TABLES.bounds]! / 8;
    const least = this.#fields[isLast ? TABLES.zeros : TABLES.least]! / 8;
    let top = 0;
    for (let b = 0; b < this.#blocks; b++) {
      let highest = -Infinity;
      for (let y = b * BLOCK; y < (b + 1) * BLOCK; y++) {
        highest = larger(highest, scores[own + y]! + scores[bounds + y]!);
      }
      scores[tops + b] = highest;
      if (highest > scores[tops + top]!) top = b;
    }
    this.#clearBlock(top);
    this.#relaxBlock(top, own, this.start, -Infinity);
    let reached = -Infinity;
    for (let y = top * BLOCK; y < (top + 1) * BLOCK; y++) {
      reached = larger(reached, scores[this.#values + y]! + scores[least + y]!);
    }
    const bar = reached - this.#tolerance;
    const prefix = scores[this.#prefixes + this.start]!;
    let touched = 0;
    for (let b = 0; b < this.#blocks; b++) {
      if (!(scores[tops + b]! + prefix >= bar)) continue;
      this.#needed[touched] = bar - scores[tops + b]!;
      this.#touched[touched++] = b;
      this.#clearBlock(b);
    }
    return this.#relax(touched, own, this.start);
  }

  /** Relaxes the edges of the sources from one on into the touched blocks, or into all. */
  #relax(touched: number, own: number, from: number): number {
    const others = this.end - from;
    if (others * touched > Math.floor((this.#labelCount * this.#blocks) / 2)) {
      return this.#relaxDensely(own);
    }
    for (let j = 0; j < touched; j++) {
      this.#relaxBlock(this.#touched[j]!, own, from, this.#needed[j]!);
    }
    this.#findBest(touched);
    return touched;
  }

  #relaxDensely(own: number): number {
    const panels = this.#fields[TABLES.panels]!;
    if (panels === 0) return this.#lack(PANELS_MISSING);
    const row = this.#fields[TABLES.prefixRow]!;
    const scores = this.#scores;
    scores.fill(-Infinity, row / 8, row / 8 + this.width);
    for (let i = this.start; i < this.end; i++) {
      scores[row / 8 + this.#integers[this.#labels + i]!] = scores[this.#prefixes + i]!;
    }
    const labelCount = this.#labelCount;
    denseStep(this.#arena, row, panels, own * 8, this.#values * 8, labelCount, this.#blocks);
    this.#results[0]! += labelCount * labelCount;
    return this.#touchAll();
  }

  #touchAll(): number {
    for (let b = 0; b < this.#blocks; b++) this.#touched[b] = b;
    this.#findBest(this.#blocks);
    return this.#blocks;
  }

  #clearBlock(block: number): void {
    const from = this.#values + block * BLOCK;
    this.#scores.fill(-Infinity, from, from + BLOCK);
  }

  /** Relaxes the edges of the sources from one on, with the prefix needed, into a block of labels. */
  #relaxBlock(block: number, own: number, from: number, needed: number): void {
    const scores = this.#scores;
    for (let i = from; i < this.end; i++) {
      const prefix = scores[this.#prefixes + i]!;
      if (!(prefix >= needed)) continue;
      this.#results[0]! += BLOCK;
      const edges = this.#row(i);
      for (let y = block * BLOCK; y < (block + 1) * BLOCK; y++) {
        const score = prefix + scores[edges + y]! + scores[own + y]!;
        if (score > scores[this.#values + y]!) scores[this.#values + y] = score;
      }
    }
  }

  /** Where the transitions out of a source are. */
  #row(source: number): number {
    return this.#edges + this.#integers[this.#labels + source]! * this.width;
  }

  /** Says what is missing. */
  #lack(missing: number): number {
    this.#fields[TABLES.missing] = missing;
    return -1;
  }

  #findBest(touched: number): void {
    this.#most = -Infinity;
    this.#best = touched > 0 ? this.#touched[0]! * BLOCK : -1;
    for (const b of this.#touched.subarray(0, touched)) {
      for (let y = b * BLOCK; y < (b + 1) * BLOCK; y++) {
        const value = this.#scores[this.#values + y]!;
        if (!(value > this.#most)) continue;
        this.#most = value;
        this.#best = y;
      }
    }
  }

  /** Keeps what the best label does not dominate: how many, or −1. */
  #keep(touched: number, isLast: boolean): number {
    const scores = this.#scores;
    const m = this.#best;
    if (this.#most === -Infinity) return 0;
    let end = this.end;
    this.#integers[this.#labels + end] = m;
    scores[this.#prefixes + end++] = this.#most;
    if (isLast) return 1;
    const advantages = this.#integers[this.#fields[TABLES.advantages]! / 4 + m]! / 8;
    if (advantages === 0) return this.#lack(ADVANTAGES_MISSING - m);
    const bar = this.#most - this.#tolerance;
    for (const b of this.#touched.subarray(0, touched)) {
      for (let y = b * BLOCK; y < (b + 1) * BLOCK; y++) {
        const value = scores[this.#values + y]!;
        if (y === m || !(value + scores[advantages + y]! >= bar)) continue;
        this.#integers[this.#labels + end] = y;
        scores[this.#prefixes + end++] = value;
      }
    }
    return end - this.end;
  }
}

/** The larger one; the first if the second is NaN. */
function larger(one: number, other: number): number {
  return other > one ? other : one;
}
