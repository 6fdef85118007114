/**
 * The study of the CRF: what training one costs, and what its penalty does to accuracy and decoding
 * time.
 *
 * @module
 */

import { tableOf } from "../columns.ts";
import { hueOf } from "../drawing/hues.ts";
import { numberIn } from "../numbers/study_rows.ts";
import {
  formatCount,
  formatNumber,
  formatRatio,
  formatShare,
  significant,
} from "../numbers/format.ts";
import { median } from "../numbers/statistics.ts";
import { dots, hues, linear, lines, log, type Look, SHAPES } from "../picture.ts";
import { decoderSources, exactVariants, readStudyCorpus } from "./_corpora.ts";
import { COLUMNS, type CrfLine as Line, timeGradients, tryPenalty } from "./_crf_measured.ts";
import { chartOf, counts, groupsOf, study, texts, titleOf } from "./contract.ts";

/** Sentences that gradients are timed on, and that are trained with by penalty (0 for none). */
const OTHER = { timed: 100, trained: 1000 };
/** About ten minutes. */
const MEASURES: Readonly<Record<string, typeof OTHER>> = {
  ewt_pos45: { timed: 400, trained: 3000 },
  hwu_slot_scenario323: { timed: 400, trained: 4000 },
  ewt_pos_morph_chunk319: { timed: 100, trained: 0 },
  ewt_pos_morph_chunk443: { timed: 100, trained: 0 },
  erg_supertag2597: { timed: 4, trained: 0 },
};

const DECODERS = ["viterbi", "iterative-viterbi", "column-generation", "dominance", "auto"];
/** Strengths of each norm, in the units of the objective. */
const STRENGTHS = { l1: [0.1, 0.3, 1, 3], l2: [0.01, 0.03, 0.1, 0.3, 1, 3] } as const;
const NORM_TITLES = { "": "", l1: "ℓ1", l2: "ℓ2" };
/** Passes at most; the tolerance ends most trainings before. */
const EPOCHS = 200;
/** The way that the others are compared with: every edge, in a scaled sum. */
const DENSE = "scaled";
export default study({
  name: "crf",
  meaning: "a CRF: time of its gradient, accuracy and decoding time by penalty",
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
  columns: COLUMNS,

  async *cells(settings) {
    const { seed, epochs = EPOCHS } = settings;
    const variants = await exactVariants(settings.decoders ?? DECODERS);
    const decoders = await decoderSources(variants);
    for (const name of settings.datasets ?? Object.keys(MEASURES)) {
      const known = MEASURES[name] ?? OTHER;
      const whole = await readStudyCorpus(settings, name, Infinity);
      const first = (sentences: number) => ({
        ...whole,
        training: whole.training.slice(0, sentences),
      });
      const timed = first(settings.sentences ?? known.timed);
      yield {
        identity: [whole.hash, timed.training.length, seed],
        title: `${name}: gradients of ${timed.training.length} sentences`,
        run: () => timeGradients(timed, seed),
      };
      const trained = first(known.trained === 0 ? 0 : settings.sentences ?? known.trained);
      if (trained.training.length === 0) continue;
      for (const norm of ["l1", "l2"] as const) {
        for (const strength of STRENGTHS[norm]) {
          const identity = [whole.hash, trained.training.length, norm, strength, epochs, seed];
          yield {
            identity: [decoders, identity],
            title: `${name}: ${trained.training.length} sentences, ${norm} = ${strength}`,
            run: () => tryPenalty(trained, variants, { norm, strength }, epochs, seed),
          };
        }
      }
    }
  },

  summarise: (lines) => ({
    gradients: gradientsOf(lines.filter(({ kind }) => kind === "gradient")),
    trials: trialsOf(lines.filter(({ kind }) => kind === "penalty")),
  }),

  tables: ({ gradients, trials }) => [{
    name: "crf-gradient",
    title: "Objective and gradient",
    note: "Microseconds a token, median of the rounds; last, how many times as fast `auto` is as " +
      `\`${DENSE}\`.`,
    content: tableOf([
      ...texts("dataset"),
      ...counts("labels"),
      { name: "pairs with a weight", of: (own) => own.pairShare, as: formatShare },
      ...timeColumns(gradients),
      {
        name: `auto × ${DENSE}`,
        of: ({ micros }) => {
          const [auto, dense] = [micros.get("auto"), micros.get(DENSE)];
          return auto === undefined || dense === undefined ? "" : dense / auto;
        },
        as: formatRatio,
      },
    ], gradients),
  }, {
    name: "crf-penalty",
    title: "Penalty, accuracy and decoding time",
    note: "Shares of the weights that are not 0 after rounding, of the held-out tokens that are " +
      "right; microseconds to decode a held-out sentence, median of the rounds.",
    content: tableOf([
      ...texts("dataset", "norm"),
      { name: "strength", of: (own) => own.strength, as: String },
      { name: "objective", of: (own) => own.objective, as: formatNumber },
      { name: "passes", of: (own) => own.epochs, as: formatCount },
      { name: "weights", of: (own) => own.kept, as: formatShare },
      { name: "label pairs", of: (own) => own.keptPairs, as: formatShare },
      { name: "accuracy", of: (own) => own.accuracy, as: formatShare },
      ...timeColumns(trials),
    ], trials),
  }],

  charts: ({ gradients, trials }) => {
    const times = gradients.flatMap(({ micros, dataset, labels, pairShare }) =>
      [...micros].map(([arithmetic, time]) => ({
        dataset,
        labels,
        arithmetic,
        micros: significant(time),
        microsText: `${formatNumber(time)} µs`,
        pairText: formatShare(pairShare),
      }))
    );
    return [
      chartOf({
        name: "crf-gradient",
        title: "Objective and gradient of a CRF by labels",
        subtitle: "features included; one thread; median of the rounds",
        description:
          "Microseconds a token for the negative log-likelihood and its gradient in all " +
          "weights, features included, in one thread, by the way in which sums are taken.",
        rows: times.toSorted((a, b) => a.labels - b.labels),
      }, {
        width: 620,
        height: 300,
        x: log("labels", "labels"),
        y: log("micros", "µs a token"),
        looks: hues("arithmetic", times.map(({ arithmetic }) => arithmetic)),
        layers: [
          lines(),
          dots({
            dataset: "dataset",
            labels: ["labels", ","],
            arithmetic: "arithmetic",
            microsText: "a token",
            pairText: "label pairs with a weight",
          }),
        ],
      }),
      ...[
        {
          name: "crf-accuracy",
          title: "Accuracy of a CRF by penalty",
          subtitle: "the last tenth of the training sentences is held out",
          description:
            "Share of the held-out tokens that is labelled rightly by the strength of the " +
            "penalty on all weights, a panel for each norm.",
          rows: trials.map(({ dataset, norm, strength, accuracy, kept }) => ({
            dataset,
            norm,
            strength,
            accuracy: significant(accuracy),
            accuracyText: formatShare(accuracy),
            keptText: formatShare(kept),
          })),
          looks: hues("dataset", trials.map(({ dataset }) => dataset)),
          y: linear("accuracy", "held-out tokens right", {
            padding: 10,
            format: ".1%",
            scale: { zero: false, nice: false },
            axis: { tickCount: 6 },
          }),
          tooltip: {
            dataset: "dataset",
            strength: "strength",
            accuracyText: "accuracy",
            keptText: "weights that are not 0",
          },
        },
        ...groupsOf(trials, "dataset").map((own) => ({
          name: `crf-decoding-${own[0].dataset}`,
          title: `Decoding time by penalty: ${titleOf(own[0].dataset, own[0].labels)}`,
          subtitle: "held-out sentences; median of the rounds",
          description:
            "Microseconds to decode a held-out sentence by the strength of the penalty on " +
            "all weights, a panel for each norm; rounds are interleaved.",
          rows: own.flatMap(({ norm, strength, micros }) =>
            [...micros].map(([decoder, time]) => ({
              norm,
              strength,
              decoder,
              micros: significant(time),
              microsText: `${formatNumber(time)} µs`,
            }))
          ),
          looks: hues("decoder", looksOf(own.flatMap(({ micros }) => [...micros.keys()]))),
          y: log("micros", "µs a sentence"),
          tooltip: { decoder: "decoder", strength: "strength", microsText: "a sentence" },
        })),
      ].map(({ looks, y, tooltip, ...heading }) =>
        chartOf(heading, {
          by: "norm",
          own: { scale: ["x"] },
          view: {
            width: 300,
            height: 240,
            x: log("strength", "strength"),
            y,
            looks,
            layers: [lines(), dots(tooltip)],
          },
        })
      ),
    ];
  },
});

/** A column for each way that was timed, in microseconds. */
function timeColumns<Timed extends { readonly micros: ReadonlyMap<string, number> }>(
  timed: readonly Timed[],
) {
  return [...new Set(timed.flatMap(({ micros }) => [...micros.keys()]))].map((name) => ({
    name,
    of: ({ micros }: Timed) => micros.get(name) ?? "",
    as: formatNumber,
  }));
}

/** Each decoder's hue, and a shape each. */
function looksOf(decoders: readonly string[]): Record<string, Look> {
  const looks = Array.from(new Set(decoders), (name, i): [string, Look] => {
    return [name, { color: hueOf(name), shape: SHAPES[i % SHAPES.length]! }];
  });
  return Object.fromEntries(looks);
}

/** The times of objective and gradient by dataset, in the order of the lines. */
function gradientsOf(lines: readonly Line[]) {
  return groupsOf(lines, "dataset").map((own) => ({
    ...own[0],
    /** Of all label pairs the share that has a weight. */
    pairShare: own[0].pairs / own[0].labels ** 2,
    /** Median microseconds a token, by arithmetic. */
    micros: medians(own, "arithmetic", (line) => 1000 * numberIn(line, "pass_ms") / line.tokens),
  }));
}

/** The trainings by dataset and penalty, in the order of the lines. */
function trialsOf(lines: readonly Line[]) {
  return groupsOf(lines, "dataset", "norm", "strength").map((own) => {
    const [first] = own;
    return {
      ...first,
      norm: NORM_TITLES[first.norm],
      strength: numberIn(first, "strength"),
      objective: numberIn(first, "objective"),
      /** Passes over the training sentences. */
      epochs: numberIn(first, "epochs"),
      /** Share of the weights that is not 0, and of those of label pairs. */
      kept: numberIn(first, "kept_weights") / numberIn(first, "weights"),
      keptPairs: numberIn(first, "kept_pairs") / first.pairs,
      /** Share of the held-out tokens that is right. */
      accuracy: numberIn(first, "right_tokens") / numberIn(first, "held_out_tokens"),
      /** Median microseconds a sentence, by decoder. */
      micros: medians(own, "decoder", (line) => 1000 * numberIn(line, "sentence_ms")),
    };
  });
}

function medians(
  lines: readonly Line[],
  by: "arithmetic" | "decoder",
  micros: (line: Line) => number,
): Map<string, number> {
  return new Map(groupsOf(lines, by).map((own) => [own[0][by], median(own.map(micros))]));
}
