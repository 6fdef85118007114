/**
 * Constraints: lattices in which some labels are forbidden.
 *
 * @module
 */

import { checkShape } from "./score_check.ts";
import type { Lattice } from "../lattice.ts";

/**
 * The lattice with only the allowed labels at each position; all others have an emission of −∞. It
 * is a lattice as any other: decoders, marginals and samplers do the same with it.
 *
 * ln Z of a lattice less ln Z of the constrained one is −ln of the probability that a path keeps to
 * the constraints: the loss of labels that are known in part. Transitions are forbidden in the
 * model.
 *
 * @param allowed the labels that a position may have; undefined if it may have all
 * @throws RangeError for a label that there is not, or as `checkShape`
 *
 * @example
 * ```ts
 * import { constrain } from "./constrain.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const lattice = { length: 2, emissions: Float64Array.of(1, 2, 3, 4) };
 * const { emissions } = constrain(lattice, 2, (t) => t === 0 ? [1] : undefined);
 * assertEquals(emissions, Float64Array.of(-Infinity, 2, 3, 4));
 * ```
 */
export function constrain(
  { length, emissions }: Lattice,
  labelCount: number,
  allowed: (position: number) => Iterable<number> | undefined,
): Lattice {
  checkShape(labelCount, { length, emissions });
  const constrained = emissions.slice();
  for (let t = 0; t < length; t++) {
    const labels = allowed(t);
    if (labels === undefined) continue;
    const row = t * labelCount;
    constrained.fill(-Infinity, row, row + labelCount);
    for (const label of labels) {
      if (!(Number.isInteger(label) && label >= 0 && label < labelCount)) {
        throw new RangeError(
          `Cannot allow a label at position ${t} of a lattice of ${labelCount} labels: ${label}`,
        );
      }
      constrained[row + label] = emissions[row + label]!;
    }
  }
  return { length, emissions: constrained };
}
