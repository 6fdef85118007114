/**
 * Weak transitions.
 *
 * @module
 */

import type { Family } from "../synthetic_task.ts";
import { gaussianFamily } from "./_gaussian.ts";

/** Normal scores with transitions a twentieth as wide as the emissions. */
const weak: Family = gaussianFamily(
  "weak",
  0.05,
  "Emissions decide and transitions hardly matter, as CarpeDiem assumes. The best label of each " +
    "position is nearly always right, so any decoder that looks at emissions first should open a " +
    "handful of nodes; one that does not pays the full square of the labels for nothing.",
);
export default weak;
