/**
 * Where decoders stand after each iteration, over the sentences of a dataset.
 *
 * @module
 */

import type { TraceLine } from "../../harness/store/traces.ts";
import type { ParsedCell } from "../numbers/parsed_cells.ts";

/** A decoder after an iteration, over all sentences that it parses. */
export interface IterationPoint {
  readonly iteration: number;
  readonly sentences: number;
  /** Mean of the best J less that of the best derivation so far; NaN if it is not known. */
  readonly primalGap: number;
  /** Mean of the best bound so far less the best J; NaN if there is no bound, or J is not known. */
  readonly dualGap: number;
  /** Share of the sentences whose derivation is proven to be the best. */
  readonly proven: number;
}

/**
 * The points of a cell up to its last iteration on any sentence. A sentence that ended earlier
 * stays where it ended.
 *
 * @param best the best J by sentence
 */
export function iterationPoints(
  { traces }: ParsedCell,
  best: ReadonlyMap<number, number>,
): IterationPoint[] {
  const last = Math.max(0, ...[...traces.values()].map((lines) => lines.at(-1)!.iteration));
  return Array.from({ length: last }, (_, i) => {
    const lines = [...traces.values()].map((own) => atIteration(own, i + 1));
    return {
      iteration: i + 1,
      sentences: lines.length,
      primalGap: mean(lines.map(({ sentence, objective }) => best.get(sentence)! - objective)),
      dualGap: mean(lines.map(({ sentence, bound }) => bound - best.get(sentence)!)),
      proven: mean(lines.map(({ proven }) => proven)),
    };
  });
}

function atIteration(lines: readonly TraceLine[], iteration: number): TraceLine {
  return lines.findLast((line) => line.iteration <= iteration) ?? lines[0]!;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
