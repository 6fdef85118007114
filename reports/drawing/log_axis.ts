/**
 * Logarithmic axes.
 *
 * @module
 */

import { logTicks } from "../picture.ts";

/** A logarithmic axis with ticks for these values. */
export function logAxis(field: string, values: readonly number[]) {
  return {
    field,
    type: "quantitative" as const,
    scale: { type: "log" as const, nice: false, padding: 10 },
    axis: { values: logTicks(values), format: "~g" },
  };
}
