/**
 * Judges of the tutorial's claims that take more than the claim's own lines: of rounds with a
 * control, and of other studies and cells in the same run.
 *
 * @module
 */

import { accuracies, difference, learnerRuns } from "../numbers/bilstm_rows.ts";
import { numberIn, textIn } from "../numbers/study_rows.ts";
import {
  formatDifference,
  formatPlural,
  formatPoints,
  formatRatio,
  formatShare,
} from "../numbers/format.ts";
import type { RunData } from "../numbers/run_data.ts";
import { type Estimate, estimateMedian, mean } from "../numbers/statistics.ts";
import { isPaperTask } from "../published/published.ts";
import { outcomeOfDifference } from "./_accuracy_rules.ts";
import { vote } from "./claims.ts";
import type { Evidence } from "./contract.ts";
import { faster } from "./judges.ts";
import { outcomeOf } from "./speeds.ts";
import { StudyLines } from "./study_claims.ts";

const TIME = "time a sentence";
const VARIANCE = "variance of the gradient";
/** Sizes of batches beyond a sentence; the largest is judged: the best of them may be chance. */
const SIZES = [8, 32, 128];
/** A decoder of each paper. */
const DECODERS = {
  "iterative-viterbi-a-star": "Huang et al.",
  "iterative-viterbi": "Kaji et al.",
  "column-generation": "Belanger et al.",
};
/** Those that a paper says to be faster than Viterbi for one path. */
const FASTER = ["iterative-viterbi", "column-generation"];
/** The share of Z that may be lost. */
const EPSILON = 1e-6;

/** A line for each part of a training step: what stands before “, B = ”. */
export function batchTimes(dataset: string, all: StudyLines): Evidence[] {
  const lines = all.of(TIME);
  const parts = new Set(lines.by("condition").map(([condition]) => condition.split(", ")[0]!));
  return [...parts].map((part) => {
    const single = lines.values(TIME, `${part}, B = 1`);
    const over = (condition: string) => {
      const other = lines.values(TIME, `${part}, ${condition}`);
      return estimateMedian([single.map((time, round) => time / other[round]!)]);
    };
    const { median: control } = over("control");
    const ratios = SIZES.map((size) => over(`B = ${size}`));
    const text = ratios.map(({ median }, i) => `B = ${SIZES[i]} ${formatRatio(median)}×`);
    return vote(
      `${dataset}, ${part}`,
      `${text.join(", ")} (control ${formatRatio(control)}×)`,
      outcomeOf(ratios.at(-1)!, Math.max(control, 1 / control)),
    );
  });
}

/**
 * Whether the variance of a mean of B gradients is near 1/B of that of one, within a factor. It has
 * no vote: batches are drawn from the gradients whose variance is the unit, so that nothing but the
 * chance of the draws is seen.
 */
export function batchNoise(dataset: string, lines: StudyLines, near: number): Evidence[] {
  const found = [1, ...SIZES].flatMap((size) =>
    lines.values(VARIANCE, `B = ${size}`).map((variance) => variance * size)
  );
  if (found.length === 0) return [];
  const isNear = found.every((times) => times <= near && times >= 1 / near);
  const text = `variance × B: ${found.map(formatRatio).join(", ")}`;
  return [{ ...vote(`${dataset}, noise, by construction`, text, isNear), votes: false }];
}

/** Models with transitions and without: of features and, where the study is there, BiLSTMs. */
export function pairs(lines: StudyLines, { studies }: RunData): Evidence[] {
  const ofFeatures = lines.by("dataset").map(([dataset, own]) => {
    const accuracy = (name: string) => own.value("accuracy", `features, ${name}`);
    const [low, high] = [accuracy("difference, low"), accuracy("difference, high")];
    const shares = [accuracy("with transitions"), accuracy("without")] as const;
    return compared(`${dataset}, features`, shares, { median: accuracy("difference"), low, high });
  });
  const runs = Map.groupBy(learnerRuns(studies.get("bilstm") ?? []), ({ dataset }) => dataset);
  const ofNetworks = [...runs].flatMap(([dataset, own]) => {
    const find = (name: string) => own.find(({ learner }) => learner === name);
    const [crf, softmax] = [find("bilstm-crf"), find("bilstm-softmax")];
    if (crf === undefined || softmax === undefined) return [];
    const shares = [mean(accuracies(crf)), mean(accuracies(softmax))] as const;
    const seeds = formatPlural(crf.trainings.length, "seed");
    return [compared(`${dataset}, BiLSTM (${seeds})`, shares, difference(crf, softmax))];
  });
  return [...ofFeatures, ...ofNetworks];
}

/** The accuracies of two models, and the vote of their difference. */
function compared(
  subject: string,
  [one, other]: readonly [number, number],
  estimate: Estimate,
): Evidence {
  const text = `${formatShare(one)} against ${formatShare(other)}: ` +
    `${formatDifference(estimate, formatPoints)} points`;
  return vote(subject, text, outcomeOfDifference(estimate, "above"));
}

/** The papers' decoders on CRFs: by edges, and by times where cells of CRFs are in the run. */
export function usesForCrfs(run: RunData): Evidence[] {
  const counted = StudyLines.of(run, "tutorial", "viterbi").by("dataset");
  const counts = counted.flatMap(([dataset, own]) =>
    Object.entries(DECODERS).flatMap(([decoder, paper]) =>
      own.values("edges of an exact decoder", decoder).map((edges) => {
        const share = edges / own.value("edges of Viterbi");
        const text = `${formatShare(share)} of Viterbi’s edges`;
        return vote(`${dataset}, ${decoder} (${paper})`, text, share < 1);
      })
    )
  );
  const summary = run.summary
    .filter(({ dataset }) => dataset.endsWith("_crf") && isPaperTask(dataset));
  const timed = FASTER.flatMap((fast) =>
    faster({ fast, slow: "viterbi" }).evidence({ ...run, summary })
      .map((line) => ({ ...line, subject: `${fast}-beats-viterbi: ${line.subject}` }))
  );
  return [...counts, ...timed];
}

/** Shares of labels that pruning keeps, and of products that sums with exceptions take. */
export function pruning({ studies }: RunData): Evidence[] {
  const lines = (studies.get("partition") ?? [])
    .filter((line) => numberIn(line, "epsilon") === EPSILON);
  return [...Map.groupBy(lines, (line) => textIn(line, "dataset"))].map(([dataset, own]) => {
    const labels = numberIn(own[0]!, "labels");
    const [kept, oracle] = ["dominance", "oracle"].map((name) => {
      const line = own.find(({ method }) => method === name)!;
      return numberIn(line, "kept") / numberIn(line, "positions") / labels;
    }) as [number, number];
    const products = (labels + numberIn(own[0]!, "non_zero")) / labels ** 2;
    const text = `dominance keeps ${formatShare(kept)}, the oracle ${formatShare(oracle)}; ` +
      `exceptions take ${formatShare(products)}`;
    return vote(dataset, text, kept < Math.min(1, products));
  });
}
