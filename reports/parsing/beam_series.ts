/**
 * A decoder at one beam after the other.
 *
 * @module
 */

import { isParsed } from "./accuracy.ts";
import type { ParsedCell } from "../numbers/parsed_cells.ts";
import type { RunData } from "../numbers/run_data.ts";

/** A decoder at a beam, over the sentences that all decoders parse at all beams. */
export interface BeamPoint {
  readonly beam: number;
  readonly sentences: number;
  /** Σ f and Σ J of the derivations. */
  readonly parserScore: number;
  readonly objective: number;
  /** F of labelled spans, in percent. */
  readonly spanF: number;
}

const DATASET = /^ewt_ccg_dev\{beam=([\d.e-]+),cutoff=20\}$/;

/** The points of a decoder from the narrowest beam to the widest; none without two beams. */
export function beamSeries({ cells }: RunData, decoder: string): BeamPoint[] {
  const beams = cells.filter(({ row }) => DATASET.test(row.dataset));
  const common = commonSentences(beams);
  const points = beams.filter(({ row }) => row.decoder === decoder)
    .map(({ row, answers }): BeamPoint => {
      const own = answers.filter(({ sentence }) => common.has(sentence));
      const sum = (value: (answer: typeof own[number]) => number) =>
        own.reduce((total, answer) => total + value(answer), 0);
      return {
        beam: Number(DATASET.exec(row.dataset)![1]),
        sentences: own.length,
        parserScore: sum(({ parser_score }) => parser_score),
        objective: sum(({ objective }) => objective),
        spanF: 200 * sum(({ matched_spans }) => matched_spans) /
          sum(({ predicted_spans, gold_spans }) => predicted_spans + gold_spans),
      };
    });
  return points.length < 2 ? [] : points.sort((a, b) => b.beam - a.beam);
}

function commonSentences(cells: readonly ParsedCell[]): Set<number> {
  const sets = cells.map(({ answers }) =>
    new Set(answers.filter(isParsed).map(({ sentence }) => sentence))
  );
  return sets.reduce((common, own) => common.intersection(own), sets[0] ?? new Set());
}
