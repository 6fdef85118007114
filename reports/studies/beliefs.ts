/**
 * The study of beliefs: how far those of loopy belief propagation are from the exact marginals.
 *
 * @module
 */

import { newWork } from "../../decoders/contract.ts";
import type { Forest } from "../../decoders/parsing/forest/forest.ts";
import { compileGrammar } from "../../decoders/parsing/forest/grammar.ts";
import { InsideOutside } from "../../decoders/parsing/forest/inside_outside.ts";
import { isNoForest, openForest, Workspace } from "../../decoders/parsing/forest/open_forest.ts";
import { tagProduct } from "../../decoders/parsing/forest/tag_product.ts";
import {
  betheLogPartition,
  loopyBeliefs,
  sharedScores,
} from "../../decoders/parsing/messages/loopy_beliefs.ts";
import { TagChain } from "../../decoders/parsing/messages/tag_chain.ts";
import { resolveParses } from "../../harness/problems/parsing/discover.ts";
import type { ParsingSample } from "../../harness/problems/parsing/sample.ts";
import { type LineOf, number, text } from "../../harness/store/table.ts";
import { UsageError } from "../../harness/terminal/usage_error.ts";
import { tableOf } from "../columns.ts";
import { formatCount } from "../numbers/format.ts";
import { linear, lines, nominal } from "../picture.ts";
import { total } from "../numbers/statistics.ts";
import { chartOf, counts, formatPercent, study, texts } from "./contract.ts";

/** Without bigrams the graph is a tree: what is left of an error there is rounding. */
const DATASETS = [
  "ewt_ccg_dev{space=ast}",
  "ewt_ccg_dev{space=reverse}",
  "ewt_ccg_dev{space=reverse,coupling=0}",
];
const SENTENCES = 300;
const ITERATIONS = 25;
/** Edges of a product at most; sentences with more are counted and left out. */
const LIMIT = 1_000_000;

/** Errors after a round of messages. */
const COLUMNS = {
  dataset: text,
  pack: text,
  /** Those compared, and those whose product of parser and tagger is too large. */
  sentences: number,
  left_out: number,
  words: number,
  /** Number of the iteration, from 1. */
  iteration: number,
  /** Half of the sum of errors over a word's slots; the largest of a slot. */
  mean_distance: number,
  largest_error: number,
  /** Share of the words whose most probable slot is the same. */
  same_best: number,
  mean_log_z_error: number,
};

type Line = LineOf<typeof COLUMNS>;

/** Rounds that the table shows. */
const ROUNDS = [1, 2, 3, 5, 10, 25];
/** What is smaller is rounding, and not drawn. */
const LEAST = 1e-9;

export default study({
  name: "beliefs",
  meaning: "errors of belief propagation's marginals, and of its ln Z, by round",
  title: "Beliefs",
  order: 90,
  introduction: [
    "Belief propagation between a parser and a supertagger gives every tag of every word a " +
    "probability. It is approximate, because the two share all words. How far off is it? The " +
    "product of the two, which grows with the squares of the tags a word, gives the exact " +
    "probabilities wherever it fits; the table says of how many sentences it does not.",
    "The error of a word is half the sum of the differences of its tags' probabilities (total " +
    "variation): the share of probability that is on wrong tags. ln Z is what all derivations weigh " +
    "together; belief propagation estimates it by the Bethe free energy. With a coupling of 0 the " +
    "tagger has no bigrams, the graph is a tree, and what is left is rounding.",
  ],
  columns: COLUMNS,

  /** Compares the probability of every slot with that of the product of parser and tagger. */
  async *cells({ seed, datasets = DATASETS, sentences = SENTENCES }) {
    for (const asked of datasets) {
      const { name, open, sample } = await resolveParses(asked);
      const { dataset } = await open(sentences, seed);
      yield {
        identity: [name, dataset.hash, sentences, ITERATIONS, LIMIT],
        title: `${name}: ${sentences} sentences`,
        run: async () => measure(await sample(sentences, seed)),
      };
    }
  },

  summarise: (rounds) => rounds,

  tables: (rounds) => [{
    name: "beliefs-errors",
    title: "Errors by round",
    note:
      "Means over words; the largest error of a tag; the share of words whose most probable tag " +
      "is the same; mean error of ln Z a sentence. Sentences without a parse, and those whose product " +
      "has more than a million edges, are left out.",
    content: tableOf([
      ...texts("dataset"),
      ...counts("sentences"),
      { name: "left out", of: (own) => own.left_out, as: formatCount },
      { name: "round", of: (own) => own.iteration, as: formatCount },
      { name: "error of a word", of: (own) => own.mean_distance, as: formatError },
      { name: "largest error of a tag", of: (own) => own.largest_error, as: formatError },
      { name: "same best tag", of: (own) => own.same_best, as: formatPercent },
      { name: "error of ln Z", of: (own) => own.mean_log_z_error, as: formatError },
    ], rounds.filter(({ iteration }) => ROUNDS.includes(iteration))),
  }],

  charts: (rounds) => [
    chartOf({
      name: "beliefs-errors",
      title: "Error of beliefs by round",
      subtitle: "share of probability on wrong tags, mean over words",
      description:
        "Mean over the words of the share of probability that is on wrong tags, by round. What is " +
        "rounding alone is not drawn.",
      rows: rounds.map(({ dataset, iteration: round, mean_distance: error }) => ({
        dataset,
        round,
        error,
      })).filter(({ error }) => error > LEAST),
    }, {
      width: 620,
      height: 280,
      x: linear("round", "round of messages"),
      y: linear("error", "error", { format: ".2%", scale: { zero: true } }),
      looks: {
        color: nominal("dataset", {
          legend: { title: null, orient: "bottom", columns: 1, labelLimit: 400 },
        }),
      },
      layers: [lines({ mark: { point: { size: 20 } } })],
    }),
  ],
});

function formatError(error: number): string {
  return error.toExponential(1);
}

/** Sums over the words and sentences after one round. */
const NO_ERRORS = { distance: 0, largest: 0, same: 0, logZ: 0 };

/** @throws UsageError if there is no sentence to compare */
function measure({ name, hash: pack, model, sentences }: ParsingSample): Line[] {
  const workspace = new Workspace(compileGrammar(model));
  const sums = Array.from({ length: ITERATIONS }, () => ({ ...NO_ERRORS }));
  const facts = { dataset: name, pack, sentences: 0, left_out: 0, words: 0 };
  for (const sentence of sentences) {
    const forest = openForest(sentence, newWork(), workspace);
    if (isNoForest(forest) || !compare(forest, new TagChain(model, forest.slots), sums)) {
      facts.left_out++;
      continue;
    }
    facts.sentences++;
    facts.words += forest.length;
  }
  if (facts.sentences === 0) {
    throw new UsageError(
      `Cannot compare beliefs on ${name}: of ${facts.left_out} sentences none has a parse and a ` +
        `product of ${formatCount(LIMIT)} edges at most`,
    );
  }
  return sums.map(({ distance, largest, same, logZ }, i) => ({
    ...facts,
    iteration: i + 1,
    mean_distance: distance / facts.words,
    largest_error: largest,
    same_best: same / facts.words,
    mean_log_z_error: logZ / facts.sentences,
  }));
}

/** Adds up the errors of a sentence; returns false where its product is too large. */
function compare(forest: Forest, chain: TagChain, sums: (typeof NO_ERRORS)[]): boolean {
  const product = tagProduct(forest, chain, LIMIT);
  if (product === undefined) return false;
  const exact = new InsideOutside(product);
  exact.run(sharedScores(forest));
  const right = new Float64Array(forest.slots.tags.length);
  exact.slotPosteriors(right);
  const { offsets } = forest.slots;
  const best = (slots: Float64Array) => slots.indexOf(Math.max(...slots));
  const room = new Float64Array(forest.left.length);
  // Beliefs that do not change any more stay: all rounds are made.
  const limits = { iterations: ITERATIONS, tolerance: 0, damping: 0 };
  loopyBeliefs(forest, chain, limits, newWork(), room, (state) => {
    const sum = sums[state.iteration - 1]!;
    sum.logZ += Math.abs(betheLogPartition(forest, chain, state) - exact.logPartition);
    for (let word = 0; word < forest.length; word++) {
      const ofWord = (slots: Float64Array) => slots.subarray(offsets[word], offsets[word + 1]);
      const [found, exactly] = [ofWord(state.slots), ofWord(right)];
      const errors = found.map((p, slot) => Math.abs(p - exactly[slot]!));
      sum.distance += total(errors) / 2;
      sum.largest = Math.max(sum.largest, ...errors);
      sum.same += Number(best(found) === best(exactly));
    }
  });
  return true;
}
