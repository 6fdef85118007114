/**
 * The page of the study of the BiLSTM.
 *
 * @module
 */

import { formatCount } from "../numbers/format.ts";
import type { Cell } from "../columns.ts";
import {
  accuracies,
  difference,
  type LearnerRuns,
  learnerRuns,
  mean,
} from "../numbers/bilstm_rows.ts";
import { joined, type StudyPage } from "./_parts.ts";
import bilstmCells from "./_bilstm_cells.ts";
import type { StudyTable } from "./contract.ts";

/** What the others are compared with: the same network without scores of label pairs. */
const BASELINE = "bilstm-softmax";

/** The page “A BiLSTM with and without a CRF”. */
const page: StudyPage = {
  name: "bilstm",
  title: "A BiLSTM with and without a CRF",
  order: 65,
  introduction: [
    "Is modelling pairs of labels worth it once an encoder has seen the whole sentence? The same " +
    "network (word, suffix and shape embeddings, one bidirectional LSTM, a linear layer) is trained " +
    "with a CRF as its last layer and with a softmax at each position: same passes, same seeds, the " +
    "best epoch by the last tenth of the training sentences, which no learner trains on. The " +
    "feature CRF (L-BFGS, ℓ2 = 0.3) and the averaged perceptron (10 passes) have hand-made features " +
    "of words, bigrams and affixes.",
    "Accuracies are of all test tokens. Networks do not come out the same on every machine, and " +
    "seeds differ: the interval of a difference draws seeds and runs of test sentences anew. Five " +
    "seeds are few, so that it is rather too narrow than too wide.",
    "Of published taggers, a BiLSTM-CNN-CRF has 95.1% on UD English (Tang 2018, master's thesis, " +
    "Uppsala), a fine-tuned transformer 96.4% of the XPOS tags of UD English EWT 2.5 " +
    "(spaCy's en_udv25_englishewt_trf). Those are other tag sets and other releases, so that the " +
    "difference to them is a rough one; our networks start from nothing, and are behind them.",
  ],
  charts: () => [],
  tables: (lines) => [accuracyTable(learnerRuns(lines)), differenceTable(learnerRuns(lines))],
};

export default joined(page, bilstmCells);

function accuracyTable(runs: readonly LearnerRuns[]): StudyTable {
  return {
    name: "bilstm-accuracy",
    title: "Accuracy by learner",
    note: "Percent of the test tokens that are right: mean over the seeds, the least and the most.",
    content: {
      columns: [
        { name: "dataset", align: "left" },
        { name: "learner", align: "left" },
        ...["training sentences", "passes", "seeds", "accuracy", "least", "most"]
          .map((name) => ({ name, align: "right" as const })),
      ],
      rows: runs.map((own) => {
        const found = accuracies(own);
        return [
          { text: own.dataset },
          { text: own.learner },
          count(own.sentences),
          count(Math.max(...own.trainings.map(({ epochs }) => epochs))),
          count(own.trainings.length),
          percent(mean(found)),
          percent(Math.min(...found)),
          percent(Math.max(...found)),
        ];
      }),
    },
  };
}

function differenceTable(runs: readonly LearnerRuns[]): StudyTable {
  const rows = runs.flatMap((own) => {
    const baseline = runs.find(({ dataset, sentences, learner }) =>
      dataset === own.dataset && sentences === own.sentences && learner === BASELINE
    );
    if (baseline === undefined || own === baseline) return [];
    const { mean, low, high } = difference(own, baseline);
    const isTie = low <= 0 && high >= 0;
    return [[
      { text: own.dataset },
      { text: own.learner },
      points(mean),
      points(low),
      points(high),
      { text: isTie ? "tie" : mean > 0 ? "better" : "worse" },
    ]];
  });
  return {
    name: "bilstm-difference",
    title: `Compared with ${BASELINE}`,
    note: "Percentage points of the test tokens, with the ends of the 95% interval; a tie is an " +
      "interval that holds 0.",
    content: {
      columns: [
        { name: "dataset", align: "left" },
        { name: "learner", align: "left" },
        ...["difference", "from", "to"].map((name) => ({ name, align: "right" as const })),
        { name: `than ${BASELINE}`, align: "left" },
      ],
      rows,
    },
  };
}

function count(value: number): Cell {
  return { text: formatCount(value), value };
}

function percent(share: number): Cell {
  return { text: `${(100 * share).toFixed(2)}%`, value: share };
}

function points(difference: number): Cell {
  const text = (100 * difference).toFixed(2);
  return { text: difference > 0 ? `+${text}` : text.replace("-", "−"), value: difference };
}
