/**
 * Strong transitions.
 *
 * @module
 */

import { type Family, gaussianFamily } from "./family.ts";

/** Normal scores with transitions five times as wide as the emissions. */
const strong: Family = gaussianFamily(
  "strong",
  5,
  "Transitions decide. The maximum over transitions is far above what the best path can use at " +
    "every step, so bounds that add it up position by position are loose and decoders that trust " +
    "emissions open most of the lattice. This is where exact decoders lose to dense Viterbi.",
);
export default strong;
