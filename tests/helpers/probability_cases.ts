/**
 * Random models and lattices on which sums over paths have gone wrong, and what is compared there.
 *
 * @module
 */

import { assertEquals, assertLessOrEqual } from "@std/assert";
import type { Lattice, Model } from "../../decoders/lattice.ts";
import type { Estimate, Marginals } from "../../decoders/probability/estimate.ts";
import { drawInstance, seededRandom } from "../../harness/conformance/generators.ts";
import { sequenceCount } from "../../harness/conformance/oracles.ts";

/** Few enough to be enumerated with many digits. */
const MOST_SEQUENCES = 100;

/** What scores are multiplied by: the last ones under- and overflow. */
const SCALES = [1, 1, 1, 1, 30, 1000];

export interface ProbabilityCase {
  readonly model: Model;
  readonly lattice: Lattice;
  readonly title: string;
}

/**
 * Cases of few paths: ties, decimals, scores around 1e6, forbidden labels and transitions, one
 * label, one position, transitions that are 0 but for few, and scores of ±1000.
 */
export function* probabilityCases(count: number): Generator<ProbabilityCase> {
  for (let seed = 0, found = 0; found < count; seed++) {
    const regime = seed % 2 === 0 ? "exact sums" : "decimals";
    const { model, lattices } = drawInstance(seed, regime, "small", 1);
    const lattice = lattices[0]!;
    if (sequenceCount(model, lattice) > MOST_SEQUENCES) continue;
    found++;
    const random = seededRandom(seed);
    const scale = random.pick(SCALES);
    yield {
      model: { ...model, transitions: model.transitions.map((score) => scale * score) },
      lattice: { ...lattice, emissions: lattice.emissions.map((score) => scale * score) },
      title: `seed ${seed}, ${regime}, scale ${scale}`,
    };
  }
}

/** Asserts that two estimates of one number agree within their errors; both may be −∞. */
export function assertNear(one: Estimate, other: Estimate, title = ""): void {
  if (one.value === other.value) return;
  assertLessOrEqual(Math.abs(one.value - other.value), one.error + other.error, title);
}

/** Asserts that ln Z and the nodes of two marginals agree within their errors. */
export function assertNearMarginals(one: Marginals, other: Marginals, title = ""): void {
  assertNear(one.logPartition, other.logPartition, title);
  assertEquals(one.nodes.length, other.nodes.length, title);
  one.nodes.forEach((p, i) => {
    assertLessOrEqual(Math.abs(p - other.nodes[i]!), one.error + other.error, title);
  });
}
