/**
 * Forward dominance from one end of a sentence, position by position.
 *
 * @module
 */

import { BOUNDS, NONE, tellNode, type Watched } from "../../chain/observer.ts";
import type { Arena } from "../arena.ts";
import { BLOCK } from "../rows.ts";
import { type Advantages, PositionValues, raised, type Sources } from "./position_values.ts";
import { SuffixBounds } from "./suffix_bounds.ts";
import { TABLES } from "./tables.ts";

/**
 * A sweep from one end of a sentence; `dominanceSweep` says what it computes. All places are
 * indices into the arena's views.
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
  readonly bounds: SuffixBounds;
  /** Those that the last labels were compared by, to be told of. */
  #advantages: Advantages | undefined;

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
    this.bounds = new SuffixBounds(arena, fields, this.#values.width);
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

  /** Whether all labels have values. */
  get isByRow(): boolean {
    return this.#fields[TABLES.byRow] === 1;
  }

  /** Labels, L. */
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

  /** Nothing has been done or counted. */
  begin(): void {
    this.#fields.fill(0, TABLES.position, TABLES.isTied + 1);
    this.#results.fill(0);
  }

  /**
   * Counts the nodes, and what the other sweep counted. All labels kept were relaxed but those of
   * the last position.
   */
  addCounts(opposite: Sweep | undefined): void {
    this.#results[1] = this.start;
    if (opposite === undefined) return;
    this.#results[1]! += opposite.start;
    this.#results[0]! += opposite.#results[0]!;
  }

  /** The labels of the last position are needed. */
  list(): void {
    this.#fields[TABLES.isCounted] = 0;
  }

  /**
   * Charges the dense steps that come instead to the label whose coarse advantages kept too many:
   * else a sweep that is always given up early would never have its own.
   */
  giveUp(): void {
    this.#charge(this.#fields[TABLES.coarse]!, this.labelCount ** 2);
  }

  /** Drops those that bounds tell to be on no best path; `t` is where they are, to be told of. */
  drop(t: number, watched: Watched | undefined): void {
    this.list();
    this.bounds.drop(
      watched && ((label, bound) => {
        tellNode(watched, "dropped", [t, label], BOUNDS.indexOf("both sides"), bound);
      }),
    );
  }

  /**
   * Tells of the labels that have values at the position just done, which is t of the sentence.
   *
   * @param own index of its emissions
   * @param isLast whether nothing follows
   */
  tell(t: number, own: number, isLast: boolean, watched: Watched): void {
    const { most, openBlocks } = this.#values;
    const advantages = isLast ? undefined : this.#advantages;
    const kept = new Set(
      this.#integers.subarray(this.#labels + this.start, this.#labels + this.end),
    );
    for (let b = 0; b * BLOCK < this.labelCount; b++) {
      const end = Math.min((b + 1) * BLOCK, this.labelCount);
      if (!openBlocks.includes(b)) {
        tellNode(watched, "region", [t, b * BLOCK], end - b * BLOCK, 0);
        continue;
      }
      for (let y = b * BLOCK; y < end; y++) {
        const { value, other } = this.#bestInto(y, own);
        tellNode(watched, "opened", [t, y], other, value);
        if (kept.has(y)) continue;
        const gain = advantages === undefined ? 0 : this.#scores[advantages.row + y]!;
        // What a bound over some sources dropped may have more over all of them, and no path.
        const behind = Math.min(0, value + gain - most - (advantages?.least ?? 0));
        tellNode(watched, "dropped", [t, y], BOUNDS.indexOf("dominance"), behind);
      }
    }
  }

  /** The best score into a label of the position just done, and the label before. */
  #bestInto(y: number, own: number): { value: number; other: number } {
    const place = this.position - 1;
    const emission = this.#scores[own + y]!;
    if (place === 0) return { value: emission, other: NONE };
    const endOf = (t: number) => t < 0 ? 0 : this.#integers[this.#ends + t]!;
    let [value, other] = [-Infinity, NONE];
    for (let i = endOf(place - 2); i < endOf(place - 1); i++) {
      const edge = this.#scores[this.#values.row(i) + y]!;
      const score = this.#scores[this.#prefixes + i]! + edge + emission;
      if (score > value) [value, other] = [score, this.#integers[this.#labels + i]!];
    }
    return { value, other };
  }

  /** Edges so far. */
  get edgeEvaluations(): number {
    return this.#results[0]!;
  }

  /**
   * Keeps labels of the next position: how many, or −1 if something is missing.
   *
   * @param listed if there are more, they are counted and not listed
   */
  advance(own: number, listed: number, isLast: boolean): number {
    const { position, end } = this;
    if (position === 0) this.#values.begin(own);
    else if (!this.#values.relax(this, own, isLast)) return -1;
    const payer = this.#fields[TABLES.coarse]! || this.#values.payer;
    const kept = this.#keep(isLast);
    if (kept < 0) return -1;
    this.#charge(payer, this.#values.relaxed);
    this.#fields[TABLES.isCounted] = Number(this.#values.isComplete && kept > listed);
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

  /**
   * The best path over an edge into a sweep from the other end: the labels of the one that has
   * fewer are relaxed into the scores of the other one's. How many paths there are, 0 or 1; −1 if
   * something is missing.
   */
  join(opposite: Sweep): number {
    const isRight = opposite.count < this.count;
    const [side, other] = isRight ? [opposite, this] : [this, opposite];
    side.list();
    const kept = side.advance(other.#prefixScores(), Infinity, true);
    if (kept <= 0) return kept;
    this.#results[2] = this.#scores[side.#prefixes + side.start]!;
    const label = this.#integers[side.#labels + side.start]!;
    const middle = this.#fields[TABLES.path]! / 4 + this.position - 1;
    this.#follow(label, middle, -1);
    const isTied = opposite.#follow(label, middle, 1) || !side.isByRow || side.#hasTies();
    this.#fields[TABLES.isTied] = Number(isTied);
    return kept;
  }

  /** Charges edges to a label, and 1, whose coarse advantages kept too many; 0 if none did. */
  #charge(payer: number, relaxed: number): void {
    if (payer === 0) return;
    const extra = Math.max(0, relaxed - this.labelCount);
    this.#integers[this.#fields[TABLES.charges]! / 4 + payer - 1]! += extra;
  }

  /** Where the scores of the prefixes into the last labels are, in a row. */
  #prefixScores(): number {
    if (this.isByRow) return this.#values.values;
    return this.#values.placePrefixes(this);
  }

  /** Whether more than one label of the last position has the best value. */
  #hasTies(): boolean {
    const { values, most, width } = this.#values;
    return this.#scores.subarray(values, values + width).filter((value) => value === most).length >
      1;
  }

  /** The best path into a label, the smallest of those that tie; whether any do. */
  #follow(label: number, at: number, step: number): boolean {
    let isTied = false;
    const scores = this.#scores;
    const integers = this.#integers;
    integers[at] = label;
    let next = label;
    let end = this.start;
    for (let t = this.position - 2; t >= 0; t--) {
      const start = t > 0 ? integers[this.#ends + t - 1]! : 0;
      let best = -Infinity;
      let from = integers[this.#labels + start]!;
      let ties = 0;
      for (let i = start; i < end; i++) {
        const x = integers[this.#labels + i]!;
        const score = scores[this.#prefixes + i]! + scores[this.#values.row(i) + next]!;
        if (score > best) ties = 0;
        if (score === best) ties++;
        if (score > best || (score === best && x < from)) {
          best = score;
          from = x;
        }
      }
      isTied ||= ties > 0;
      at += step;
      integers[at] = from;
      next = from;
      end = start;
    }
    return isTied;
  }

  /** Keeps what the best label does not dominate: how many, or −1. */
  #keep(isLast: boolean): number {
    const scores = this.#scores;
    const { best, most, values } = this.#values;
    if (most === -Infinity) {
      this.#fields[TABLES.coarse] = 0;
      return 0;
    }
    let end = this.end;
    this.#integers[this.#labels + end] = best;
    scores[this.#prefixes + end++] = most;
    if (isLast) {
      this.#fields[TABLES.coarse] = 0;
      return 1;
    }
    const advantages = this.#values.advantagesOver(best);
    if (advantages === undefined) return -1;
    const { row, payer } = advantages;
    this.#advantages = advantages;
    const bar = raised(most - this.#tolerance, advantages);
    for (const b of this.#values.openBlocks) {
      for (let y = b * BLOCK; y < (b + 1) * BLOCK; y++) {
        const value = scores[values + y]!;
        if (!(value + scores[row + y]! >= bar) || y === best) continue;
        this.#integers[this.#labels + end] = y;
        scores[this.#prefixes + end++] = value;
      }
    }
    this.#fields[TABLES.coarse] = payer;
    return end - this.end;
  }
}
