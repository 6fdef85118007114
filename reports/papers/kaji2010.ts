/**
 * What a run says about Kaji et al. 2010.
 *
 * @module
 */

import { BASELINE } from "../../harness/store/key.ts";
import type { RunData } from "../numbers/run_data.ts";
import { datasetFor, published, type PublishedResult } from "../published/published.ts";
import {
  iterationCells,
  paperCell,
  type Shown,
  speedCells,
  studyKey,
  tablesOf,
  totalMs,
  withoutInterval,
} from "./cells.ts";
import { claims, VERDICT_RULE } from "./claims.ts";
import type { Paper, PaperCell } from "./contract.ts";
import { faster } from "./judges.ts";
import { ourDecoder, OWN_ORDER_NOTE } from "./our_decoders.ts";
import { NEAR_ONE, PAPER_RULES, ratioVerdict } from "./verdict.ts";

const PAPER = "kaji2010";
const UNIFORM = "iterative-viterbi{expansion=uniform}";
/** One line for each epoch and decoder. */
const STUDY = "training";
/** What training spends on a decoder. */
const TIMES = ["elapsed_ms", "prepare_ms"];

/** The paper. */
const kaji2010: Paper = {
  name: PAPER,
  order: 200,
  rules: PAPER_RULES,
  claimsRule: VERDICT_RULE,
  tables: tablesOf(PAPER, [
    {
      place: "Table 1",
      title: "Speed of decoding",
      note: "Speed relative to dense Viterbi, which is 1. Iterative Viterbi is the paper's " +
        "staggered decoding: expansion=uniform is SD, expansion=column SD+C-EXP.",
      cells: speedCells,
    },
    {
      place: "Table 2",
      title: "Iterations of staggered decoding",
      note: "Mean iterations a sentence. The baseline of the ratios is uniform expansion (SD) on " +
        "the same task. " + OWN_ORDER_NOTE,
      cells: (run, results) => iterationCells(run, results, UNIFORM),
    },
    {
      place: "Table 3",
      title: "Training time",
      note: "Seconds that perceptron training spends on decoding, and on preparing the decoder " +
        "for changed transitions, summed over the epochs; and how many times as fast it is as " +
        "with dense Viterbi, which is 1. The paper's times are those of the whole training.",
      cells: (run, results) => results.map((result) => trainingCell(run, result)),
    },
    {
      place: "Table 4",
      title: "Comparison with beam search",
      note: "Speed relative to dense Viterbi, which is 1. The width of the beam is calibrated as " +
        "in the paper: 1, 2, 4, … until token accuracy is less than 0.1 points below that of " +
        "exact decoding.",
      cells: speedCells,
    },
  ]),
  claims: claims({ cite: "Kaji et al. 2010" }, [{
    name: "column-wise-expansion",
    // Behind what Huang et al. claim of the same decoder.
    order: 25,
    place: "Table 1",
    statement: "Column-wise expansion is at least as fast as uniform expansion.",
    judge: faster({
      fast: "iterative-viterbi",
      slow: UNIFORM,
      table: { paper: PAPER, table: "table1", fast: "iterative-viterbi{expansion=column}" },
    }),
  }]),
};

export default kaji2010;

/** A time of training, relative to that with dense Viterbi. */
function trainingCell(run: RunData, result: PublishedResult): PaperCell {
  const { dataset: task, algorithm, value } = result;
  const [theirs] = published({ paper: PAPER, table: "table3", dataset: task, algorithm: BASELINE });
  const dataset = datasetFor(task);
  const decoder = ourDecoder({ algorithm, k: "1" }).variants[0]!;
  const [ours, reference] = [decoder, BASELINE].map((name) => trainingMs(run, dataset, name));
  const publishedRatio = Number(theirs!.value) / Number(value);
  const shown: Shown = {
    publishedRatio,
    compared: "ratio",
    command: `deno task study ${STUDY} --data DIR --dataset ${dataset}`,
  };
  if (ours === undefined || reference === undefined) {
    const missing = studyKey(STUDY, dataset, decoder);
    return paperCell(result, shown, `not measured in this run: ${missing}`);
  }
  const ratio = withoutInterval(reference / ours)!;
  return paperCell(result, shown, {
    ours: ours / 1000,
    ratio,
    verdict: algorithm === BASELINE ? "baseline" : ratioVerdict(publishedRatio, ratio, NEAR_ONE),
    rows: [...new Set([decoder, BASELINE])].map((name) => studyKey(STUDY, dataset, name)),
  });
}

function trainingMs(run: RunData, dataset: string, decoder: string): number | undefined {
  const lines = run.studies.get(STUDY) ?? [];
  const own = lines.filter((line) => line["dataset"] === dataset && line["decoder"] === decoder);
  return totalMs(own, TIMES);
}
