/**
 * A comparison as plain text.
 *
 * @module
 */

import { type CellChange, cellName } from "../../harness/store/compare.ts";
import {
  type Comparison,
  describeDifferences,
  headline,
  runName,
  timesLine,
} from "./comparison.ts";
import { formatInterval } from "../numbers/format.ts";

/** Changes that are no regressions, beyond which a terminal only gets their number. */
const MOST_OTHERS = 10;

/** Writes a comparison for a terminal: what fails in full, the rest in short. */
export function comparisonText(comparison: Comparison): string {
  const { before, after, regressions, others, times } = comparison;
  const rest = others.length - MOST_OTHERS;
  return [
    `${runName(before)} → ${runName(after)}`,
    ...regressions.flatMap((change) => changeLines("REGRESSION", change)),
    ...others.slice(0, MOST_OTHERS).flatMap((change) => changeLines("note", change)),
    ...(rest > 0 ? [`note: ${rest} more`] : []),
    ...times.changes.filter(({ tendency }) => tendency !== "same").map((change) => {
      const { tendency, ratio, clock } = change;
      return `${tendency}: ${cellName(change)}, ${clock}: ${ratio.median.toFixed(2)}× the time ${
        formatInterval(ratio)
      }`;
    }),
    timesLine(comparison),
    headline(comparison),
  ].join("\n");
}

function changeLines(kind: string, change: CellChange): string[] {
  return [
    `${kind}: ${cellName(change)}: ${change.finding}`,
    ...describeDifferences(change).map((line) => `  ${line}`),
  ];
}
