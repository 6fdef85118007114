/**
 * The study of regularisation: decoding time and accuracy by the strength of the transitions.
 *
 * @module
 */

import { type Column, tableOf } from "../columns.ts";
import { decoderLooks } from "../drawing/decoder_looks.ts";
import { formatCount, formatNumber, formatShare, significant } from "../numbers/format.ts";
import { orderDecoders } from "../numbers/variants.ts";
import { dots, type Facets, linear, lines, log, nominal, picture } from "../picture.ts";
import { mean, total } from "../numbers/statistics.ts";
import { decoderSources, encode, exactVariants, readStudyCorpus } from "./_corpora.ts";
import { type LineOf, number, word } from "../../harness/store/table.ts";
import { TIMED_TWICE, TRIAL_COLUMNS, trialLines } from "./_trial.ts";
import { groupsOf, study, texts, titleOf } from "./contract.ts";

/** The paper's task and its number of sentences; of how many one is timed. */
const DATASETS = ["ewt_pos45"];
const SENTENCES = 5000;
const EVERY = 15;

/** The paper's decoder, the baseline, and the fastest while a model changes. */
const DECODERS = ["viterbi", "iterative-viterbi", "column-generation", "dominance{bound=row}"];
const NORMS = ["l1", "l2"] as const;
/** Trainings with each strength: of one alone nobody could say whether it is faster by chance. */
const SEEDS = 5;
/** λ; 0 is measured for each norm, so that the noise is seen. */
const STRENGTHS = [0, 1e-4, 1e-3, 1e-2, 1e-1];
const PENALTIES = NORMS.flatMap((norm) => STRENGTHS.map((strength) => ({ norm, strength })));
/** As in the paper, which discards the first two epochs. */
const EPOCHS = 5;
const DISCARDED_EPOCHS = 2;

const COLUMNS = {
  ...TRIAL_COLUMNS,
  /** Of the weights of label pairs. */
  norm: word(...NORMS),
  /** Λ of the norm after each sentence. */
  strength: number,
  /** Of the order of the training sentences. */
  seed: number,
};
type Line = LineOf<typeof COLUMNS>;

/** Contrasts with white and black paper. */
const INK = "#59636e";

export default study({
  name: "regularisation",
  meaning:
    "decoding time and accuracy by regularisation of the transitions (Belanger et al., §6.2)",
  title: "Decoding time by regularisation of the transitions",
  order: 20,
  introduction: [
    "Belanger et al. (§6.2, Figure 1) regularise the weights of label pairs alone, with ℓ1 or ℓ2, " +
    "while a perceptron learns: weaker transitions let column generation decode faster, and the " +
    "accuracy does not suffer. They gain about 5% (§7). Here the same is measured for every exact " +
    "decoder.",
    "After each sentence ℓ2 takes λ·w off each weight w of a label pair, and ℓ1 takes λ off its " +
    `magnitude and stops at 0. ${SEEDS} models are trained with each strength λ, the sentences in ` +
    "another order for each; all figures are means over them. In the epochs from the " +
    "third on, all decoders find the best paths of one of so many training sentences with the " +
    "weights of that moment, in turns, and every score has to be the same (`===`): regularised " +
    "weights are kept on a grid of 2⁻³⁰, so that sums are exact. The first two epochs are " +
    "discarded, as in the paper. Preparing for new transitions is not timed. λ = 0 is measured once " +
    "for each norm: what these two differ by is the error of measurement.",
    TIMED_TWICE,
  ],
  reads: ["data", "format", "decoders", "epochs", "every"],
  columns: COLUMNS,

  /** Trains with every strength, seed by seed; all decoders decode a sample of the sentences. */
  async *cells(settings) {
    const { seed, epochs = EPOCHS, every = EVERY, sentences = SENTENCES } = settings;
    const variants = await exactVariants(settings.decoders ?? DECODERS);
    const decoders = await decoderSources(variants);
    const firstTimedEpoch = Math.min(DISCARDED_EPOCHS, epochs - 1) + 1;
    for (const name of settings.datasets ?? DATASETS) {
      const corpus = await readStudyCorpus(settings, name, sentences);
      const size = corpus.training.length;
      for (let own = seed; own < seed + SEEDS; own++) {
        const trial = { epochs, every, seed: own, firstTimedEpoch };
        for (const penalty of PENALTIES) {
          const { norm, strength } = penalty;
          yield {
            identity: [decoders, corpus.hash, size, trial, penalty],
            title: `${name}: ${size} sentences, seed ${own}, ${norm} with the strength ${strength}`,
            run: async () => {
              const regulariser = strength === 0 ? {} : { regulariser: penalty };
              const options = { ...trial, ...regulariser, variants };
              const lines = await trialLines(corpus, encode(corpus), options);
              return lines.map((line) => ({ ...line, ...penalty, seed: trial.seed }));
            },
          };
        }
      }
    }
  },

  summarise,

  tables: (datasets) =>
    datasets.map(({ file, title, strengths, decoders }) => ({
      name: `regularisation-${file}`,
      title: `Weights, accuracy and work: ${title}`,
      note:
        "The weights of label pairs after the last epoch; accuracy of the weights averaged over " +
        "all epochs, on the test part; for each decoder microseconds a sentence, and transitions " +
        "looked at as a share of those of dense Viterbi.",
      content: tableOf([
        ...texts("norm"),
        { name: "λ", of: ({ strength }) => strength, as: String },
        { name: "mean |w|", of: ({ weights }) => weights.mean, as: formatNumber },
        { name: "max |w|", of: ({ weights }) => weights.max, as: formatNumber },
        { name: "not 0", of: ({ weights }) => weights.share, as: formatShare },
        { name: "accuracy", of: ({ accuracy }) => accuracy, as: formatShare },
        ...decoders.flatMap((name): Column<Strength>[] => [
          { name, of: ({ decoders }) => decoders.get(name)?.time ?? "", as: formatNumber },
          { name: "edges", of: ({ decoders }) => decoders.get(name)?.share ?? "", as: formatShare },
        ]),
      ], strengths),
    })),

  charts: (datasets) =>
    datasets.filter(({ strengths }) => strengths.some(({ strength }) => strength > 0))
      .map((own) => {
        const title = "Decoding time by regularisation of the transitions";
        return {
          name: `regularisation-time-${own.file}`,
          title: `${title}: ${own.title}`,
          description:
            "Above: microseconds a training sentence, without preparing. Below: accuracy of the " +
            "averaged weights on the test part, the same for all decoders. Both by the strength " +
            "of the regularisation, a panel for each norm; on the left, apart, without any.",
          spec: picture({ title, subtitle: [own.title, own.sample] }, { stack: panelsOf(own) }),
        };
      }),
});

type Regularised = ReturnType<typeof summarise>[number];
type Strength = Regularised["strengths"][number];

/** The trainings on each dataset by norm and strength, in the order of the lines. */
function summarise(lines: readonly Line[]) {
  return groupsOf(lines, "dataset").map((all) => {
    const own = ofWholeSeeds(all);
    const { dataset, labels, sentences, timed_sentences } = own[0]!;
    const epochs = new Set(own.map(({ epoch }) => epoch)).size;
    const seeds = new Set(own.map(({ seed }) => seed)).size;
    return {
      /** As names of files and links have it: a corpus may be called anything. */
      file: dataset.replaceAll(/[^\p{L}\p{N}_.-]+/gu, "-"),
      title: titleOf(dataset, labels),
      sample: `${formatCount(sentences)} training sentences; ` +
        `${formatCount(seeds * epochs * timed_sentences)} timed in ${epochs} epochs` +
        (seeds > 1 ? ` of ${seeds} trainings` : ""),
      lines: own,
      decoders: orderDecoders(own),
      strengths: groupsOf(own, "norm", "strength").map((training) => {
        const [{ norm, strength }] = training;
        const lastEpoch = Math.max(...training.map(({ epoch }) => epoch));
        const last = training.filter(({ epoch }) => epoch === lastEpoch);
        return {
          norm: norm.replace("l", "ℓ"),
          strength,
          accuracy: mean(last, ({ right_tokens, test_tokens }) => right_tokens / test_tokens),
          weights: {
            mean: mean(last, ({ pair_mean }) => pair_mean),
            max: mean(last, ({ pair_max }) => pair_max),
            share: mean(last, ({ pair_share }) => pair_share),
          },
          decoders: new Map(
            orderDecoders(training).map((name) => [
              name,
              perSentence(training.filter(({ decoder }) => decoder === name)),
            ]),
          ),
        };
      }),
    };
  });
}

/**
 * Lines of the seeds that every strength was trained with: where a study was interrupted, others
 * would be in some means and not in those beside them. All lines if there is no such seed.
 */
function ofWholeSeeds(lines: readonly Line[]): readonly Line[] {
  const trainings = groupsOf(lines, "norm", "strength").length;
  const whole = groupsOf(lines, "seed")
    .filter((own) => groupsOf(own, "norm", "strength").length === trainings)
    .map(([{ seed }]) => seed);
  return whole.length === 0 ? lines : lines.filter(({ seed }) => whole.includes(seed));
}

/** What a decoder did, over the epochs that are not discarded. */
function perSentence(lines: readonly Line[]) {
  const sentences = total(lines, (line) => line.timed_sentences);
  const edges = total(lines, (line) => line.edge_evaluations);
  return {
    /** Microseconds. */
    time: 1000 * total(lines, (line) => line.decoding_ms) / sentences,
    edges: edges / sentences,
    /** Of the edges of dense Viterbi. */
    share: edges / total(lines, (line) => line.reference_edges),
  };
}

/** Not the field of the colour: points without a line have their group, too. */
const PARTS = { detail: nominal("part") };

/**
 * Time with a line for each decoder, and accuracy; a panel for each norm. The axis of strengths is
 * logarithmic, and 0 stands a decade before the smallest on it; its points are in a part of their
 * own, so that no line leads there.
 */
function panelsOf({ strengths, lines: measured }: Regularised): Facets[] {
  const positive = strengths.map(({ strength }) => strength).filter((strength) => strength > 0);
  const zero = significant(Math.min(...positive) / 10);
  const places = new Set(strengths.map(({ strength }) => strength || zero));
  const x = log("place", "λ, strength of the regularisation", {
    ticks: [...places].sort((a, b) => a - b),
    format: undefined,
    padding: 14,
    axis: {
      grid: false,
      labelExpr: `datum.value < ${2 * zero} ? '0' : format(datum.value, '~g')`,
    },
  });
  const pointOf = ({ norm, strength, accuracy }: Strength) => ({
    norm,
    strength,
    place: strength || zero,
    part: strength === 0 ? "without" : "with",
    accuracy: significant(accuracy),
    accuracyText: formatShare(accuracy),
  });
  const [said, right] = [{ norm: "norm", strength: "λ" }, { accuracyText: "accuracy" }];
  const mark = { color: INK };
  return [{
    by: "norm",
    columns: 2,
    view: {
      rows: strengths.flatMap((strength) =>
        [...strength.decoders].map(([decoder, { time, edges, share }]) => ({
          ...pointOf(strength),
          decoder,
          variant: decoder,
          value: significant(time),
          timeText: `${formatNumber(time)} µs`,
          edgesText: `${formatCount(Math.round(edges))} (${formatShare(share)})`,
        }))
      ),
      width: 275,
      height: 300,
      x,
      y: log("value", "µs a sentence", { format: "~s" }),
      looks: decoderLooks(measured),
      layers: [
        lines({ channels: PARTS }),
        dots({ decoder: "decoder", ...said, timeText: "time", edgesText: "edges", ...right }),
      ],
    },
  }, {
    by: "norm",
    columns: 2,
    view: {
      rows: strengths.map(pointOf),
      width: 275,
      height: 110,
      x,
      y: linear("accuracy", "accuracy", {
        format: ".1%",
        padding: 10,
        axis: { tickCount: 5 },
        scale: { zero: false, nice: false },
      }),
      layers: [
        lines({ mark, channels: PARTS }),
        dots({ ...said, ...right }, { mark }),
      ],
    },
  }];
}
