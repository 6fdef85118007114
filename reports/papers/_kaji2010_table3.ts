/**
 * Training time by decoder.
 *
 * @module
 */

import type { PaperCell, PaperTable } from "./contract.ts";
import { NEAR_ONE, ratioVerdict } from "./verdict.ts";
import { published, type PublishedResult } from "../published/published.ts";
import { ourDecoder } from "./_our_decoders.ts";
import { frame } from "./_speeds.ts";
import { studyKey, totalMs } from "./_study_times.ts";
import { datasetFor } from "../published/stand_ins.ts";
import type { RunData } from "../numbers/run_data.ts";

/** One line for each epoch and decoder. */
const STUDY = "training";
/** What training spends on a decoder. */
const TIMES = ["elapsed_ms", "prepare_ms"];
const RESULTS = published({ paper: "kaji2010", table: "table3" });

/** Table 3 of Kaji et al. 2010. */
const table: PaperTable = {
  name: "kaji2010-table3",
  place: "Table 3",
  title: "Training time",
  note: "Seconds that perceptron training spends on decoding, and on preparing the decoder for " +
    "changed transitions, summed over the epochs; and how many times as fast it is as with dense " +
    "Viterbi, which is 1. The paper's times are those of the whole training.",
  compare: (run) => RESULTS.map((result) => cell(run, result)),
};

export default table;

function cell(run: RunData, result: PublishedResult): PaperCell {
  const base = RESULTS.find(({ dataset, algorithm }) =>
    dataset === result.dataset && algorithm === "viterbi"
  )!;
  const [dataset, decoder] = [datasetFor(result.dataset), decoderOf(result)];
  const [ours, reference] = [decoder, "viterbi"].map((name) => trainingMs(run, dataset, name));
  const publishedRatio = Number(base.value) / Number(result.value);
  const ratio = ours !== undefined && reference !== undefined
    ? { median: reference / ours, low: undefined, high: undefined }
    : undefined;
  return {
    ...frame(result),
    publishedRatio,
    ours: ratio && ours! / 1000,
    ratio,
    compared: "ratio",
    verdict: ratio === undefined
      ? "not testable here"
      : result === base
      ? "baseline"
      : ratioVerdict(publishedRatio, ratio, NEAR_ONE),
    reason: ratio === undefined
      ? `not measured in this run: ${studyKey(STUDY, dataset, decoder)}`
      : "",
    rows: ratio === undefined
      ? []
      : [...new Set([decoder, "viterbi"])].map((name) => studyKey(STUDY, dataset, name)),
    command: `deno task study ${STUDY} --data DIR --dataset ${dataset}`,
  };
}

function decoderOf(result: PublishedResult): string {
  return ourDecoder({ ...result, k: "1" }).variants[0]!;
}

function trainingMs(run: RunData, dataset: string, decoder: string): number | undefined {
  const lines = run.studies.get(STUDY) ?? [];
  const own = lines.filter((line) => line["dataset"] === dataset && line["decoder"] === decoder);
  return totalMs(own, TIMES);
}
