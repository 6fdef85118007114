/**
 * What a run says about Kaji et al. 2010.
 *
 * @module
 */

import { BASELINE } from "../../harness/store/key.ts";
import { formatCount } from "../numbers/format.ts";
import type { RunData } from "../numbers/run_data.ts";
import { gainOver, ratioOf, tieFactor } from "../numbers/speed_ratio.ts";
import { calibrate } from "../numbers/variants.ts";
import {
  datasetFor,
  published,
  type PublishedResult,
  publishedValue,
} from "../published/published.ts";
import {
  iterationCells,
  paperCell,
  speedCells,
  studyKey,
  tablesOf,
  TOO_NOISY,
  totalMs,
  withoutInterval,
} from "./cells.ts";
import { claims, VERDICT_RULE, vote } from "./claims.ts";
import type { Evidence, Paper, PaperCell } from "./contract.ts";
import { faster, inTurn } from "./judges.ts";
import { ourDecoder, OWN_ORDER_NOTE } from "./our_decoders.ts";
import { choose, farthestOf, outcomeOf, publishedRatio, timedDatasets, times } from "./speeds.ts";
import { NEAR_ONE, PAPER_RULES, ratioVerdict } from "./verdict.ts";

const PAPER = "kaji2010";
const UNIFORM = "iterative-viterbi{expansion=uniform}";
/** The task with the most labels. */
const SUPERTAGS = "supertag";
/** Tasks of the paper. */
const TASKS = ["pos", "conll2000", SUPERTAGS];
/** The least that is several orders of magnitude. */
const ORDERS_OF_MAGNITUDE = 100;
/** One line for each epoch and decoder. */
const STUDY = "training";
/** What training spends on a decoder. */
const TIMES = ["elapsed_ms", "prepare_ms"];

/** Staggered decoding with column-wise expansion, here and in `published/`. */
const DECODER = "iterative-viterbi";
const COLUMN = "iterative-viterbi{expansion=column}";
const IN_TESTING = { paper: PAPER, table: "table1", fast: COLUMN, slow: BASELINE };
/** The decoders that it is compared with. */
const RIVALS = [BASELINE, "carpediem"];
const NEAR_BEAM = { paper: PAPER, table: "table4", fast: COLUMN, slow: "beam-calibrated" };
const TRAINING_RULE =
  "Time that training spends on Viterbi over that on iterative-viterbi, prepared again for every " +
  "update, against the ratio of their speeds in decoding, on each task that the study trains on: " +
  "for if the first is smaller by more than the error of measurement, against if larger. A task has " +
  "no vote where training had fewer sentences than the model that is decoded with: what is learned " +
  "from few leaves a decoder less to look at.";

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
        "with dense Viterbi, which is 1. The paper's times are those of the whole training, ours " +
        "of the first sentences of it, as many as the study's page says.",
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
  claims: claims({ cite: "Kaji et al. 2010" }, [
    {
      name: "column-wise-expansion",
      // Behind what Huang et al. claim of the same decoder.
      order: 25,
      place: "Table 1",
      statement: "Column-wise expansion is faster than uniform expansion on every task.",
      everywhere: TASKS,
      judge: faster({
        fast: DECODER,
        slow: UNIFORM,
        table: { paper: PAPER, table: "table1", fast: COLUMN },
      }),
    },
    {
      name: "orders-of-magnitude",
      order: 25.5,
      place: "abstract, Table 1",
      statement:
        "Staggered decoding is up to several orders of magnitude faster than Viterbi and " +
        "CarpeDiem.",
      judge: inTurn(Object.fromEntries(
        RIVALS.map((slow) => [
          `over ${slow}`,
          faster({
            fast: DECODER,
            slow,
            about: SUPERTAGS,
            above: ORDERS_OF_MAGNITUDE,
            table: { ...IN_TESTING, slow },
          }),
        ]),
      )),
      remark: "“Up to” is the task with the most labels.",
    },
    {
      name: "near-calibrated-beam",
      order: 26,
      place: "§5.3, Table 4",
      statement: "The speed of staggered decoding is very close to that of a calibrated beam.",
      judge: faster({
        fast: DECODER,
        slow: { name: "the beam that is calibrated as in Table 4", choose: calibrate },
        within: {
          words: "the farthest of the three that the paper calls very close",
          value: () => farthestOf(NEAR_BEAM),
        },
        table: NEAR_BEAM,
        detail: (_, beam) => beam.decoder,
      }),
    },
    {
      name: "training-gains-less",
      order: 27,
      place: "§5.2, Tables 1 and 3",
      statement: "Training gains less from staggered decoding than testing.",
      study: { name: STUDY, command: `deno task study ${STUDY} --data DIR` },
      printed: () =>
        published({ paper: PAPER, table: "table3", algorithm: COLUMN }).map(({ dataset }) =>
          `${dataset} ${times(publishedTrainingGain(dataset))} for ` +
          times(publishedRatio(IN_TESTING, dataset)!)
        ).join(", "),
      judge: { rule: TRAINING_RULE, evidence: trainingGains },
    },
  ]),
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
  const ratio = ours && reference ? withoutInterval(reference / ours) : undefined;
  const { sentences, all, isWhole } = trainedOn(run, dataset);
  const verdict = ratio === undefined || !isWhole
    ? "not testable here"
    : ratioVerdict(publishedRatio, ratio, NEAR_ONE);
  return paperCell(
    result,
    {
      publishedRatio,
      compared: "ratio",
      command: `deno task study ${STUDY} --data DIR --dataset ${dataset}`,
    },
    ratio === undefined ? `not measured in this run: ${studyKey(STUDY, dataset, decoder)}` : {
      ours: ours! / 1000,
      ratio,
      sample: isWhole ? "" : ` *${formatCount(sentences)}`,
      verdict: algorithm === BASELINE ? "baseline" : verdict,
      reason: isWhole
        ? verdict === "not testable here" ? TOO_NOISY : ""
        : `learned from ${ofAll(sentences, all)}: what is learned from few leaves a decoder less ` +
          "to look at",
      rows: [...new Set([decoder, BASELINE])].map((name) => studyKey(STUDY, dataset, name)),
    },
  );
}

/** So many sentences, of how many if that is known. */
function ofAll(sentences: number, all: number | undefined): string {
  return `${formatCount(sentences)} sentences${all === undefined ? "" : ` of ${formatCount(all)}`}`;
}

/** How many sentences the study trained on, how many the model of the pack did, if all of them. */
function trainedOn(run: RunData, dataset: string) {
  const line = run.studies.get(STUDY)?.find((line) => line["dataset"] === dataset);
  const sentences = Number(line?.["sentences"]);
  const pack = run.rows.findLast((row) => row.dataset === dataset)?.pack;
  const all = pack === undefined ? undefined : run.trainSentences.get(pack);
  return { sentences, all, isWhole: all !== undefined && sentences >= all };
}

function trainingMs(run: RunData, dataset: string, decoder: string): number | undefined {
  const lines = run.studies.get(STUDY) ?? [];
  const own = lines.filter((line) => line["dataset"] === dataset && line["decoder"] === decoder);
  return totalMs(own, TIMES);
}

/** How many times as fast the paper's training is. */
function publishedTrainingGain(dataset: string): number {
  const [slow, fast] = [BASELINE, COLUMN].map((algorithm) =>
    publishedValue({ paper: PAPER, table: "table3", dataset, algorithm })!
  );
  return slow! / fast!;
}

/** Training's gain and testing's, for each task of the study. */
function trainingGains(run: RunData): Evidence[] {
  const lines = run.studies.get(STUDY) ?? [];
  const datasets = new Set(lines.map((line) => line["dataset"]!));
  return [...datasets].flatMap((dataset) => {
    const [cells = []] = timedDatasets(run.summary, { where: (row) => row.dataset === dataset });
    const [own, base] = [DECODER, BASELINE].map((decoder) => choose(decoder, cells));
    const [fast, slow] = [DECODER, BASELINE].map((name) => trainingMs(run, dataset, name));
    const testing = own && base && ratioOf(own, base);
    const tie = tieFactor(run.summary, { dataset, k: 1 });
    if (!fast || !slow || testing === undefined || tie === undefined) return [];
    const training = withoutInterval(slow / fast)!;
    const { sentences, all, isWhole } = trainedOn(run, dataset);
    const line = vote(
      dataset,
      `${times(training.median)} in training on ${ofAll(sentences, all)}, ${
        times(testing.median)
      } in testing`,
      outcomeOf(gainOver(testing, training), tie),
    );
    return [{ ...line, votes: isWhole }];
  });
}
