/**
 * The study of training time: what a faster decoder is worth while a perceptron learns.
 *
 * @module
 */

import { firstSentences } from "../../datasets/linear_model.ts";
import { trainPerceptron } from "../../datasets/training/perceptron.ts";
import { BASELINE } from "../../harness/store/key.ts";
import { type LineOf, number, text } from "../../harness/store/table.ts";
import { tableOf } from "../columns.ts";
import { decoderLooks } from "../drawing/decoder_looks.ts";
import {
  formatCount,
  formatNumber,
  formatShare,
  formatTimes,
  significant,
} from "../numbers/format.ts";
import { orderDecoders } from "../numbers/variants.ts";
import { dots, linear, lines, log } from "../picture.ts";
import { total } from "../numbers/statistics.ts";
import {
  decoderSources,
  encode,
  exactVariants,
  readStudyCorpus,
  type StudyCorpus,
  weightsHash,
} from "./_corpora.ts";
import { TIMED_TWICE, TRIAL_COLUMNS, trialLines, type TrialOptions } from "./_trial.ts";
import { chartOf, counts, groupsOf, study, texts, titleOf } from "./contract.ts";

/**
 * How much of a dataset is measured: training sentences, from the first on; of how many one is
 * timed; those of the short trainings with each decoder in the loop.
 */
const OTHER = { sentences: Infinity, every: 20, short: 50 };
/** The tasks of the paper's table: whole epochs of as many sentences as fit into six minutes. */
const MEASURES: Readonly<Record<string, typeof OTHER>> = {
  ewt_pos45: { sentences: 2000, every: 1, short: 500 },
  ewt_pos_morph_chunk319: { sentences: 500, every: 1, short: 100 },
  erg_supertag2597: { sentences: 60, every: 1, short: 5 },
};

const DECODERS = [
  "viterbi",
  "iterative-viterbi{expansion=uniform}",
  "iterative-viterbi",
  "column-generation",
  // `pair` would start anew after each change of a transition.
  "dominance{bound=row}",
];
/** As in the paper. */
const EPOCHS = 10;
const SHORT_EPOCHS = 2;
const COLUMNS = {
  ...TRIAL_COLUMNS,
  /** Hash of the averaged weights of a short training with this decoder in the loop. */
  weights: text,
  /** Training sentences of that. */
  weights_sentences: number,
};
type Line = LineOf<typeof COLUMNS>;

/** What is drawn by epoch. */
const AXIS = "speed, multiple of dense Viterbi's";

export default study({
  name: "training",
  meaning: "training time by decoder, epoch by epoch (Kaji et al. 2010, Table 3)",
  title: "Training time by decoder",
  order: 10,
  introduction: [
    "A perceptron decodes every training sentence in every epoch, so a faster decoder is faster " +
    "training. Early models are not predictive, and decoders that look at few labels have more to " +
    "look at then: Kaji et al. 2010 (§5.2) expect a smaller gain in training than in testing.",
    "Each dataset is trained on once. At every sentence, or one of so many, all decoders find the " +
    "best path with the weights of that moment, in turns, and every score has to be the same " +
    "(`===`); times are scaled to all tokens of the epoch where sentences are left out. Preparing for the changed transitions is not decoding: " +
    "it is given apart. A decoder that can follow changes is charged for each of them, the others " +
    "prepare anew after every sentence that changed a transition.",
    TIMED_TWICE,
  ],
  reads: ["data", "format", "decoders", "epochs", "every"],
  columns: COLUMNS,

  /**
   * Every dataset is trained on once, and all decoders decode a sample of its training sentences.
   */
  async *cells(settings) {
    const { seed, epochs = EPOCHS } = settings;
    const variants = await exactVariants(settings.decoders ?? DECODERS);
    const decoders = await decoderSources(variants);
    for (const name of settings.datasets ?? Object.keys(MEASURES)) {
      const known = MEASURES[name] ?? OTHER;
      const every = settings.every ?? known.every;
      const corpus = await readStudyCorpus(settings, name, settings.sentences ?? known.sentences);
      const size = corpus.training.length;
      const short = Math.min(known.short, size);
      const trial = { epochs, every, seed, firstTimedEpoch: 1 };
      yield {
        identity: [decoders, corpus.hash, size, short, trial],
        title: `${name}: ${epochs} epochs of ${size} sentences, every ${every} timed`,
        run: () => measure(corpus, short, { ...trial, variants }),
      };
    }
  },

  summarise,

  tables: (trainings) => [
    {
      name: "training-time",
      title: "Training time",
      note:
        "Seconds over all epochs, of decoding and of preparing for changed transitions; the ratio " +
        "is the time of dense Viterbi divided by the decoder's, of decoding alone and of both " +
        "together. Edges are a share of those of dense Viterbi. The page of Kaji et al. has the " +
        "paper's seconds beside ours.",
      content: tableOf([
        ...texts("dataset"),
        ...counts("labels"),
        ...texts("decoder"),
        { name: "decoding s", of: (own) => own.decoding, as: formatNumber },
        { name: "× Viterbi", of: (own) => own.speedUp ?? "", as: formatTimes },
        { name: "preparing s", of: (own) => own.preparing, as: formatNumber },
        { name: "both × Viterbi", of: (own) => own.speedUpOfBoth ?? "", as: formatTimes },
        { name: "edges", of: (own) => own.edges, as: formatShare },
      ], trainings.flatMap(({ decoders }) => decoders)),
    },
    {
      name: "training-weights",
      title: "The same weights with every decoder",
      note:
        "Hash of all averaged weights after a short training with the decoder alone in the loop, " +
        "from the first sentences. The accuracy is that of the long training, on the test part.",
      content: tableOf([
        ...texts("dataset", "decoder"),
        { name: "sentences", of: (own) => own.weights_sentences, as: formatCount },
        ...texts("weights"),
        {
          name: "same as the first",
          of: ({ isSame }) => isSame ? "yes" : { text: "no", tone: "bad" },
        },
        { name: "accuracy", of: (own) => own.right_tokens / own.test_tokens, as: formatShare },
      ], trainings.flatMap(({ decoders }) => decoders)),
    },
  ],

  charts: (trainings) => {
    const looks = decoderLooks(trainings.flatMap(({ lines }) => lines));
    return [chartOf({
      name: "training-speed-up",
      title: "Speed-up over dense Viterbi while a perceptron learns, preparing included",
      description:
        "Time that dense Viterbi takes to decode the sentences of an epoch and to prepare for the " +
        "changed transitions, divided by the decoder's; a panel for each dataset, with an axis of its own.",
      subtitle: trainings.map(({ sample }) => sample),
    }, {
      columns: 2,
      panels: trainings.map(({ title, lines: own }) => ({
        heading: { bold: title },
        rows: own.flatMap((line) => {
          const dense = own.find(({ epoch, decoder }) =>
            epoch === line.epoch && decoder === BASELINE
          );
          if (dense === undefined) return [];
          const ratio = spentIn(dense) / spentIn(line);
          // Preparing is a difference of two times: of milliseconds it may be less than nothing.
          if (!(ratio > 0)) return [];
          return [{
            epoch: line.epoch,
            decoder: line.decoder,
            variant: line.decoder,
            value: significant(ratio),
            text: formatTimes(ratio),
            mistakes: formatShare(line.mistakes / line.tokens),
          }];
        }),
        width: 330,
        height: 220,
        x: linear("epoch", "epoch", {
          ticks: [...new Set(own.map(({ epoch }) => epoch))],
          format: "d",
          padding: 10,
          axis: { grid: false },
          scale: { nice: false, zero: false },
        }),
        y: log("value", AXIS, { format: "~g" }),
        looks,
        layers: [
          lines(),
          dots({ decoder: "decoder", epoch: "epoch", text: AXIS, mistakes: "wrong tokens" }),
        ],
      })).filter(({ rows }) => rows.length > 0),
    })];
  },
});

/** Milliseconds of an epoch: of decoding, and of preparing for changed transitions. */
function spentIn({ elapsed_ms, prepare_ms }: Line): number {
  return elapsed_ms + prepare_ms;
}

/** A trial, and a short training from the first sentences with each decoder alone in the loop. */
async function measure(corpus: StudyCorpus, short: number, trial: TrialOptions) {
  const parts = encode(corpus);
  const lines = await trialLines(corpus, parts, trial);
  const weights = new Map<string, string>();
  for (const { name, decoder, options } of trial.variants) {
    const model = await trainPerceptron({
      ...parts,
      corpus: firstSentences(parts.training, short),
      decoder,
      decoderOptions: options,
      epochs: SHORT_EPOCHS,
      seed: trial.seed,
    });
    weights.set(name, weightsHash(model));
  }
  return lines.map((line) => ({
    ...line,
    weights: weights.get(line.decoder)!,
    weights_sentences: short,
  }));
}

/** The training on each dataset, in the order of the lines. */
function summarise(lines: readonly Line[]) {
  return groupsOf(lines, "dataset").map((own) => {
    const byDecoder = Map.groupBy(own, ({ decoder }) => decoder);
    return {
      title: titleOf(own[0].dataset, own[0].labels),
      sample: sampleOf([...byDecoder.values()][0]!),
      lines: own,
      decoders: orderDecoders(own).map((decoder) => ({
        ...totals(byDecoder.get(decoder)!, byDecoder.get(BASELINE)),
        isSame: byDecoder.get(decoder)![0]!.weights === own[0].weights,
      })),
    };
  });
}

/** How much was timed, for the subtitle. */
function sampleOf(epochs: readonly Line[]): string {
  const { dataset, sentences } = epochs[0]!;
  return `${dataset}: ${formatCount(sentences)} sentences, ${epochs.length} epochs, ` +
    `${formatCount(total(epochs, (own) => own.timed_sentences))} sentences timed`;
}

/** What a decoder did in all epochs, beside dense Viterbi. */
function totals(own: readonly Line[], dense: readonly Line[] | undefined) {
  const seconds = (lines: readonly Line[]) => ({
    decoding: total(lines, (own) => own.elapsed_ms) / 1000,
    preparing: total(lines, (own) => own.prepare_ms) / 1000,
  });
  const { decoding, preparing } = seconds(own);
  const baseline = dense && seconds(dense);
  return {
    ...own[0]!,
    decoding,
    preparing,
    speedUp: baseline && baseline.decoding / decoding,
    speedUpOfBoth: baseline && (baseline.decoding + baseline.preparing) / (decoding + preparing),
    edges: total(own, (line) => line.edge_evaluations) / total(own, (line) => line.reference_edges),
  };
}
