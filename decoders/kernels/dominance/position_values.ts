/**
 * The values of a position in forward dominance, of all labels or of those that may survive.
 *
 * @module
 */

import type { Arena } from "../arena.ts";
import { BLOCK, wholeQuads } from "../rows.ts";
import { ADVANTAGES_MISSING, PANELS_MISSING, TABLES } from "./tables.ts";

/** So few sources are relaxed into all labels. */
const FEW_ROWS = 4;

/**
 * The labels that the position before keeps: where they are in the lists of labels and prefixes.
 */
export interface Sources {
  readonly start: number;
  readonly end: number;
}

/**
 * v(y) = max over sources of ( prefix + e(x, y) ) + n(y); `dominanceSweep` says of which labels.
 * All places are indices into the arena's views.
 */
export class PositionValues {
  readonly #arena: Arena;
  readonly #scores: Float64Array;
  readonly #integers: Int32Array;
  readonly #fields: Int32Array;
  readonly #tolerance: number;
  readonly #labelCount: number;
  readonly #blocks: number;
  readonly #labels: number;
  readonly #prefixes: number;
  readonly #edges: number;
  readonly #openBlocks: Int32Array;
  /** For each open block, what prefix a source needs to matter to it. */
  readonly #needed: Float64Array;
  #count = 0;
  /** Whether all labels have values. */
  isComplete = false;
  /** Where the values are. */
  readonly values: number;
  /** Scores in a row. */
  readonly width: number;
  /** The first label with the highest value, and that value; −1 if there is none. */
  best = -1;
  most = -Infinity;
  /** Edges that were relaxed. */
  relaxed = 0;
  /** The label, and 1, whose coarse advantages have chosen the blocks; 0 if none have. */
  payer = 0;

  constructor(arena: Arena, fields: Int32Array, tolerance: number) {
    const blocks = fields[TABLES.blocks]!;
    const openBlocks = fields[TABLES.openBlocks]! / 4;
    const needed = fields[TABLES.needed]! / 8;
    this.#arena = arena;
    this.#scores = arena.doubles;
    this.#integers = arena.integers;
    this.#fields = fields;
    this.#tolerance = tolerance;
    this.#labelCount = fields[TABLES.labelCount]!;
    this.#blocks = blocks;
    this.#labels = fields[TABLES.labels]! / 4;
    this.#prefixes = fields[TABLES.prefixes]! / 8;
    this.#edges = fields[TABLES.edges]! / 8;
    this.#openBlocks = arena.integers.subarray(openBlocks, openBlocks + blocks);
    this.#needed = arena.doubles.subarray(needed, needed + blocks);
    this.values = fields[TABLES.values]! / 8;
    this.width = blocks * BLOCK;
  }

  /** The blocks that have values, in ascending order. */
  get openBlocks(): Int32Array {
    return this.#openBlocks.subarray(0, this.#count);
  }

  /** The values of the first position: its emissions. */
  begin(own: number): void {
    this.relaxed = 0;
    this.payer = 0;
    this.#scores.copyWithin(this.values, own, own + this.width);
    this.#touchAll();
  }

  /** The values of another position; false if something is missing. */
  relax(sources: Sources, own: number, isLast: boolean): boolean {
    const count = sources.end - sources.start;
    this.relaxed = 0;
    this.payer = 0;
    return count > FEW_ROWS && 8 * count > 7 * this.#labelCount
      ? this.#relaxDensely(sources, own)
      : this.#fields[TABLES.byRow] === 1
      ? this.#relaxByRow(sources, own, isLast)
      : this.#relaxByBlock(sources, own, isLast);
  }

  /** The advantages over a label; `undefined` if they are missing. */
  advantagesOver(label: number): Advantages | undefined {
    const fields = this.#fields;
    const own = this.#integers[fields[TABLES.advantages]! / 4 + label]! / 8;
    if (own > 0) return { row: own, least: 0, payer: 0 };
    if (this.#integers[fields[TABLES.charges]! / 4 + label]! < fields[TABLES.price]!) {
      const least = this.#scores[fields[TABLES.least]! / 8 + label]!;
      return { row: fields[TABLES.coarseAdvantages]! / 8, least, payer: label + 1 };
    }
    fields[TABLES.missing] = ADVANTAGES_MISSING - label;
    return undefined;
  }

  /** Where what follows advantages and their quad maxima is: sums with the best edges. */
  #gainsBehind({ row }: Advantages): number {
    return row + this.width + wholeQuads(2 * this.width) / 8;
  }

  /** Places the prefix scores of sources in a row of all labels; returns where. */
  placePrefixes({ start, end }: Sources): number {
    const row = this.#fields[TABLES.prefixRow]! / 8;
    this.#scores.fill(-Infinity, row, row + this.width);
    for (let i = start; i < end; i++) {
      this.#scores[row + this.#integers[this.#labels + i]!] = this.#scores[this.#prefixes + i]!;
    }
    return row;
  }

  /** Where the transitions out of a source are. */
  row(source: number): number {
    return this.#edges + this.#integers[this.#labels + source]! * this.width;
  }

  #relaxByRow(sources: Sources, own: number, isLast: boolean): boolean {
    const scores = this.#scores;
    const { start, end } = sources;
    const isFew = end - start <= FEW_ROWS;
    const other = isFew ? -Infinity : this.#chooseSecond(sources);
    const rest = isFew ? end : start + 2;
    for (let i = start; i < rest; i++) {
      const prefix = scores[this.#prefixes + i]!;
      const edges = this.row(i);
      for (let y = 0; y < this.width; y++) {
        const score = prefix + scores[edges + y]! + scores[own + y]!;
        if (i === start || score > scores[this.values + y]!) scores[this.values + y] = score;
      }
    }
    this.relaxed = (rest - start) * this.#labelCount;
    this.#touchAll();
    if (isFew) return true;
    const advantages = isLast ? undefined : this.advantagesOver(this.best);
    if (!isLast && advantages === undefined) return false;
    const gains = advantages ? this.#gainsBehind(advantages) : this.#fields[TABLES.incoming]! / 8;
    this.payer = advantages?.payer ?? 0;
    const bar = raised(this.most - this.#tolerance, advantages);
    this.#count = 0;
    for (let b = 0; b < this.#blocks; b++) {
      let most = -Infinity;
      for (let y = b * BLOCK; y < (b + 1) * BLOCK; y++) {
        // A NaN is never larger.
        most = larger(most, scores[own + y]! + scores[gains + y]!);
      }
      if (most + other >= bar) this.#open(b, bar - most);
    }
    if (!this.#relaxTouched(sources, rest, own)) return false;
    this.#touchAll();
    return true;
  }

  /** Puts the best one of all sources but the first second; the prefix of the next best. */
  #chooseSecond({ start, end }: Sources): number {
    const prefixes = this.#scores.subarray(this.#prefixes + start, this.#prefixes + end);
    const labels = this.#integers.subarray(this.#labels + start, this.#labels + end);
    let second = 1;
    let other = -Infinity;
    for (let i = 2; i < prefixes.length; i++) {
      if (prefixes[i]! > prefixes[second]!) [second, other] = [i, prefixes[second]!];
      else other = Math.max(other, prefixes[i]!);
    }
    [labels[1], labels[second]] = [labels[second]!, labels[1]!];
    [prefixes[1], prefixes[second]] = [prefixes[second]!, prefixes[1]!];
    return other;
  }

  #relaxByBlock(sources: Sources, own: number, isLast: boolean): boolean {
    const scores = this.#scores;
    const blockBounds = this.#fields[TABLES.blockBounds]! / 8;
    const bounds = this.#fields[isLast ? TABLES.incoming : TABLES.bounds]! / 8;
    const least = this.#fields[isLast ? TABLES.zeros : TABLES.least]! / 8;
    let top = 0;
    for (let b = 0; b < this.#blocks; b++) {
      let highest = -Infinity;
      for (let y = b * BLOCK; y < (b + 1) * BLOCK; y++) {
        highest = larger(highest, scores[own + y]! + scores[bounds + y]!);
      }
      scores[blockBounds + b] = highest;
      if (highest > scores[blockBounds + top]!) top = b;
    }
    this.#clearBlock(top);
    this.#relaxBlock(top, sources, own, -Infinity);
    let reached = -Infinity;
    for (let y = top * BLOCK; y < (top + 1) * BLOCK; y++) {
      reached = larger(reached, scores[this.values + y]! + scores[least + y]!);
    }
    const bar = reached - this.#tolerance;
    const prefix = scores[this.#prefixes + sources.start]!;
    this.#count = 0;
    for (let b = 0; b < this.#blocks; b++) {
      if (!(scores[blockBounds + b]! + prefix >= bar)) continue;
      this.#clearBlock(b);
      this.#open(b, bar - scores[blockBounds + b]!);
    }
    this.isComplete = false;
    if (!this.#relaxTouched(sources, sources.start, own)) return false;
    if (!this.isComplete) this.#findBest();
    return true;
  }

  /** Lists a block, and what prefix a source needs to matter to it. */
  #open(block: number, needed: number): void {
    this.#needed[this.#count] = needed;
    this.#openBlocks[this.#count++] = block;
  }

  /** Relaxes the sources from one on into the open blocks, or all into all. */
  #relaxTouched(sources: Sources, from: number, own: number): boolean {
    const others = { start: from, end: sources.end };
    const pairs = (sources.end - from) * this.#count;
    if (pairs > Math.floor((this.#labelCount * this.#blocks) / 2)) {
      return this.#relaxDensely(sources, own);
    }
    this.openBlocks.forEach((b, j) => this.#relaxBlock(b, others, own, this.#needed[j]!));
    return true;
  }

  #relaxDensely({ start, end }: Sources, own: number): boolean {
    const panels = this.#fields[TABLES.panels]!;
    if (panels === 0) {
      this.#fields[TABLES.missing] = PANELS_MISSING;
      return false;
    }
    const row = this.placePrefixes({ start, end }) * 8;
    const labelCount = this.#labelCount;
    denseStep(this.#arena, row, panels, own * 8, this.values * 8, labelCount, this.#blocks);
    this.relaxed += labelCount * labelCount;
    this.#touchAll();
    return true;
  }

  #touchAll(): void {
    for (let b = 0; b < this.#blocks; b++) this.#openBlocks[b] = b;
    this.#count = this.#blocks;
    this.isComplete = true;
    this.#findBest();
  }

  #clearBlock(block: number): void {
    const from = this.values + block * BLOCK;
    this.#scores.fill(-Infinity, from, from + BLOCK);
  }

  /** Relaxes the edges of the sources with the prefix needed into a block of labels. */
  #relaxBlock(block: number, { start, end }: Sources, own: number, needed: number): void {
    const scores = this.#scores;
    for (let i = start; i < end; i++) {
      const prefix = scores[this.#prefixes + i]!;
      if (!(prefix >= needed)) continue;
      this.relaxed += Math.min(BLOCK, this.#labelCount - block * BLOCK);
      const edges = this.row(i);
      for (let y = block * BLOCK; y < (block + 1) * BLOCK; y++) {
        const score = prefix + scores[edges + y]! + scores[own + y]!;
        if (score > scores[this.values + y]!) scores[this.values + y] = score;
      }
    }
  }

  #findBest(): void {
    this.most = -Infinity;
    this.best = this.#count > 0 ? this.#openBlocks[0]! * BLOCK : -1;
    for (const b of this.openBlocks) {
      for (let y = b * BLOCK; y < (b + 1) * BLOCK; y++) {
        const value = this.#scores[this.values + y]!;
        if (!(value > this.most)) continue;
        this.most = value;
        this.best = y;
      }
    }
  }
}

/** The larger one; the first if the second is NaN. */
function larger(one: number, other: number): number {
  return other > one ? other : one;
}

/**
 * A row of advantages over a label, or the coarse ones, which are too large by `least`. `payer` is
 * that label, and 1, if they are coarse.
 */
export interface Advantages {
  readonly row: number;
  readonly least: number;
  readonly payer: number;
}

/** The bar for sums with advantages: never −∞, which sums of labels without a path reach too. */
export function raised(bar: number, advantages: Advantages | undefined): number {
  return advantages?.payer ? Math.max(-Number.MAX_VALUE, bar + advantages.least) : bar;
}

/**
 * next[y] = max over x of ( prefixes[x] + e(x, y) ) + own[y], a block of next labels at a time.
 *
 * @param prefixes address of L scores
 * @param panels address of the transitions block by block: L rows of 16 scores each
 * @param own address of the emissions, padded with −∞ to whole blocks
 * @param next address that receives as many scores
 */
function denseStep(
  arena: Arena,
  prefixes: number,
  panels: number,
  own: number,
  next: number,
  labelCount: number,
  blocks: number,
): void {
  const scores = arena.doubles;
  const first = prefixes / 8;
  const from = own / 8;
  const to = next / 8;
  for (let b = 0; b < blocks; b++) {
    const panel = panels / 8 + b * labelCount * BLOCK;
    // Eight of the sixteen labels together: as many running maxima as stay in registers.
    for (let half = 0; half < BLOCK; half += 8) {
      let m0 = -Infinity, m1 = -Infinity, m2 = -Infinity, m3 = -Infinity;
      let m4 = -Infinity, m5 = -Infinity, m6 = -Infinity, m7 = -Infinity;
      for (let x = 0, e = panel + half; x < labelCount; x++, e += BLOCK) {
        const prefix = scores[first + x]!;
        const s0 = prefix + scores[e]!;
        if (s0 > m0) m0 = s0;
        const s1 = prefix + scores[e + 1]!;
        if (s1 > m1) m1 = s1;
        const s2 = prefix + scores[e + 2]!;
        if (s2 > m2) m2 = s2;
        const s3 = prefix + scores[e + 3]!;
        if (s3 > m3) m3 = s3;
        const s4 = prefix + scores[e + 4]!;
        if (s4 > m4) m4 = s4;
        const s5 = prefix + scores[e + 5]!;
        if (s5 > m5) m5 = s5;
        const s6 = prefix + scores[e + 6]!;
        if (s6 > m6) m6 = s6;
        const s7 = prefix + scores[e + 7]!;
        if (s7 > m7) m7 = s7;
      }
      const at = b * BLOCK + half;
      scores[to + at] = m0 + scores[from + at]!;
      scores[to + at + 1] = m1 + scores[from + at + 1]!;
      scores[to + at + 2] = m2 + scores[from + at + 2]!;
      scores[to + at + 3] = m3 + scores[from + at + 3]!;
      scores[to + at + 4] = m4 + scores[from + at + 4]!;
      scores[to + at + 5] = m5 + scores[from + at + 5]!;
      scores[to + at + 6] = m6 + scores[from + at + 6]!;
      scores[to + at + 7] = m7 + scores[from + at + 7]!;
    }
  }
}
