/**
 * What the page about the CRF shows of each dataset.
 *
 * @module
 */

import { median } from "../numbers/statistics.ts";
import type { StudyRow } from "../numbers/study_rows.ts";
import { numberIn, textIn } from "../numbers/fields.ts";

/** The time of objective and gradient on one dataset. */
export interface GradientTime {
  readonly dataset: string;
  /** L. */
  readonly labels: number;
  /** Of all label pairs the share that has a weight. */
  readonly pairShare: number;
  readonly arithmetic: string;
  /** Median microseconds a token. */
  readonly micros: number;
}

/** A training with one norm and strength. */
export interface PenaltyTrial {
  readonly dataset: string;
  /** L. */
  readonly labels: number;
  /** Training sentences. */
  readonly sentences: number;
  /** `l1` or `l2`. */
  readonly norm: string;
  readonly strength: number;
  readonly objective: number;
  /** Passes over the training sentences. */
  readonly epochs: number;
  /** Share of the weights that is not 0. */
  readonly kept: number;
  /** Share of those of label pairs. */
  readonly keptPairs: number;
  /** Share of the held-out tokens that is right. */
  readonly accuracy: number;
  /** Median microseconds a sentence by decoder. */
  readonly micros: ReadonlyMap<string, number>;
}

/** The times of gradients, in the order of the lines. */
export function gradientTimes(lines: readonly StudyRow[]): GradientTime[] {
  const own = lines.filter((line) => textIn(line, "kind") === "gradient");
  const groups = Map.groupBy(
    own,
    (line) => JSON.stringify([textIn(line, "dataset"), textIn(line, "arithmetic")]),
  );
  return [...groups.values()].map((rounds) => {
    const [first] = rounds;
    const labels = numberIn(first!, "labels");
    const times = rounds.map((line) => 1000 * numberIn(line, "pass_ms") / numberIn(line, "tokens"));
    return {
      dataset: textIn(first!, "dataset"),
      labels,
      pairShare: numberIn(first!, "pairs") / labels ** 2,
      arithmetic: textIn(first!, "arithmetic"),
      micros: median(times),
    };
  });
}

/** The trainings by penalty, in the order of the lines. */
export function penaltyTrials(lines: readonly StudyRow[]): PenaltyTrial[] {
  const own = lines.filter((line) => textIn(line, "kind") === "penalty");
  const fields = ["dataset", "norm", "strength"] as const;
  const groups = Map.groupBy(
    own,
    (line) => JSON.stringify(fields.map((name) => textIn(line, name))),
  );
  return [...groups.values()].map((rounds) => {
    const first = rounds[0]!;
    const decoders = Map.groupBy(rounds, (line) => textIn(line, "decoder"));
    return {
      dataset: textIn(first, "dataset"),
      labels: numberIn(first, "labels"),
      sentences: numberIn(first, "sentences"),
      norm: textIn(first, "norm"),
      strength: numberIn(first, "strength"),
      objective: numberIn(first, "objective"),
      epochs: numberIn(first, "epochs"),
      kept: numberIn(first, "kept_weights") / numberIn(first, "weights"),
      keptPairs: numberIn(first, "kept_pairs") / numberIn(first, "pairs"),
      accuracy: numberIn(first, "right_tokens") / numberIn(first, "held_out_tokens"),
      micros: new Map(
        [...decoders].map(([decoder, lines]) =>
          [decoder, median(lines.map((line) => 1000 * numberIn(line, "sentence_ms")))] as const
        ),
      ),
    };
  });
}
