/**
 * Traces that an isolate told.
 *
 * @module
 */

import type { TracePoint } from "../store/traces.ts";
import type { Responses } from "./_messages.ts";

/** The points; what is no number is not known. */
export function readTrace({ points }: Responses["trace"]): TracePoint[] {
  const number = (value: unknown) => typeof value === "number" ? value : NaN;
  return points.map(({ sentence, iteration, objective, bound, delta, proven }) => ({
    ...{ sentence: number(sentence), iteration: number(iteration), proven: number(proven) },
    ...{ objective: number(objective), bound: number(bound), delta: number(delta) },
  }));
}
