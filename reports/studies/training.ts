/**
 * The page of the study of training time.
 *
 * @module
 */

import { formatRatio, formatShare } from "../numbers/format.ts";
import { joined, type StudyPage } from "./_parts.ts";
import trainingCells from "./_training_cells.ts";

import { epochChart } from "./_epoch_chart.ts";
import { TIMED_TWICE, trainingRows } from "./_training_rows.ts";
import { epochTable, timeTable, weightsTable } from "./_training_tables.ts";

/** The page “Training time by decoder”. */
const page: StudyPage = {
  name: "training",
  title: "Training time by decoder",
  order: 10,
  introduction: [
    "A perceptron decodes every training sentence in every epoch, so a faster decoder is faster " +
    "training. Early models are not predictive, and decoders that look at few labels have more to " +
    "look at then: Kaji et al. 2010 (§5.2) expect a smaller gain in training than in testing.",
    "Each dataset is trained on once. At one of so many sentences all decoders find the best path " +
    "with the weights of that moment, in turns, and every score has to be the same (`===`); times " +
    "are scaled to all tokens of the epoch. Preparing for the changed transitions is not decoding: " +
    "it is given apart. A decoder that can follow changes is charged for each of them, the others " +
    "prepare anew after every sentence that changed a transition.",
    TIMED_TWICE,
  ],
  charts: (lines) => {
    const rows = trainingRows(lines);
    return [
      epochChart(rows, {
        name: "training-speed-up",
        title: "Speed-up over dense Viterbi while a perceptron learns",
        description:
          "Time that dense Viterbi takes to decode the sentences of an epoch, divided by " +
          "the decoder's, without preparing; a panel for each dataset, with an axis of its own.",
        axis: "speed, multiple of dense Viterbi's",
        format: "~g",
        value: (row, dense) =>
          dense === undefined ? undefined : dense.decoding_ms / row.decoding_ms,
        text: (value) => `${formatRatio(value)}×`,
      }),
      epochChart(rows, {
        name: "training-edges",
        title: "Edges looked at while a perceptron learns",
        description:
          "Transitions combined with a node score, as a share of those of dense Viterbi, " +
          "on the timed sentences of each epoch. Counts are the same on every machine.",
        axis: "share of the edges",
        format: "~p",
        value: (row) => row.edge_evaluations / row.reference_edges,
        text: formatShare,
      }),
    ].filter((chart) => chart !== undefined);
  },
  tables: (lines) => {
    const rows = trainingRows(lines);
    return [timeTable(rows), epochTable(rows), weightsTable(rows)];
  },
};

export default joined(page, trainingCells);
