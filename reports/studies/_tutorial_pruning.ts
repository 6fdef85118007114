/**
 * Does pruning pay for the partition function?
 *
 * @module
 */

import { marginals } from "../../decoders/probability/marginals.ts";
import { keptByOracle, massDominance } from "./_kept_mass.ts";
import { type Measured, measuredOn, type Subject } from "./tutorial_parts/measurement.ts";

/** The share of Z that may be lost. */
const EPSILON = 1e-6;

/**
 * The share of labels a position that pruning keeps for ln Z, by dominance and by an oracle that
 * knows the marginals; beside it the share of the products that sums with exceptions take, which
 * lose nothing. The study `partition` has more of the same.
 */
export function measurePruning({ model, lattices }: Subject): Measured[] {
  const { labelCount, transitions } = model;
  const long = lattices.filter(({ length }) => length > 1);
  const [find, prune] = [marginals(model), massDominance(model, EPSILON)];
  let [oracle, dominance, nodes] = [0, 0, 0];
  for (const lattice of long) {
    // The last position is not pruned.
    const size = (lattice.length - 1) * labelCount;
    const kept = (mask: Uint8Array) => mask.subarray(0, size).reduce((sum, one) => sum + one, 0);
    oracle += kept(keptByOracle(find(lattice)!.nodes, labelCount, EPSILON));
    dominance += kept(prune(lattice));
    nodes += size;
  }
  const nonZero = transitions.filter((score) => score !== 0).length;
  const line = measuredOn(long.length, `ε = ${EPSILON}`);
  return [
    line("labels kept by dominance", dominance / nodes, "of all"),
    line("labels kept by the oracle", oracle / nodes, "of all"),
    line(
      "products with exceptions",
      Math.min(1, (labelCount + nonZero) / labelCount ** 2),
      "of L²",
    ),
  ];
}
