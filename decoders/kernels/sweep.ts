/**
 * Forward dominance from one end of a sentence, position by position.
 *
 * @module
 */

import type { Arena } from "./arena.ts";
import { BLOCK } from "./layout.ts";
import { PositionValues, type Sources } from "./position_values.ts";
import { TABLES } from "./sweep_tables.ts";

/**
 * A sweep from one end of a sentence; `dominanceSweep` says what it computes. All places are indices into
 * the arena's views.
 */
export class Sweep implements Sources {
  readonly #scores: Float64Array;
  readonly #integers: Int32Array;
  readonly #fields: Int32Array;
  /** Edges and nodes counted, and the score of the best path. */
  readonly #results: Float64Array;
  readonly #tolerance: number;
  readonly #labels: number;
  readonly #prefixes: number;
  readonly #ends: number;
  readonly #values: PositionValues;

  constructor(arena: Arena, tables: number, tolerance: number) {
    const fields = arena.integers.subarray(tables / 4, tables / 4 + TABLES.size);
    const results = (tables + 4 * TABLES.edgeEvaluations) / 8;
    this.#scores = arena.doubles;
    this.#integers = arena.integers;
    this.#fields = fields;
    this.#results = arena.doubles.subarray(results, results + 3);
    this.#tolerance = tolerance;
    this.#labels = fields[TABLES.labels]! / 4;
    this.#prefixes = fields[TABLES.prefixes]! / 8;
    this.#ends = fields[TABLES.ends]! / 4;
    this.#values = new PositionValues(arena, fields, tolerance);
  }

  /** Scores in a row. */
  get width(): number {
    return this.#values.width;
  }

  /** How many positions have been done. */
  get position(): number {
    return this.#fields[TABLES.position]!;
  }

  /** How many labels the last of them has. */
  get count(): number {
    return this.end - this.start;
  }

  /** Whether they are more than half of all, and more than a block. */
  get hasMany(): boolean {
    return this.count > BLOCK && 2 * this.count > this.labelCount;
  }

  /** L. */
  get labelCount(): number {
    return this.#fields[TABLES.labelCount]!;
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
    const { position, end } = this;
    if (position === 0) this.#values.begin(own);
    else if (!this.#values.relax(this, own, isLast)) return -1;
    const kept = this.#keep(isLast);
    if (kept < 0) return -1;
    this.#results[0]! += this.#values.relaxed;
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
    // The best prefix comes first, and so does the best suffix: the edge between them gives a bound.
    const most = scores[this.#prefixes + this.start]!;
    let from = this.#integers[this.#labels + this.start]!;
    let to = this.#integers[opposite.#labels + opposite.start]!;
    const first = scores[opposite.#values.row(opposite.start) + from]!;
    let best = most + first + scores[opposite.#prefixes + opposite.start]!;
    this.#results[0]!++;
    for (let j = opposite.start; j < opposite.end; j++) {
      const y = this.#integers[opposite.#labels + j]!;
      const suffix = scores[opposite.#prefixes + j]!;
      const rest = scores[incoming + y]! + suffix;
      if (!(most + rest > best)) continue;
      const needed = best - rest;
      const edges = opposite.#values.row(j);
      for (let i = this.start; i < this.end; i++) {
        const prefix = scores[this.#prefixes + i]!;
        if (!(prefix >= needed)) continue;
        this.#results[0]!++;
        const x = this.#integers[this.#labels + i]!;
        const score = prefix + scores[edges + x]! + suffix;
        if (!(score > best)) continue;
        best = score;
        from = x;
        to = y;
      }
    }
    if (best === -Infinity) return false;
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
        const score = scores[this.#prefixes + i]! + scores[this.#values.row(i) + next]!;
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

  /** Keeps what the best label does not dominate: how many, or −1. */
  #keep(isLast: boolean): number {
    const scores = this.#scores;
    const { best, most, values } = this.#values;
    if (most === -Infinity) return 0;
    let end = this.end;
    this.#integers[this.#labels + end] = best;
    scores[this.#prefixes + end++] = most;
    if (isLast) return 1;
    const advantages = this.#values.advantagesOver(best);
    if (advantages === 0) return -1;
    const bar = most - this.#tolerance;
    for (const b of this.#values.touched) {
      for (let y = b * BLOCK; y < (b + 1) * BLOCK; y++) {
        const value = scores[values + y]!;
        if (y === best || !(value + scores[advantages + y]! >= bar)) continue;
        this.#integers[this.#labels + end] = y;
        scores[this.#prefixes + end++] = value;
      }
    }
    return end - this.end;
  }
}
