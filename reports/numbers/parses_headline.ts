/**
 * What a reader of a run of parses is to see first.
 *
 * @module
 */

import { accuracyDifference } from "./accuracy.ts";
import { formatRange, formatSigned } from "./format.ts";
import { withAnswers } from "./glance.ts";
import { byDataset } from "./parsed_cells.ts";
import type { RunData } from "./run_data.ts";

/** Datasets of parses with nothing set but how a space is searched for a parse. */
const IN_SPACE = /\{space=(ast|reverse)\}$/;
/** The joint models of Auli and Lopez 2011, with their defaults. */
const JOINT: readonly string[] = ["belief-propagation", "dual-decomposition"];

/**
 * The first sentence of a report of parses, of the form that those of chains have: how many points
 * of LF the joint models gain over the pipeline, where a search space is all that is set. It has no
 * full stop; undefined if nothing compares.
 */
export function parsesHeadline({ cells, summary }: Pick<RunData, "cells" | "summary">) {
  const tasks = byDataset(cells.filter(({ row }) => IN_SPACE.test(row.dataset)));
  const gains = tasks.flatMap((own) => {
    const base = own.find(({ row }) => row.role === "baseline");
    return own.filter(({ row }) => JOINT.includes(row.decoder))
      .flatMap((cell) => base && accuracyDifference(cell, base, "LF") || []);
  });
  if (gains.length === 0) return undefined;
  const points = formatRange(gains.map(({ median }) => median), formatSigned);
  const text = `Joint models gain ${points} points of LF over the pipeline`;
  if (!summary.some(({ exact }) => exact)) return text;
  return withAnswers(text, summary, "answer of an exact decoder is the best");
}
