/**
 * Probabilities by enumerating all paths, with some eighty digits: an oracle that shares nothing
 * with what it judges.
 *
 * @module
 */

import { remembered } from "../../datasets/dataset.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";
import {
  add,
  type Big,
  big,
  divide,
  exponential,
  logarithm,
  multiply,
  subtract,
  ZERO,
} from "./big_float.ts";

/** What there is to know of a lattice that has a path. */
export interface ExactPaths {
  readonly logPartition: Big;
  readonly entropy: Big;
  /** Of each label at each position, T×L. */
  readonly nodes: readonly Big[];
  /** L×L for each position, none for the first. */
  readonly edges: readonly (readonly Big[])[];
  /** Of each transition; L×L. */
  readonly uses: readonly Big[];
  /** Probabilities by labels, as `0,1,2`. */
  readonly paths: ReadonlyMap<string, Big>;
}

const exponentials = new Map<number, Big>();

function weightOf(score: number): Big {
  return remembered(exponentials, score, () => exponential(big(score)));
}

/** Everything about a lattice of few paths; undefined if it has none. */
export function exactPaths(
  { labelCount, transitions }: Model,
  { length, emissions }: Lattice,
): ExactPaths | undefined {
  const zeros = (count: number) => new Array<Big>(count).fill(ZERO);
  const nodes = zeros(length * labelCount);
  const edges = Array.from({ length }, (_, t) => zeros(t === 0 ? 0 : labelCount ** 2));
  const weights = new Map<string, Big>();
  const labels: number[] = [];
  let scores = ZERO;

  /** The weight of all paths that begin so. */
  const extend = (weight: Big, score: Big): Big => {
    const t = labels.length;
    if (t === length) {
      weights.set(labels.join(), weight);
      scores = add(scores, multiply(weight, score));
      return weight;
    }
    let sum = ZERO;
    for (let y = 0; y < labelCount; y++) {
      const own = emissions[t * labelCount + y]!;
      const edge = t === 0 ? 0 : labels[t - 1]! * labelCount + y;
      const step = t === 0 ? 0 : transitions[edge]!;
      if (own === -Infinity || step === -Infinity) continue;
      labels.push(y);
      const next = multiply(weight, multiply(weightOf(own), weightOf(step)));
      const below = extend(next, add(score, add(big(own), big(step))));
      labels.pop();
      nodes[t * labelCount + y] = add(nodes[t * labelCount + y]!, below);
      if (t > 0) edges[t]![edge] = add(edges[t]![edge]!, below);
      sum = add(sum, below);
    }
    return sum;
  };

  const total = extend(big(1), ZERO);
  if (total.significand === 0n) return undefined;
  exponentials.clear();
  const share = (weight: Big) => divide(weight, total);
  const logPartition = logarithm(total);
  const probabilities = edges.map((row) => row.map(share));
  return {
    logPartition,
    entropy: subtract(logPartition, share(scores)),
    nodes: nodes.map(share),
    edges: probabilities,
    uses: zeros(labelCount ** 2).map((zero, edge) =>
      probabilities.slice(1).reduce((sum, row) => add(sum, row[edge]!), zero)
    ),
    paths: new Map([...weights].map(([path, weight]) => [path, share(weight)])),
  };
}
