/**
 * The systems of the paper among our decoders, and its data among our datasets.
 *
 * @module
 */

import type { ParsedCell } from "../numbers/parsed_cells.ts";
import type { RunData } from "../numbers/run_data.ts";

/** How derivations are chosen. */
export type Rule = "viterbi" | "risk";

/** Both decoding rules. */
export const RULES: readonly Rule[] = ["viterbi", "risk"];

/** Our packs for the sections of CCGbank. */
export const PACKS: Readonly<Record<string, string>> = {
  "ccgbank-00": "ewt_ccg_dev",
  "ccgbank-23": "ewt_ccg_test",
};

/** Whether a dataset, without its settings, is one that the paper is about here. */
export function isPaperData(base: string): boolean {
  return base.startsWith("ewt_ccg_");
}

/** Iterations without a setting. */
const ITERATIONS = 25;
const NAMES: Readonly<Record<string, string>> = {
  bp: "belief-propagation",
  dd: "dual-decomposition",
};

/** The variant of a system as the paper names it: `baseline`, `bp-1`, `dd-25`. */
export function variantOf(system: string, rule: Rule = "viterbi"): string {
  const [name, iterations] = system.split("-");
  const decoder = NAMES[name!] ?? "pipeline";
  const options = [
    ...(iterations === undefined || Number(iterations) === ITERATIONS
      ? []
      : [`iterations=${iterations}`]),
    ...(rule === "risk" ? ["rule=risk"] : []),
  ];
  return options.length === 0 ? decoder : `${decoder}{${options.join(",")}}`;
}

/** The dataset of a pack in a search space. */
export function inSpace(pack: string, space: string): string {
  return `${pack}{space=${space}}`;
}

/** A cell by its dataset and decoder; undefined if the run has no answers of it. */
export function cellOf(
  { cells }: RunData,
  dataset: string,
  decoder: string,
): ParsedCell | undefined {
  return cells.find(({ row }) => row.dataset === dataset && row.decoder === decoder);
}
