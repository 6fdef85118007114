/**
 * The study of the BiLSTM: what scores of label pairs are worth to it, beside linear taggers.
 *
 * @module
 */

import { type EncodedSentence, taggedFile } from "../../datasets/training/bilstm/network.ts";
import { BILSTM_DEFAULTS } from "../../datasets/training/settings.ts";
import { fitBilstm } from "../../datasets/training/bilstm/fit.ts";
import { trainPerceptron } from "../../datasets/training/perceptron.ts";
import { rightTokens } from "../../datasets/training/path_finder.ts";
import { factoredFile } from "../../datasets/packs/factored.ts";
import { packDataset } from "../../datasets/packs/pack.ts";
import { type LineOf, number, text, word } from "../../harness/store/table.ts";
import { UsageError } from "../../harness/terminal/usage_error.ts";
import { tableOf } from "../columns.ts";
import { accuracies, difference, learnerRuns } from "../numbers/bilstm_rows.ts";
import { formatCount, formatPoints } from "../numbers/format.ts";
import { mean, total } from "../numbers/statistics.ts";
import { encode, LEADER, readStudyCorpus, type StudyCorpus, trainedCrf } from "./_corpora.ts";
import { inParts } from "./_resampled.ts";
import { counts, formatPercent, study, texts } from "./contract.ts";

/** Of the training sentences one of this many, the last, is held out from all learners. */
const HELD_OUT = 10;
/** Trainings of each learner that depends on chance. */
const SEEDS = 5;
/** Runs of test sentences that are counted apart, so that an interval can be had of them. */
const BLOCKS = 50;
/** Passes of all networks; none ends before. */
const EPOCHS = 6;
/** Passes of a perceptron, and at most of a CRF, as of the packs. */
const LINEAR_EPOCHS = { perceptron: 10, crf: 200 };
/** Of the pack `ewt_pos45_crf`, which was chosen on held-out sentences. */
const L2 = 0.3;
const DATASET = "ewt_pos45";
const LEARNERS = ["bilstm-crf", "bilstm-softmax", "crf", "perceptron"] as const;
/** What the others are compared with: the same network without scores of label pairs. */
const BASELINE = "bilstm-softmax";

/** Right tokens of a run of test sentences by a learner. */
const COLUMNS = {
  dataset: text,
  corpus: text,
  labels: number,
  /** Training sentences. */
  sentences: number,
  learner: word(...LEARNERS),
  seed: number,
  /** Passes. */
  epochs: number,
  /** Number of the run of sentences, from 0. */
  block: number,
  tokens: number,
  right_tokens: number,
};
type Line = LineOf<typeof COLUMNS>;

/** About two hours on the whole of the corpus: networks take most of it. */
export default study({
  name: "bilstm",
  meaning: "a BiLSTM with a CRF against one with a softmax, beside linear taggers",
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
  reads: ["data", "format", "epochs"],
  columns: COLUMNS,

  async *cells(settings) {
    const { seed, epochs = EPOCHS, sentences = Infinity } = settings;
    for (const name of settings.datasets ?? [DATASET]) {
      const corpus = await readStudyCorpus(settings, name, sentences);
      const { length } = corpus.training;
      if (length < 2) {
        throw new UsageError(`Cannot hold out sentences of ${name}: it has ${length}`);
      }
      for (let own = seed; own < seed + SEEDS; own++) {
        for (const learner of LEARNERS) {
          // L-BFGS has no chance in it.
          if (learner === "crf" && own > seed) continue;
          yield {
            identity: [corpus.hash, length, learner, own, epochs],
            title: `${name}: ${learner}, ${length} sentences, seed ${own}`,
            run: () => blocks(corpus, learner, own, epochs),
          };
        }
      }
    }
  },

  /** What each learner got right, and how much more than the baseline, if that was trained. */
  summarise(lines) {
    const runs = learnerRuns(lines);
    return runs.map((own) => {
      const baseline = runs.find(({ dataset, sentences, learner }) =>
        dataset === own.dataset && sentences === own.sentences && learner === BASELINE
      );
      return {
        ...own,
        passes: Math.max(...own.trainings.map(({ epochs }) => epochs)),
        /** Of the test tokens by training. */
        shares: accuracies(own),
        gain: baseline === undefined || own === baseline ? undefined : difference(own, baseline),
      };
    });
  },

  tables: (learners) => [{
    name: "bilstm-accuracy",
    title: "Accuracy by learner",
    note: "Percent of the test tokens that are right: mean over the seeds, the least and the most.",
    content: tableOf([
      ...texts("dataset", "learner"),
      { name: "training sentences", of: (own) => own.sentences, as: formatCount },
      ...counts("passes"),
      { name: "seeds", of: (own) => own.shares.length, as: formatCount },
      { name: "accuracy", of: (own) => mean(own.shares), as: formatPercent },
      { name: "least", of: (own) => Math.min(...own.shares), as: formatPercent },
      { name: "most", of: (own) => Math.max(...own.shares), as: formatPercent },
    ], learners),
  }, {
    name: "bilstm-difference",
    title: `Compared with ${BASELINE}`,
    note: "Percentage points of the test tokens, with the ends of the 95% interval; a tie is an " +
      "interval that holds 0.",
    content: tableOf(
      [
        ...texts("dataset", "learner"),
        { name: "difference", of: (own) => own.median, as: formatPoints },
        { name: "from", of: (own) => own.low, as: formatPoints },
        { name: "to", of: (own) => own.high, as: formatPoints },
        {
          name: `than ${BASELINE}`,
          of: ({ median, low, high }) =>
            low! <= 0 && high! >= 0 ? "tie" : median > 0 ? "better" : "worse",
        },
      ],
      learners.flatMap(({ dataset, learner, gain }) =>
        gain === undefined ? [] : [{ dataset, learner, ...gain }]
      ),
    ),
  }],
});

async function blocks(corpus: StudyCorpus, learner: Line["learner"], seed: number, epochs: number) {
  const cut = corpus.training.length - Math.ceil(corpus.training.length / HELD_OUT);
  const outcome = learner === "bilstm-crf" || learner === "bilstm-softmax"
    ? await network(corpus, cut, learner === "bilstm-crf" ? "crf" : "softmax", epochs, seed)
    : await linear({ ...corpus, training: corpus.training.slice(0, cut) }, learner, seed);
  const dataset = packDataset(outcome.file, `what ${learner} says`);
  const right = rightTokens(dataset, LEADER.decoder, LEADER.decoderOptions);
  return inParts([...right.keys()], BLOCKS).map((own, block) => ({
    dataset: corpus.name,
    corpus: corpus.hash,
    labels: corpus.labels.length,
    sentences: cut,
    learner,
    seed,
    epochs: outcome.epochs,
    block,
    tokens: total(own, (sentence) => dataset.lengths[sentence]!),
    right_tokens: total(own, (sentence) => right[sentence]!),
  }));
}

/**
 * What a network makes of the test part, and after how many passes. Both kinds get the same passes,
 * and keep the best by the held-out sentences.
 */
async function network(
  corpus: StudyCorpus,
  cut: number,
  output: "crf" | "softmax",
  epochs: number,
  seed: number,
) {
  const settings = { ...BILSTM_DEFAULTS, inputs: "spelling" as const, output, patience: epochs };
  const { learner, encode } = await fitBilstm({
    trained: corpus.training.slice(0, cut),
    heldOut: corpus.training.slice(cut),
    labels: corpus.labels,
    settings,
    epochs,
    seed,
  });
  const tested: EncodedSentence[] = encode(corpus.testing);
  const file = await taggedFile(learner.network, tested, settings.batch);
  return { file, epochs: learner.state.epoch };
}

/** The same of linear taggers, which do not look at the held-out sentences. */
async function linear(corpus: StudyCorpus, learner: "crf" | "perceptron", seed: number) {
  const { testing, ...parts } = encode(corpus);
  const epochs = LINEAR_EPOCHS[learner];
  const { model, passes } = learner === "crf"
    ? await trainedCrf(parts, { l2: L2, epochs, seed })
    : {
      model: await trainPerceptron({ ...parts, corpus: parts.training, epochs, seed, ...LEADER }),
      passes: epochs,
    };
  return { file: factoredFile(model, testing, {}), epochs: passes };
}
