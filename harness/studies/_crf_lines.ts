/**
 * The lines of the study of the CRF.
 *
 * @module
 */

import type { StudyLine } from "./contract.ts";

/** The columns, each with its meaning; those that a line is not about are empty. */
export const CRF_COLUMNS = {
  kind: "`gradient` or `penalty`",
  dataset: "name of the dataset",
  corpus: "SHA-256 of the corpus",
  labels: "L",
  sentences: "training sentences",
  tokens: "their tokens",
  pairs: "label pairs with a weight: those that these sentences have",
  arithmetic: "how sums are taken",
  round: "from 1",
  pass_ms: "milliseconds for the loss of the sentences and its gradient in all weights",
  norm: "`l1` or `l2`, on all weights",
  strength: "ℓ1 or ℓ2 of the objective",
  objective: "negative log-likelihood and penalty at the end",
  epochs: "passes until then",
  weights: "weights of what was seen",
  kept_weights: "those that are not 0 after rounding",
  kept_pairs: "weights of label pairs that are not 0 after rounding",
  held_out_tokens: "tokens of the held-out sentences",
  right_tokens: "those of them that are labelled rightly",
  decoder: "variant as on the command line",
  decoder_base: "its name without options",
  options: "every option, as in the rows of a run",
  sentence_ms: "milliseconds to decode a held-out sentence",
} as const;

/** A line with what it is about; the other columns are empty. */
export function crfLine(
  fields: Partial<Record<keyof typeof CRF_COLUMNS, string | number>>,
): StudyLine {
  const empty = Object.fromEntries(Object.keys(CRF_COLUMNS).map((name) => [name, ""]));
  return { ...empty, ...fields };
}
