/**
 * The columns of a degenerate lattice: the twin of `assembly/degenerate_columns.as`.
 *
 * @module
 */

import type { Arena } from "./arena.ts";
import { DEGENERATE_TABLES } from "./degenerate_tables.ts";

/** Scores of a quad in float64. */
export const QUAD_SCORES = 8;

/** The tables at an address, whose fields are read by name. */
export class DegenerateFields {
  /** All of the arena as integers. */
  readonly integers: Int32Array;
  /** All of the arena as scores. */
  readonly scores: Float64Array;
  readonly #integer: number;
  readonly #double: number;

  /** Views the arena as it is; it must not grow meanwhile. */
  constructor({ integers, doubles }: Arena, tables: number) {
    this.integers = integers;
    this.scores = doubles;
    this.#integer = tables / 4;
    this.#double = tables / 8;
  }

  /** A number. */
  count(name: keyof typeof DEGENERATE_TABLES): number {
    return this.integers[this.#integer + DEGENERATE_TABLES[name]]!;
  }

  /** An address of integers, as their index. */
  ints(name: keyof typeof DEGENERATE_TABLES): number {
    return this.count(name) / 4;
  }

  /** An address of scores, as their index. */
  floats(name: keyof typeof DEGENERATE_TABLES): number {
    return this.count(name) / 8;
  }

  /** A float64 field. */
  get(name: keyof typeof DEGENERATE_TABLES): number {
    return this.scores[this.#double + DEGENERATE_TABLES[name] / 2]!;
  }

  /** Sets a float64 field. */
  set(name: keyof typeof DEGENERATE_TABLES, value: number): void {
    this.scores[this.#double + DEGENERATE_TABLES[name] / 2] = value;
  }

  /** Whether a node stays if this is its best path. NaN, which is −∞ and +∞, does not. */
  stays(score: number): boolean {
    if (this.count("keepAll") === 1) return true;
    return score > this.get("above") && score >= this.get("least");
  }

  /** The labels of a position that are left, in ascending order. */
  labelsAt(t: number): number[] {
    const quads = this.count("quads");
    const masks = this.ints("masks") + t * quads;
    const labels: number[] = [];
    for (let quad = 0; quad < this.integers[this.ints("used") + t]!; quad++) {
      for (let i = 0; i < QUAD_SCORES; i++) {
        if (this.integers[masks + quad]! >> i & 1) labels.push(quad * QUAD_SCORES + i);
      }
    }
    return labels;
  }
}

/**
 * Starts each position with one active label and the group of all others, of which nothing is known
 * (with no group, all labels), and finds the emissions of the groups. Cost: O(TL).
 *
 * @param own address of T rows of emissions
 */
export function degenerateReset(arena: Arena, tables: number, own: number, length: number): void {
  const fields = new DegenerateFields(arena, tables);
  const { integers, scores } = fields;
  const [quads, groupCount] = [fields.count("quads"), fields.count("groupCount")];
  const labels = groupCount === 0 ? fields.count("labelCount") : 1;
  const row = quads * QUAD_SCORES;
  for (let t = 0; t < length; t++) {
    integers[fields.ints("masks") + t * quads] = (1 << labels) - 1;
    integers[fields.ints("used") + t] = 1;
    integers[fields.ints("counts") + t] = labels + Number(groupCount > 0);
    integers[fields.ints("levels") + t] = groupCount > 0 ? 0 : -1;
    for (const side of ["before", "after"] as const) {
      const start = fields.floats(side) + t * row;
      scores.fill(Infinity, start, start + QUAD_SCORES);
    }
    scores[fields.floats("groupBefore") + t] = Infinity;
    scores[fields.floats("groupAfter") + t] = Infinity;
    let most = -Infinity;
    for (let level = groupCount - 1, y = row - 1; level >= 0; level--) {
      for (; y >= 1 << level; y--) {
        const score = scores[own / 8 + t * row + y]!;
        if (score > most) most = score;
      }
      scores[fields.floats("groupOwn") + t * groupCount + level] = most;
    }
  }
}

/**
 * Doubles the active labels of the positions where the path has a group, or of all: the group
 * {label ≥ 2^m} becomes the labels below 2^(m+1) and a smaller group, which inherit its reach; those
 * that do not stay are not added. Cost: O(1) a label.
 *
 * @param isUniform 1 for all positions, 0 for those of the path
 */
export function degenerateExpand(
  arena: Arena,
  tables: number,
  own: number,
  length: number,
  isUniform: number,
): void {
  const fields = new DegenerateFields(arena, tables);
  for (let t = 0; t < length; t++) {
    const node = fields.integers[fields.ints("path") + t]!;
    if (isUniform === 1 || node >= fields.count("labelCount")) expandAt(fields, own / 8, t);
  }
}

function expandAt(fields: DegenerateFields, own: number, t: number): void {
  const { integers, scores } = fields;
  const level = integers[fields.ints("levels") + t]!;
  if (level < 0) return;
  const [quads, groupCount] = [fields.count("quads"), fields.count("groupCount")];
  const row = t * quads * QUAD_SCORES;
  const before = scores[fields.floats("groupBefore") + t]!;
  const after = scores[fields.floats("groupAfter") + t]!;
  const isLast = level + 1 === groupCount;
  const end = isLast ? fields.count("labelCount") : 2 << level;
  let count = integers[fields.ints("counts") + t]! - 1;
  for (let y = 1 << level; y < end; y++) {
    const mask = fields.ints("masks") + t * quads + Math.floor(y / QUAD_SCORES);
    if (y % QUAD_SCORES === 0) integers[mask] = 0;
    scores[fields.floats("before") + row + y] = before;
    scores[fields.floats("after") + row + y] = after;
    if (!fields.stays(before + scores[own + row + y]! + after)) continue;
    integers[mask]! |= 1 << y % QUAD_SCORES;
    count++;
  }
  integers[fields.ints("used") + t] = Math.ceil(end / QUAD_SCORES);
  const smaller = scores[fields.floats("groupOwn") + t * groupCount + level + 1]!;
  const isLeft = !isLast && fields.stays(before + smaller + after);
  integers[fields.ints("levels") + t] = isLeft ? level + 1 : -1;
  integers[fields.ints("counts") + t] = count + Number(isLeft);
}
