/**
 * The study of the CRF: what its objective and gradient cost by the way in which sums are taken.
 *
 * @module
 */

import type { Arithmetic } from "../../decoders/probability/estimate.ts";
import { Random } from "../../datasets/random.ts";
import { blockLoss, CorpusLoss } from "../../datasets/training/crf/loss.ts";
import { seenSupport, weightCount } from "../../datasets/training/crf/support.ts";
import { type LineOf, number, optional, text } from "../../harness/store/table.ts";
import { tableOf } from "../columns.ts";
import { formatNumber, formatShare, significant } from "../numbers/format.ts";
import { median } from "../numbers/statistics.ts";
import { dots, hues, lines, log } from "../picture.ts";
import { encode, OF_CORPUS, ofCorpus, readStudyCorpus, type StudyCorpus } from "./_corpora.ts";
import { ratioCell, ratiosByRound, timedInTurns } from "./_resampled.ts";
import { chartOf, counts, groupsOf, study, texts } from "./contract.ts";

/** Training sentences by dataset: about three minutes. */
const SENTENCES: Readonly<Record<string, number>> = {
  ewt_pos45: 400,
  hwu_slot_scenario323: 400,
  ewt_pos_morph_chunk319: 100,
  ewt_pos_morph_chunk443: 100,
  erg_supertag2597: 4,
};
/** Of other datasets. */
const OTHER = 100;

const ARITHMETICS: readonly Arithmetic[] = ["auto", "scaled", "exceptions", "log"];
/** The way that the others are compared with: every edge, in a scaled sum. */
const DENSE = "scaled";
/** Passes that the compiler of the machine gets. */
const WARM_UPS = 2;
const ROUNDS = 7;
/** Standard deviation of the weights: like those of a model that has begun to learn. */
const SPREAD = 0.3;

/** Of a round of a gradient. */
const COLUMNS = {
  ...OF_CORPUS,
  tokens: number,
  /** Label pairs with a weight: those that these sentences have. */
  pairs: number,
  /** How sums are taken. */
  arithmetic: text,
  round: number,
  /**
   * Milliseconds for the loss of the sentences and its gradient in all weights. Lines of earlier
   * versions that are about penalties have none.
   */
  pass_ms: optional(number),
};
type Line = LineOf<typeof COLUMNS>;

export default study({
  name: "crf",
  meaning: "a CRF: time of its objective and gradient by the way in which sums are taken",
  title: "Training a CRF",
  order: 50,
  introduction: [
    "A chain CRF is trained by its negative log-likelihood, log Z less the score of the right path, " +
    "whose gradient is expected less right counts: every pass over the corpus takes the sums of all " +
    "paths of every sentence, forwards and backwards. Features and label pairs have weights where " +
    "training has seen them, so most transitions between hundreds of labels are 0: `exceptions` " +
    "takes the sum of a column once and corrects it where a transition is not 0, `scaled` adds up all " +
    "L² products, `log` works with logarithms throughout, `auto` chooses.",
  ],
  reads: ["data", "format"],
  columns: COLUMNS,

  async *cells(settings) {
    const { seed, datasets = Object.keys(SENTENCES) } = settings;
    for (const name of datasets) {
      const sentences = settings.sentences ?? SENTENCES[name] ?? OTHER;
      const corpus = await readStudyCorpus(settings, name, sentences);
      const { length } = corpus.training;
      yield {
        identity: [corpus.hash, length, seed],
        title: `${name}: gradients of ${length} sentences`,
        run: () => timeGradients(corpus, seed),
      };
    }
  },

  /** Each dataset in the order of the lines. */
  summarise: (all) =>
    groupsOf(all.filter(({ pass_ms }) => pass_ms !== ""), "dataset").map((own) => {
      const microsOf = (line: Line) => 1000 * Number(line.pass_ms) / line.tokens;
      const by = (name: string) => own.filter(({ arithmetic }) => arithmetic === name);
      return {
        ...own[0],
        /** Of all label pairs the share that has a weight. */
        pairShare: own[0].pairs / own[0].labels ** 2,
        /** Median microseconds a token by arithmetic. */
        micros: new Map(
          groupsOf(own, "arithmetic").map((rounds) => [
            rounds[0].arithmetic,
            median(rounds.map(microsOf)),
          ]),
        ),
        /** How many times as fast `auto` is as dense sums, by rounds. */
        ratios: ratiosByRound(by(DENSE), by("auto"), microsOf),
      };
    }),

  tables: (gradients) => [{
    name: "crf-gradient",
    title: "Objective and gradient",
    note: "Microseconds a token, median of the rounds; last, how many times as fast `auto` is as " +
      `\`${DENSE}\`, paired within rounds, with its 95% interval.`,
    content: tableOf([
      ...texts("dataset"),
      ...counts("labels"),
      { name: "pairs with a weight", of: (own) => own.pairShare, as: formatShare },
      ...[...new Set(gradients.flatMap(({ micros }) => [...micros.keys()]))].map((name) => ({
        name,
        of: ({ micros }: typeof gradients[number]) => micros.get(name) ?? "",
        as: formatNumber,
      })),
      { name: `auto × ${DENSE}`, of: ({ ratios }) => ratioCell(ratios), align: "right" },
    ], gradients),
  }],

  charts: (gradients) => {
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
    return [chartOf({
      name: "crf-gradient",
      title: "Objective and gradient of a CRF by labels",
      subtitle: "features included; one thread; median of the rounds",
      description: "Microseconds a token for the negative log-likelihood and its gradient in all " +
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
    })];
  },
});

/** Times passes over the training sentences in one thread, the ways in turns. */
async function timeGradients(corpus: StudyCorpus, seed: number): Promise<Line[]> {
  const { training, labelCount, featureCount } = encode(corpus);
  const support = seenSupport(training, labelCount, featureCount);
  const random = new Random(seed);
  const weights = new Float64Array(weightCount(support)).map(() => SPREAD * random.gaussian());
  const gradient = new Float64Array(weights.length);
  const ways = ARITHMETICS.map((arithmetic) => {
    const loss = new CorpusLoss(training, support, weights, { arithmetic });
    const nodes = new Float64Array(loss.nodeCount);
    const pass = () => {
      const start = performance.now();
      loss.refresh();
      blockLoss(loss, support, nodes, [0, training.lengths.length], gradient);
      return performance.now() - start;
    };
    return { arithmetic, pass };
  });
  const timed = await timedInTurns(ways, { warmUps: WARM_UPS, rounds: ROUNDS, random });
  return timed.map(({ way: { arithmetic }, round, ms }) => ({
    ...ofCorpus(corpus),
    tokens: training.labels.length,
    pairs: support.pairs.length,
    arithmetic,
    round,
    pass_ms: ms,
  }));
}
