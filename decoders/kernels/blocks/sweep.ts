/**
 * Viterbi's scores with most blocks of edges skipped, by kernels and by their plain twins.
 *
 * @module
 */

import { BOUNDS, NONE, tell, tellNode, type Watched } from "../../chain/observer.ts";
import type { Arena } from "../arena.ts";
import { TABLES } from "./tables.ts";
import { BLOCK } from "../rows.ts";
import { ScoreHeap } from "../../chain/score_heap.ts";
import { Family, type InArena } from "../family.ts";
import BINARY from "./binary.json" with { type: "json" };

/**
 * Fills the tables' `alpha` with α_0(y) = n_0(y), α_t(y) = max_x ( α_{t−1}(x) + e(x, y) ) + n_t(y),
 * and `score` with the score of the best path.
 *
 * The sources x of a position are visited in descending order of their keys α(x) + max_y e(x, y),
 * the smaller label first; v(y) is the best sum so far. The first source relaxes all labels.
 * Another one relaxes the blocks of 16 next labels in which α(x) plus the largest e(x, y) of the
 * block exceeds the least v. When a key does not exceed the least v of all, neither do the keys
 * that wait. For the proof see `PROOFS.md` of the decoders.
 *
 * A label that no edge leads to would keep its block open for ever: the least v is taken over
 * max( v, floor ), and its floor is +∞.
 *
 * Counts an edge for each label that a source relaxes and one for each maximum of a block that is
 * compared. When a position has taken more than `limit`, the sources that wait are relaxed into all
 * labels, without another look.
 *
 * @param own address of the emissions, a row a position
 * @returns T; 0 if no path is left, and then α is not complete
 */
function blockSweep(
  arena: Arena,
  tables: number,
  own: number,
  length: number,
  limit: number,
): number {
  const sweep = new Sweep(arena, tables, limit);
  const { watched } = arena;
  if (watched !== undefined) tell(watched, "iteration", 0, watched.iterations + 1);
  sweep.begin(own / 8);
  for (let t = 1; t < length; t++) if (!sweep.advance(t, own / 8)) return 0;
  return sweep.finish(length) ? length : 0;
}

/**
 * Fills the tables' `path` with the best path of the last sweep. Ties: the smallest label at the
 * end, then the smallest of all sources. Cost: O(L) a position.
 */
function blockFollow(arena: Arena, tables: number, length: number): void {
  const { doubles: scores, integers } = arena;
  const fields = integers.subarray(tables / 4, tables / 4 + TABLES.size);
  const width = fields[TABLES.blocks]! * BLOCK;
  const edges = fields[TABLES.edges]! / 8;
  const ends = fields[TABLES.ends]! / 4;
  const sources = fields[TABLES.sources]! / 4;
  const path = fields[TABLES.path]! / 4;
  let alpha = fields[TABLES.alpha]! / 8 + (length - 1) * width;
  let next = scores.indexOf(scores[(tables + 4 * TABLES.score) / 8]!, alpha) - alpha;
  integers[path + length - 1] = next;
  for (let t = length - 1; t > 0; t--) {
    alpha -= width;
    let best = -Infinity;
    let from = -1;
    for (let i = integers[ends + t - 1]!; i < integers[ends + t]!; i++) {
      const x = integers[sources + i]!;
      const sum = scores[alpha + x]! + scores[edges + x * width + next]!;
      if (sum > best || (sum === best && x < from)) {
        best = sum;
        from = x;
      }
    }
    // Labels whose blocks were passed over may tie.
    for (let x = 0; x < from; x++) {
      if (scores[alpha + x]! + scores[edges + x * width + next]! === best) from = x;
    }
    integers[path + t - 1] = from;
    next = from;
  }
}

/** A sweep at a position. All places are indices into the arena's views. */
class Sweep {
  readonly #scores: Float64Array;
  readonly #integers: Int32Array;
  readonly #counters: Float64Array;
  readonly #limit: number;
  readonly #labelCount: number;
  readonly #blocks: number;
  readonly #width: number;
  readonly #stride: number;
  readonly #edges: number;
  readonly #maxima: number;
  readonly #alpha: number;
  readonly #sources: number;
  readonly #ends: number;
  readonly #outgoing: Float64Array;
  readonly #floors: Float64Array;
  readonly #values: Float64Array;
  readonly #keys: Float64Array;
  readonly #least: Float64Array;
  readonly #waiting = new ScoreHeap();
  readonly #watched: Watched | undefined;
  /** How many sources have been relaxed so far. */
  #count = 0;

  constructor(arena: Arena, tables: number, limit: number) {
    const fields = arena.integers.subarray(tables / 4, tables / 4 + TABLES.size);
    const counters = (tables + 4 * TABLES.edgeEvaluations) / 8;
    const blocks = fields[TABLES.blocks]!;
    const width = blocks * BLOCK;
    const list = (name: keyof typeof TABLES, size: number) => {
      const from = fields[TABLES[name]]! / 8;
      return arena.doubles.subarray(from, from + size);
    };
    this.#watched = arena.watched;
    this.#scores = arena.doubles;
    this.#integers = arena.integers;
    this.#counters = arena.doubles.subarray(counters, counters + 3).fill(0);
    this.#limit = limit;
    this.#labelCount = fields[TABLES.labelCount]!;
    this.#blocks = blocks;
    this.#width = width;
    // A plain list has two scores a vector.
    this.#stride = 2 * fields[TABLES.groups]!;
    this.#edges = fields[TABLES.edges]! / 8;
    this.#maxima = fields[TABLES.maxima]! / 8;
    this.#alpha = fields[TABLES.alpha]! / 8;
    this.#sources = fields[TABLES.sources]! / 4;
    this.#ends = fields[TABLES.ends]! / 4;
    this.#outgoing = list("outgoing", width);
    this.#floors = list("floors", width);
    this.#values = list("values", width);
    this.#keys = list("keys", width);
    this.#least = list("least", blocks);
  }

  /** α and keys of the first position. */
  begin(own: number): void {
    this.#values.fill(0);
    this.#setPrefixes(0, own);
    this.#integers[this.#ends] = 0;
  }

  /** α and keys of a position; false if nothing leads to it. */
  advance(t: number, own: number): boolean {
    const labelCount = this.#labelCount;
    const keys = this.#keys;
    let first = 0;
    for (let x = 1; x < labelCount; x++) if (keys[x]! > keys[first]!) first = x;
    if (keys[first] === -Infinity) return false;
    const before = this.#count;
    const previous = this.#alpha + (t - 1) * this.#width;
    let bar = this.#relaxAll(first, this.#scores[previous + first]!);
    this.#integers[this.#sources + this.#count++] = first;
    const waiting = this.#waiting;
    waiting.clear();
    keys[first] = -Infinity;
    for (let x = 0; x < labelCount; x++) if (keys[x]! > bar) waiting.push(keys[x]!, x);
    let spent = labelCount;
    // Beyond the limit the bar stays where it is.
    for (; waiting.size > 0 && waiting.topScore > bar; waiting.pop()) {
      const source = waiting.topItem;
      const prefix = this.#scores[previous + source]!;
      if (spent > this.#limit) {
        this.#integers[this.#sources + this.#count++] = source;
        this.#raise(source, prefix, 0, this.#width);
        spent += labelCount;
        continue;
      }
      const relaxed = this.#raiseBlocks(source, prefix);
      spent += this.#blocks + relaxed;
      if (relaxed === 0) continue;
      this.#integers[this.#sources + this.#count++] = source;
      bar = this.#least.reduce(smaller);
    }
    this.#counters[0]! += spent;
    this.#counters[1]! += this.#count - before;
    this.#integers[this.#ends + t] = this.#count;
    if (this.#watched !== undefined) this.#tell(t - 1, before, this.#watched);
    this.#setPrefixes(t, own);
    return true;
  }

  /** The score of the best path; false if there is none. */
  finish(length: number): boolean {
    const last = this.#alpha + (length - 1) * this.#width;
    let best = -Infinity;
    for (let y = last; y < last + this.#labelCount; y++) {
      if (this.#scores[y]! > best) best = this.#scores[y]!;
    }
    this.#counters[2] = best;
    if (this.#watched !== undefined && best > -Infinity) {
      const label = this.#scores.indexOf(best, last) - last;
      this.#tellOpened(length - 1, label, this.#watched);
    }
    return best > -Infinity;
  }

  /** Tells which labels of a position were sources, and which waited in vain. */
  #tell(t: number, before: number, watched: Watched): void {
    const sources = this.#integers.subarray(this.#sources + before, this.#sources + this.#count);
    for (const x of sources) this.#tellOpened(t, x, watched);
    for (let x = 0; x < this.#labelCount; x++) {
      if (sources.includes(x)) continue;
      const bound = BOUNDS.indexOf("no improvement");
      tellNode(this.#spent(watched), "dropped", [t, x], bound, this.#keys[x]!);
    }
  }

  /** Tells of a label with its score and the source that is best into it. */
  #tellOpened(t: number, y: number, watched: Watched): void {
    const alpha = this.#alpha + t * this.#width;
    let [best, other] = [-Infinity, NONE];
    const start = t > 0 ? this.#integers[this.#ends + t - 1]! : 0;
    const end = t > 0 ? this.#integers[this.#ends + t]! : 0;
    for (let i = start; i < end; i++) {
      const x = this.#integers[this.#sources + i]!;
      const sum = this.#scores[alpha - this.#width + x]! +
        this.#scores[this.#edges + x * this.#width + y]!;
      if (sum > best) [best, other] = [sum, x];
    }
    tellNode(this.#spent(watched), "opened", [t, y], other, this.#scores[alpha + y]!);
  }

  #spent({ observer, iterations, edgeEvaluations }: Watched): Watched {
    return { observer, iterations, edgeEvaluations: edgeEvaluations + this.#counters[0]! };
  }

  #setPrefixes(t: number, own: number): void {
    const alpha = this.#alpha + t * this.#width;
    const emissions = own + t * this.#width;
    const scores = this.#scores;
    const values = this.#values;
    for (let y = 0; y < this.#width; y++) {
      const prefix = values[y]! + scores[emissions + y]!;
      scores[alpha + y] = prefix;
      this.#keys[y] = prefix + this.#outgoing[y]!;
    }
  }

  /** Sets v from one source; returns the least. */
  #relaxAll(source: number, prefix: number): number {
    const scores = this.#scores;
    const values = this.#values;
    const edges = this.#edges + source * this.#width;
    for (let y = 0; y < this.#width; y++) values[y] = prefix + scores[edges + y]!;
    let all = Infinity;
    for (let b = 0; b < this.#blocks; b++) all = smaller(all, this.#updateLeast(b));
    return all;
  }

  /** Raises v from a source in the blocks where it may; returns how many edges that took. */
  #raiseBlocks(source: number, prefix: number): number {
    const least = this.#least;
    const maxima = this.#maxima + source * this.#stride;
    let relaxed = 0;
    for (let b = 0; b < this.#blocks; b++) {
      if (!(prefix + this.#scores[maxima + b]! > least[b]!)) continue;
      this.#raise(source, prefix, b * BLOCK, (b + 1) * BLOCK);
      this.#updateLeast(b);
      relaxed += smaller(BLOCK, this.#labelCount - b * BLOCK);
    }
    return relaxed;
  }

  #raise(source: number, prefix: number, from: number, end: number): void {
    const scores = this.#scores;
    const values = this.#values;
    const edges = this.#edges + source * this.#width;
    for (let y = from; y < end; y++) {
      const score = prefix + scores[edges + y]!;
      if (score > values[y]!) values[y] = score;
    }
  }

  #updateLeast(block: number): number {
    const values = this.#values;
    let least = Infinity;
    for (let y = block * BLOCK; y < (block + 1) * BLOCK; y++) {
      const value = values[y]!;
      if (value < least && this.#floors[y] === -Infinity) least = value;
    }
    this.#least[block] = least;
    return least;
  }
}

function smaller(one: number, other: number): number {
  return other < one ? other : one;
}

const twins = { blockFollow, blockSweep };

/** Kernels of block skipping: see the functions above. */
export type BlockKernels = {
  readonly [Name in keyof typeof twins]: InArena<typeof twins[Name]>;
};

/** The kernels, for arenas of either kind. */
export const BLOCKS: Family<BlockKernels> = /* @__PURE__ */ new Family<BlockKernels>(BINARY, twins);
