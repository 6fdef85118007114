/**
 * Cells of the systems of a table, less its baseline, by both decoding rules.
 *
 * @module
 */

import type { PaperCell } from "./contract.ts";
import { published, type PublishedResult } from "../published/published.ts";
import type { Metric } from "../numbers/accuracy.ts";
import type { RunData } from "../numbers/run_data.ts";
import { inSpace, RULES, variantOf } from "../numbers/parsed_cells.ts";
import { differenceCell } from "./_accuracy_cells.ts";

/** Systems whose output nobody can make again. */
const CLOSED: Readonly<Record<string, string>> = {
  "cc-2007": "the output of Clark and Curran's parser is not available",
  "petrov-i5": "the output of Fowler and Penn's parser is not available",
};

/** One iteration of dual decomposition is the pipeline. */
const CONSTRUCTED = "dd-1, viterbi";

/**
 * A cell for each published accuracy of a table.
 *
 * @param packs ours for its data
 */
export function systemCells(
  run: RunData,
  table: string,
  packs: Readonly<Record<string, string>>,
): PaperCell[] {
  const metrics = ["lf", "uf", "st", "lp", "lr", "up", "ur"];
  const results = published({ paper: "auli2011", table })
    .filter(({ metric }) => metrics.includes(metric));
  const cells = RULES.flatMap((rule) =>
    results.map((result) => {
      const { system, space } = placeOf(result);
      const dataset = inSpace(packs[result.dataset]!, space);
      const reason = CLOSED[system];
      const part = packs[result.dataset]!.replace(/^.*_/, "");
      const isOpen = reason === undefined;
      return differenceCell(run, {
        ...{ result, baseline: `baseline{space=${space}}` },
        line: isOpen ? `${system}, ${rule}` : system,
        column: `${part} ${space} ${result.metric.toUpperCase()}`,
        metric: result.metric.toUpperCase() as Metric,
        own: isOpen ? { dataset, decoder: variantOf(system, rule) } : undefined,
        other: { dataset, decoder: variantOf("baseline", rule) },
        ...(isOpen ? {} : { reason }),
      });
    })
  );
  // What is closed has one line for both rules.
  const isFirst = (cell: PaperCell, i: number) =>
    cells.findIndex(({ line, column }) => line === cell.line && column === cell.column) === i;
  return cells.filter(isFirst).map((cell) =>
    cell.line === CONSTRUCTED && cell.ours !== undefined
      ? { ...cell, verdict: "not testable here", reason: `by construction; ${cell.reason}` }
      : cell
  );
}

/** `bp-1{space=ast}` as its parts. */
export function placeOf({ algorithm }: PublishedResult): { system: string; space: string } {
  const [, system, space] = /^(.*)\{space=(\w+)\}$/.exec(algorithm)!;
  return { system: system!, space: space! };
}
