/**
 * What is at most, and at least, beyond the labels of a sweep: the twin of `suffix_bounds.as`.
 *
 * @module
 */

import type { Arena } from "../arena.ts";
import { TABLES } from "./tables.ts";

/**
 * Bounds for a sweep, from the labels of the one from the other end on. Of a sweep from the right
 * read all of this from right to left.
 *
 * If a best path has label y at position t, what follows there adds at most S_t(y) = min( h_t,
 * rowMax(y) + M_{t+1} ), with M_t = max_y ( n_t(y) + S_t(y) ) and h_t = max_z ( colMax(z) +
 * n_{t+1}(z) + S_{t+1}(z) ); where the opposite sweep is, n + S are the values that it has. So two
 * scores a position, h_t and M_{t+1}, are enough for all of its labels. By induction: the edge to
 * the next label z is at most colMax(z) and at most rowMax(y), and what follows z at most
 * S_{t+1}(z); the opposite values are the best there are of every label that is on a best path.
 *
 * The best path has at least the score b of any path, here of the better one of two greedy ones. A
 * label with v(y) + S_t(y) < b is on no best path; one that ties stays. Where sums round, b is to
 * be less by the tolerance.
 *
 * Cost: O(L) a position between the sweeps, four times at most. Source: our own.
 */
export class SuffixBounds {
  readonly #scores: Float64Array;
  readonly #integers: Int32Array;
  readonly #fields: Int32Array;
  /** Edges counted, and b. */
  readonly #results: Float64Array;
  readonly #width: number;

  /**
   * Finds nothing yet.
   *
   * @param fields of the sweep's tables
   * @param width scores in a row
   */
  constructor(arena: Arena, fields: Int32Array, width: number) {
    const results = (fields.byteOffset + 4 * TABLES.edgeEvaluations) / 8;
    this.#scores = arena.doubles;
    this.#integers = arena.integers;
    this.#fields = fields;
    this.#results = arena.doubles.subarray(
      results,
      results + (TABLES.size - TABLES.edgeEvaluations) / 2,
    );
    this.#width = width;
  }

  /** Whether there are bounds. */
  get isFound(): boolean {
    return this.#fields[TABLES.isBounded] === 1;
  }

  /** The lower bound b. */
  get lowerBound(): number {
    return this.#results[(TABLES.lowerBound - TABLES.edgeEvaluations) / 2]!;
  }

  set lowerBound(score: number) {
    this.#results[(TABLES.lowerBound - TABLES.edgeEvaluations) / 2] = score;
  }

  /**
   * The score of the path that goes on greedily from the best label of the sweep to where the other
   * one is, and takes the best that that has there.
   *
   * @param own index of the emissions of the sweep's first position
   * @param step from a position's emissions to the next one's
   */
  greedyScore(opposite: SuffixBounds, length: number, own: number, step: number): number {
    const done = this.#fields[TABLES.position]!;
    const between = length - done - opposite.#fields[TABLES.position]!;
    const start = this.#fields[TABLES.start]!;
    let score = this.#scores[this.#fields[TABLES.prefixes]! / 8 + start]!;
    let label = this.#integers[this.#fields[TABLES.labels]! / 4 + start]!;
    for (let t = done; t <= done + between; t++) {
      const from = t < done + between ? own + t * step : opposite.#values;
      const edges = this.#fields[TABLES.edges]! / 8 + label * this.#width;
      let most = -Infinity;
      label = 0;
      for (let y = 0; y < this.#width; y++) {
        const sum = this.#scores[from + y]! + this.#scores[edges + y]!;
        if (sum > most) [most, label] = [sum, y];
      }
      score += most;
    }
    this.#results[0]! += (between + 1) * this.#fields[TABLES.labelCount]!;
    return score;
  }

  /**
   * Finds h and M for the last position of the sweep and those up to where the other one is.
   *
   * @param last index of the emissions of the other one's first position
   */
  find(opposite: SuffixBounds, length: number, last: number, step: number): void {
    const scores = this.#scores;
    const incoming = this.#fields[TABLES.incoming]! / 8;
    const outgoing = this.#fields[TABLES.outgoing]! / 8;
    const suffixes = this.#fields[TABLES.suffixes]! / 8;
    const from = length - opposite.#fields[TABLES.position]!;
    let [limit, next] = [0, 0];
    for (let t = from; t >= this.#fields[TABLES.position]!; t--) {
      const own = t === from ? opposite.#values : last - (length - 1 - t) * step;
      let [entering, most] = [-Infinity, -Infinity];
      for (let y = 0; y < this.#width; y++) {
        const rest = t === from ? 0 : Math.min(scores[outgoing + y]! + next, limit);
        const sum = scores[own + y]! + rest;
        most = Math.max(most, sum);
        entering = Math.max(entering, sum + scores[incoming + y]!);
      }
      [limit, next] = [entering, most];
      scores[suffixes + 2 * (t - 1)] = limit;
      scores[suffixes + 2 * (t - 1) + 1] = next;
    }
    this.#fields[TABLES.isBounded] = 1;
  }

  /** Drops the labels of the sweep's last position that are on no best path, and says which. */
  drop(gone?: (label: number, bound: number) => void): void {
    const fields = this.#fields;
    const t = fields[TABLES.position]! - 1;
    const [start, end] = [fields[TABLES.start]!, fields[TABLES.end]!];
    const labels = this.#integers.subarray(fields[TABLES.labels]! / 4);
    const prefixes = this.#scores.subarray(fields[TABLES.prefixes]! / 8);
    const outgoing = fields[TABLES.outgoing]! / 8;
    const suffixes = fields[TABLES.suffixes]! / 8 + 2 * t;
    const [limit, next] = [this.#scores[suffixes]!, this.#scores[suffixes + 1]!];
    let kept = start;
    let best = start;
    for (let i = start; i < end; i++) {
      const [label, prefix] = [labels[i]!, prefixes[i]!];
      const rest = Math.min(this.#scores[outgoing + label]! + next, limit);
      if (!(prefix + rest >= this.lowerBound)) {
        gone?.(label, prefix + rest);
        continue;
      }
      labels[kept] = label;
      prefixes[kept] = prefix;
      if (prefix > prefixes[best]!) best = kept;
      kept++;
    }
    // The best comes first, wherever the first one goes.
    [labels[start], labels[best]] = [labels[best]!, labels[start]!];
    [prefixes[start], prefixes[best]] = [prefixes[best]!, prefixes[start]!];
    this.#integers[fields[TABLES.ends]! / 4 + t] = kept;
    fields[TABLES.end] = kept;
  }

  /** Where the values of the sweep's last position are. */
  get #values(): number {
    return this.#fields[TABLES.values]! / 8;
  }
}
