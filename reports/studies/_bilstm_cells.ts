/**
 * What scores of label pairs are worth to a BiLSTM, beside linear taggers.
 *
 * @module
 */

import { type EncodedSentence, taggedFile } from "../../datasets/training/bilstm/network.ts";
import { type BilstmSettings, DEFAULTS } from "../../datasets/training/bilstm/settings.ts";
import { fitBilstm } from "../../datasets/training/bilstm/fit.ts";
import { trainCrf } from "../../datasets/training/crf/train_crf.ts";
import type { LinearModel } from "../../datasets/training/linear_model.ts";
import { trainPerceptron } from "../../datasets/training/perceptron.ts";
import { rightTokens } from "../../datasets/training/path_finder.ts";
import { factoredFile } from "../../datasets/packs/factored.ts";
import { packTask } from "../../datasets/packs/pack.ts";
import type { TensorFile } from "../../datasets/packs/safetensors.ts";
import type { Runner } from "./_parts.ts";
import type { StudyCell, StudySettings } from "./contract.ts";
import { encode, hash, LEADER, readStudyCorpus, type StudyCorpus } from "./_corpora.ts";
import { type LineOf, number, text, word } from "../../harness/store/table.ts";

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
/** The ℓ2 of the pack `ewt_pos45_crf`, which was chosen on held-out sentences. */
const L2 = 0.3;
const DATASET = "ewt_pos45";
const LEARNERS = ["bilstm-crf", "bilstm-softmax", "crf", "perceptron"] as const;

/** Who learns. */
type LearnerName = typeof LEARNERS[number];

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

/** Right tokens of a run of test sentences by a learner. */
export type BilstmLine = LineOf<typeof COLUMNS>;

/** What a learner makes of the test part, and after how many passes. */
interface Outcome {
  readonly file: TensorFile;
  readonly epochs: number;
}

/** About two hours on the whole of the corpus: networks take most of it. */
const bilstm: Runner<BilstmLine> = {
  name: "bilstm",
  meaning: "a BiLSTM with a CRF against one with a softmax, beside linear taggers",
  columns: Object.keys(COLUMNS),
  cells,
};
export default bilstm;

async function cells(settings: StudySettings, sources: string): Promise<StudyCell<BilstmLine>[]> {
  const { seed, epochs = EPOCHS, sentences = Infinity } = settings;
  const cells: StudyCell<BilstmLine>[] = [];
  for (const name of settings.datasets ?? [DATASET]) {
    const corpus = await readStudyCorpus(settings, name, sentences);
    for (let own = seed; own < seed + SEEDS; own++) {
      for (const learner of LEARNERS) {
        // L-BFGS has no chance in it.
        if (learner === "crf" && own > seed) continue;
        const identity = [corpus.hash, corpus.training.length, learner, own, epochs];
        cells.push({
          key: hash([sources, identity]),
          title: `${name}: ${learner}, ${corpus.training.length} sentences, seed ${own}`,
          run: () => lines(corpus, learner, own, epochs),
        });
      }
    }
  }
  return cells;
}

async function lines(
  corpus: StudyCorpus,
  learner: LearnerName,
  seed: number,
  epochs: number,
): Promise<BilstmLine[]> {
  const cut = corpus.training.length - Math.ceil(corpus.training.length / HELD_OUT);
  const learned = { ...corpus, training: corpus.training.slice(0, cut) };
  const outcome = learner === "bilstm-crf" || learner === "bilstm-softmax"
    ? await network(
      corpus,
      cut,
      { output: learner === "bilstm-crf" ? "crf" : "softmax", epochs },
      seed,
    )
    : await linear(learned, learner, seed);
  const task = packTask(outcome.file, `what ${learner} says`);
  const right = rightTokens(task, LEADER.decoder, LEADER.decoderOptions);
  const blocks = Math.min(BLOCKS, right.length);
  return Array.from({ length: blocks }, (_, block) => {
    const [from, to] = [block, block + 1].map((n) => Math.floor(n * right.length / blocks));
    const sum = (values: Int32Array) => values.slice(from, to).reduce((a, b) => a + b, 0);
    return {
      dataset: corpus.name,
      corpus: corpus.hash,
      labels: corpus.labels.length,
      sentences: cut,
      learner,
      seed,
      epochs: outcome.epochs,
      block,
      tokens: sum(task.lengths),
      right_tokens: sum(right),
    };
  });
}

/** Networks of both kinds get the same passes, and keep the best by the held-out sentences. */
async function network(
  corpus: StudyCorpus,
  cut: number,
  { output, epochs }: { readonly output: BilstmSettings["output"]; readonly epochs: number },
  seed: number,
): Promise<Outcome> {
  const settings = { ...DEFAULTS, inputs: "spelling", output, patience: epochs };
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

/** Linear taggers do not look at the held-out sentences. */
async function linear(
  corpus: StudyCorpus,
  learner: "crf" | "perceptron",
  seed: number,
): Promise<Outcome> {
  const { training, testing, labelCount, featureCount } = encode(corpus);
  const common = { corpus: training, labelCount, featureCount, seed };
  let model: LinearModel;
  let epochs = LINEAR_EPOCHS[learner];
  if (learner === "perceptron") {
    model = await trainPerceptron({ ...common, epochs, ...LEADER });
  } else {
    const settings = {
      optimiser: "l-bfgs",
      tolerance: 1e-4,
      l1: 0,
      l2: L2,
      penalty: "all",
    } as const;
    model = await trainCrf({ ...common, settings, epochs, workers: 1 }, ({ epoch }) => {
      epochs = epoch;
    });
  }
  return { file: factoredFile(model, testing, {}), epochs };
}
