/**
 * The sweep over the strength of the transitions, for its charts.
 *
 * @module
 */

import { drawable } from "../drawing/encoding.ts";
import { SCHEMA } from "../picture.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";

/** A cell with the dial of its family. */
export interface Point {
  /** The cell. */
  readonly row: SummaryRow;
  /** Strength of the transitions. */
  readonly dial: number;
}

/**
 * The drawable cells at k = 1 of the family (at one label count) that was measured with the most
 * dials above 0; empty if none has two.
 */
export function strengthSweep(summary: readonly SummaryRow[]): Point[] {
  const points = drawable(summary).flatMap((row) => {
    const { dial = 0, length } = row.dataset_settings;
    // The axis is logarithmic; datasets with a fixed length are about growth.
    return row.k !== 1 || dial <= 0 || length !== undefined
      ? []
      : [{ row, dial, sweep: `${row.family} ${row.labels}` }];
  });
  let widest: Point[] = [];
  for (const [, sweep] of Map.groupBy(points, (point) => point.sweep)) {
    if (dials(sweep).length > dials(widest).length) widest = sweep;
  }
  return dials(widest).length < 2 ? [] : widest;
}

/** Family and label count of a sweep, for a subtitle. */
export function sweepName(points: readonly Point[]): string {
  const { row } = points[0]!;
  return `Synthetic family ${row.family}, L = ${row.labels}, k = 1`;
}

/** The horizontal axis of a sweep. */
export function strengthAxis(points: readonly Point[]) {
  return {
    field: "dial",
    type: "quantitative",
    title: "standard deviation of the transitions over that of the emissions",
    scale: { type: "log", nice: false, padding: 14 },
    axis: { values: dials(points), grid: false, labelOverlap: "greedy" },
  } as const;
}

/** What every chart of a sweep has in common. */
export const SWEEP_FRAME = { $schema: SCHEMA, width: 620, height: 380 } as const;

function dials(points: readonly Point[]): number[] {
  return [...new Set(points.map(({ dial }) => dial))].sort((a, b) => a - b);
}
