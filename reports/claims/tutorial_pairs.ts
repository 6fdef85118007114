/**
 * Pairs of tags.
 *
 * @module
 */

import { formatShare } from "../numbers/format.ts";
import {
  accuracies,
  type Difference,
  difference,
  learnerRuns,
  mean,
} from "../numbers/bilstm_rows.ts";
import type { Studies } from "../numbers/study_rows.ts";
import type { Evidence } from "./contract.ts";
import { tutorialClaim, vote } from "./_tutorial.ts";

/** The claim. */
export default tutorialClaim({
  key: "pairs",
  order: 130,
  place: "“Feature Extraction”",
  statement: "It helps to model pairs of tags.",
  printed: "“we want each next output tag to depend on the previous tag”",
  rule:
    "For if the 95% interval of the difference of token accuracies, with transitions less without, is above 0 (paired bootstrap over test sentences, and over seeds of a BiLSTM, if study bilstm is in the same run); against if it is below; a tie if it holds 0.",
  flags: "--data DIR",
  judge: (lines, { studies }) => [
    ...lines.by("dataset").map(([dataset, own]) => {
      const accuracy = (name: string) => own.value("accuracy", `features, ${name}`);
      const [low, high] = [accuracy("difference, low"), accuracy("difference, high")];
      const mean = accuracy("difference");
      const shares = [accuracy("with transitions"), accuracy("without")] as const;
      return compared(`${dataset}, features`, shares, { mean, low, high });
    }),
    ...networks(studies),
  ],
});

/** BiLSTMs with a CRF and without, where the study about them is in the same run. */
function networks(studies: Studies): Evidence[] {
  const runs = Map.groupBy(learnerRuns(studies.get("bilstm") ?? []), ({ dataset }) => dataset);
  return [...runs].flatMap(([dataset, own]) => {
    const find = (name: string) => own.find(({ learner }) => learner === name);
    const [crf, softmax] = [find("bilstm-crf"), find("bilstm-softmax")];
    if (crf === undefined || softmax === undefined) return [];
    const shares = [mean(accuracies(crf)), mean(accuracies(softmax))] as const;
    const seeds = `${crf.trainings.length} seeds`;
    return [compared(`${dataset}, BiLSTM (${seeds})`, shares, difference(crf, softmax))];
  });
}

/** The accuracies of two models, and the vote of their difference. */
function compared(
  subject: string,
  [one, other]: readonly [number, number],
  { mean, low, high }: Difference,
): Evidence {
  const points = (share: number) => (100 * share).toFixed(2);
  const text = `${formatShare(one)} against ${formatShare(other)}: ${points(mean)} points ` +
    `[${points(low)}, ${points(high)}]`;
  return vote(subject, text, low > 0 ? "for" : high < 0 ? "against" : "tie");
}
