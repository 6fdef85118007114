/**
 * Beam search: the approximate baseline.
 *
 * @module
 */

import { beamDecode, plainBeam } from "./chain/beam.ts";
import type { Decoder } from "./contract.ts";
import { KERNEL } from "./chain/options.ts";
import { hasKernels } from "./kernels/arena.ts";
import { placedBeam } from "./kernels/beam/beam.ts";
import { pairDecode } from "./pairs/paths.ts";

/** Options of the beam. */
export const OPTIONS = {
  width: { default: 1, minimum: 1, meaning: "labels kept at each position" },
  kernel: KERNEL,
} as const;

/**
 * Beam search over labels: at each position the `width` labels with the best prefix scores are
 * kept, v_t(y) = max over kept x of ( v_{t−1}(x) + e(x, y) ) + n_t(y).
 *
 * Approximate: the best path may leave the beam. A width of 1 is the greedy baseline, a width of
 * at least L is exact. For k > 1 the k best paths through the kept labels are returned, which may
 * be fewer than exist.
 *
 * Ties: the smallest label is kept, and the smallest wins from the last position backwards.
 * Cost: (T−1)·width·L edges.
 *
 * Source: the baseline of Huang et al. 2012, Tables 4 and 5, and Kaji et al. 2010, Table 4.
 */
const beam: Decoder<typeof OPTIONS> = {
  name: "beam",
  title: "Beam search",
  source: "baseline of Huang et al. 2012, Tables 4 and 5",
  exact: false,
  maxK: Infinity,
  pairs: true,
  options: OPTIONS,
  prepare(model, { width: widest, kernel }) {
    const width = Math.min(widest, model.labelCount);
    if (model.hasPairs) return pairDecode(model, width);
    const isSimd = kernel === "simd" && hasKernels();
    return beamDecode(model, width, isSimd ? placedBeam(model, width) : plainBeam(model, width));
  },
};
export default beam;
