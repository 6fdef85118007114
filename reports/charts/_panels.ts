/**
 * The panels of charts that have one for each dataset.
 *
 * @module
 */

import type { SummaryRow } from "../numbers/summary_row.ts";
import { formatCount } from "../numbers/format.ts";

/** The heading of a dataset's panel: its name and L. */
export function panelTitle({ dataset, labels }: Pick<SummaryRow, "dataset" | "labels">): string {
  return `${dataset} (L = ${formatCount(labels)})`;
}

/** The heading of a panel over its plot, and which data it draws. */
export function panelFrame(title: string, dataset: string) {
  return {
    title: {
      text: title,
      fontSize: 12,
      fontWeight: "normal" as const,
      anchor: "middle" as const,
      // Over the plot, whatever its axis takes up.
      frame: "group" as const,
    },
    transform: [{ filter: { field: "dataset", equal: dataset } }],
  };
}
