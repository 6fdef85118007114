/**
 * The page of the study of the CRF.
 *
 * @module
 */

import { formatCount, formatNumber, formatRatio, formatShare } from "../numbers/format.ts";
import type { Cell } from "../columns.ts";
import { joined, type StudyPage } from "./_parts.ts";
import crfCells from "./_crf_cells.ts";
import type { StudyTable } from "./contract.ts";
import { accuracyChart, decodingCharts, gradientChart } from "./_crf_charts.ts";
import { type GradientTime, gradientTimes, type PenaltyTrial, penaltyTrials } from "./_crf_rows.ts";
import { normTitle } from "./_strengths.ts";

/** The way that the others are compared with: every edge, in a scaled sum. */
const DENSE = "scaled";

/** The page “Training a CRF”. */
const page: StudyPage = {
  name: "crf",
  title: "Training a CRF",
  order: 50,
  introduction: [
    "A chain CRF is trained by its negative log-likelihood, log Z less the score of the right path, " +
    "whose gradient is expected less right counts: every pass over the corpus takes the sums of all " +
    "paths of every sentence, forwards and backwards. Features and label pairs have weights where " +
    "training has seen them, so most transitions between hundreds of labels are 0: `exceptions` " +
    "takes the sum of a column once and corrects it where a transition is not 0, `scaled` adds up all " +
    "L² products, `log` works with logarithms throughout, `auto` chooses.",
    "The penalty is ℓ1·Σ|w| or ℓ2·Σw² on all weights, added to the negative log-likelihood of the " +
    "corpus; L-BFGS minimises it, OWL-QN with ℓ1. The last tenth of the training sentences is held " +
    "out: accuracy and decoding times are of these, never of the test part. Decoders are " +
    "processes of their own, rounds are interleaved, and all have to find the same scores (`===`).",
  ],
  charts: (lines) => {
    const trials = penaltyTrials(lines);
    return [gradientChart(gradientTimes(lines)), accuracyChart(trials), ...decodingCharts(trials)]
      .filter((chart) => chart !== undefined);
  },
  tables: (lines) => [gradientTable(gradientTimes(lines)), penaltyTable(penaltyTrials(lines))],
};

export default joined(page, crfCells);

function gradientTable(times: readonly GradientTime[]): StudyTable {
  const arithmetics = [...new Set(times.map(({ arithmetic }) => arithmetic))];
  const datasets = [...Map.groupBy(times, ({ dataset }) => dataset).values()];
  return {
    name: "crf-gradient",
    title: "Objective and gradient",
    note: "Microseconds a token, median of the rounds; last, how many times as fast `auto` is as " +
      `\`${DENSE}\`.`,
    content: {
      columns: [
        { name: "dataset", align: "left" },
        { name: "labels", align: "right" },
        { name: "pairs with a weight", align: "right" },
        ...arithmetics.map((name) => ({ name, align: "right" as const })),
        { name: `auto × ${DENSE}`, align: "right" },
      ],
      rows: datasets.map((own) => {
        const microsOf = (name: string) =>
          own.find(({ arithmetic }) => arithmetic === name)?.micros;
        const [auto, dense] = [microsOf("auto"), microsOf(DENSE)];
        const ratio = auto === undefined || dense === undefined ? undefined : dense / auto;
        return [
          { text: own[0]!.dataset },
          { text: formatCount(own[0]!.labels), value: own[0]!.labels },
          share(own[0]!.pairShare),
          ...arithmetics.map((name) => number(microsOf(name))),
          ratio === undefined ? { text: "" } : { text: formatRatio(ratio), value: ratio },
        ];
      }),
    },
  };
}

function penaltyTable(trials: readonly PenaltyTrial[]): StudyTable {
  const decoders = [...new Set(trials.flatMap(({ micros }) => [...micros.keys()]))];
  return {
    name: "crf-penalty",
    title: "Penalty, accuracy and decoding time",
    note: "Shares of the weights that are not 0 after rounding, of the held-out tokens that are " +
      "right; microseconds to decode a held-out sentence, median of the rounds.",
    content: {
      columns: [
        { name: "dataset", align: "left" },
        { name: "norm", align: "left" },
        ...["strength", "objective", "passes", "weights", "label pairs", "accuracy", ...decoders]
          .map((name) => ({ name, align: "right" as const })),
      ],
      rows: trials.map((trial) => [
        { text: trial.dataset },
        { text: normTitle(trial.norm) },
        { text: String(trial.strength), value: trial.strength },
        number(trial.objective),
        { text: formatCount(trial.epochs), value: trial.epochs },
        share(trial.kept),
        share(trial.keptPairs),
        share(trial.accuracy),
        ...decoders.map((decoder) => number(trial.micros.get(decoder))),
      ]),
    },
  };
}

function number(value: number | undefined): Cell {
  return value === undefined ? { text: "" } : { text: formatNumber(value), value };
}

function share(value: number): Cell {
  return { text: formatShare(value), value };
}
