/**
 * The lines of the study of the CRF.
 *
 * @module
 */

import { type LineOf, number, optional, text, word } from "../../harness/store/table.ts";

const COLUMNS = {
  /** What the line is about. */
  kind: word("gradient", "penalty"),
  /** Name of the dataset. */
  dataset: text,
  /** SHA-256 of the corpus. */
  corpus: text,
  /** L. */
  labels: number,
  /** Training sentences. */
  sentences: number,
  /** Their tokens. */
  tokens: number,
  /** Label pairs with a weight: those that these sentences have. */
  pairs: number,
  /** How sums are taken. */
  arithmetic: text,
  /** From 1. */
  round: optional(number),
  /** Milliseconds for the loss of the sentences and its gradient in all weights. */
  pass_ms: optional(number),
  /** `l1` or `l2`, on all weights. */
  norm: optional(word("l1", "l2")),
  /** ℓ1 or ℓ2 of the objective. */
  strength: optional(number),
  /** Negative log-likelihood and penalty at the end. */
  objective: optional(number),
  /** Passes until then. */
  epochs: optional(number),
  /** Weights of what was seen. */
  weights: optional(number),
  /** Those that are not 0 after rounding. */
  kept_weights: optional(number),
  /** Weights of label pairs that are not 0 after rounding. */
  kept_pairs: optional(number),
  /** Tokens of the held-out sentences. */
  held_out_tokens: optional(number),
  /** Those of them that are labelled rightly. */
  right_tokens: optional(number),
  /** Variant as on the command line. */
  decoder: text,
  /** Its name without options. */
  decoder_base: text,
  /** Every option, as in the rows of a run. */
  options: text,
  /** Milliseconds to decode a held-out sentence. */
  sentence_ms: optional(number),
};

/** The names of the columns. */
export const CRF_COLUMNS: readonly string[] = Object.keys(COLUMNS);

/** A round of a gradient, or of a decoder by penalty; what it is not about is empty. */
export type CrfLine = LineOf<typeof COLUMNS>;

/** A line with what it is about; the other columns are empty. */
export function crfLine(
  fields:
    & Pick<CrfLine, "kind" | "dataset" | "corpus" | "labels" | "sentences" | "tokens" | "pairs">
    & Partial<CrfLine>,
): CrfLine {
  const empty = Object.fromEntries(CRF_COLUMNS.map((name) => [name, ""]));
  return { ...empty, ...fields } as CrfLine;
}
