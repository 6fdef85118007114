/**
 * What the charts and tables of regularisation show of each norm and strength.
 *
 * @module
 */

import { orderDecoders } from "../numbers/order.ts";
import { total, type TrainingRow } from "./_training_rows.ts";

/** A training with one norm and strength. */
export interface Strength {
  /** `l1` or `l2`. */
  readonly norm: string;
  /** λ. */
  readonly strength: number;
  /** Share of the test tokens that are right. */
  readonly accuracy: number;
  /** After the last epoch. */
  readonly pairs: { readonly mean: number; readonly max: number; readonly share: number };
  /** Dense Viterbi first. */
  readonly decoders: readonly StrengthDecoder[];
}

/** What a decoder did, over the epochs that are not discarded. */
export interface StrengthDecoder {
  /** Variant as on the command line. */
  readonly decoder: string;
  /** Microseconds a sentence. */
  readonly time: number;
  /** Edges a sentence. */
  readonly edges: number;
  /** Edges as a share of those of dense Viterbi. */
  readonly share: number;
}

/** The trainings of one dataset. */
export function strengthsOf(rows: readonly TrainingRow[]): Strength[] {
  const trainings = Map.groupBy(rows, ({ norm, strength }) => JSON.stringify([norm, strength]));
  return [...trainings.values()].map((training) => {
    const { norm, strength, right_tokens, test_tokens } = training[0]!;
    const last = training.at(-1)!;
    return {
      norm,
      strength,
      accuracy: right_tokens / test_tokens,
      pairs: { mean: last.pair_mean, max: last.pair_max, share: last.pair_share },
      decoders: orderDecoders(training).map((decoder) => {
        const own = training.filter((row) => row.decoder === decoder);
        const sentences = total(own, "timed_sentences");
        const edges = total(own, "edge_evaluations");
        return {
          decoder,
          time: 1000 * total(own, "decoding_ms") / sentences,
          edges: edges / sentences,
          share: edges / total(own, "reference_edges"),
        };
      }),
    };
  });
}

/** `ℓ1` or `ℓ2`. */
export function normTitle(norm: string): string {
  return norm.replace("l", "ℓ");
}
