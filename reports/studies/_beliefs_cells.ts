/**
 * How far the beliefs of loopy belief propagation are from the exact marginals, round by round.
 *
 * @module
 */

import { newWork } from "../../decoders/contract.ts";
import type { Forest } from "../../decoders/parsing/forest/forest.ts";
import { compileGrammar } from "../../decoders/parsing/forest/grammar.ts";
import { InsideOutside } from "../../decoders/parsing/forest/inside_outside.ts";
import { isNoForest, openForest, Workspace } from "../../decoders/parsing/forest/open_forest.ts";
import { tagProduct } from "../../decoders/parsing/forest/tag_product.ts";
import { betheLogPartition } from "../../decoders/parsing/messages/bethe_free_energy.ts";
import { loopyBeliefs, sharedScores } from "../../decoders/parsing/messages/loopy_beliefs.ts";
import { TagChain } from "../../decoders/parsing/messages/tag_chain.ts";
import { resolveParses } from "../../harness/problems/parsing/discover.ts";
import { takeSample } from "../../harness/problems/parsing/sample.ts";
import type { Runner } from "./_parts.ts";
import type { StudyCell, StudySettings } from "./contract.ts";
import { hash } from "./_corpora.ts";
import { type LineOf, number, text } from "../../harness/store/table.ts";

/** Without bigrams the graph is a tree: what is left of an error there is rounding. */
const DATASETS = [
  ...["ewt_ccg_dev{space=ast}", "ewt_ccg_dev{space=reverse}"],
  "ewt_ccg_dev{space=reverse,coupling=0}",
];
const SENTENCES = 300;
const ITERATIONS = 25;
/** Edges of a product at most; sentences with more are counted and left out. */
const LIMIT = 1_000_000;

const COLUMNS = {
  dataset: text,
  pack: text,
  /** Those compared, and those whose product of parser and tagger is too large. */
  sentences: number,
  left_out: number,
  words: number,
  slots: number,
  /** From 1. */
  iteration: number,
  /** Of a slot's probability; half of the sum over a word's slots; the largest of a slot. */
  mean_error: number,
  mean_distance: number,
  largest_error: number,
  /** Share of the words whose most probable slot is the same. */
  same_best: number,
  mean_log_z_error: number,
};

/** Errors after a round of messages. */
export type BeliefsLine = LineOf<typeof COLUMNS>;

/** Compares the probability of every slot with that of the product of parser and tagger. */
const beliefs: Runner<BeliefsLine> = {
  name: "beliefs",
  meaning: "errors of belief propagation's marginals, and of its ln Z, by round",
  columns: Object.keys(COLUMNS),
  cells,
};
export default beliefs;

async function cells(settings: StudySettings, sources: string): Promise<StudyCell<BeliefsLine>[]> {
  const { seed, datasets = DATASETS, sentences = SENTENCES } = settings;
  const cells: StudyCell<BeliefsLine>[] = [];
  for (const asked of datasets) {
    const { name, open } = await resolveParses(asked);
    const dataset = await open(sentences, seed);
    cells.push({
      key: hash([sources, name, dataset.task.hash, sentences, ITERATIONS, LIMIT]),
      title: `${name}: ${sentences} sentences`,
      run: () => measure(dataset, sentences),
    });
  }
  return cells;
}

/** Sums over the sentences after one round. */
interface Sums {
  error: number;
  distance: number;
  largest: number;
  same: number;
  logZ: number;
}

function measure(
  dataset: Parameters<typeof takeSample>[0],
  sentences: number,
): BeliefsLine[] {
  const { name, hash: pack, model, sentences: taken } = takeSample(dataset, sentences);
  const workspace = new Workspace(compileGrammar(model));
  const sums = Array.from(
    { length: ITERATIONS },
    (): Sums => ({ error: 0, distance: 0, largest: 0, same: 0, logZ: 0 }),
  );
  let [measured, leftOut, words, slots] = [0, 0, 0, 0];
  for (const sentence of taken) {
    const forest = openForest(sentence, newWork(), workspace);
    if (isNoForest(forest)) continue;
    const chain = new TagChain(model, forest.slots);
    const exact = exactMarginals(forest, chain);
    if (exact === undefined) {
      leftOut++;
      continue;
    }
    measured++;
    words += forest.length;
    slots += forest.slots.tags.length;
    compare(forest, chain, exact, sums);
  }
  return sums.map(({ error, distance, largest, same, logZ }, i) => ({
    ...{ dataset: name, pack, sentences: measured, left_out: leftOut, words, slots },
    iteration: i + 1,
    mean_error: error / slots,
    mean_distance: distance / words,
    largest_error: largest,
    same_best: same / words,
    mean_log_z_error: logZ / measured,
  }));
}

/** What all derivations weigh with the chain, and the share of each slot. */
interface Exact {
  readonly logPartition: number;
  readonly slots: Float64Array;
}

function exactMarginals(forest: Forest, chain: TagChain): Exact | undefined {
  const product = tagProduct(forest, chain, LIMIT);
  if (product === undefined) return undefined;
  const sums = new InsideOutside(product);
  sums.run(sharedScores(forest));
  const slots = new Float64Array(forest.slots.tags.length);
  sums.slotPosteriors(slots);
  return { logPartition: sums.logPartition, slots };
}

function compare(forest: Forest, chain: TagChain, exact: Exact, sums: readonly Sums[]): void {
  const { offsets } = forest.slots;
  const room = new Float64Array(forest.left.length);
  // Beliefs that do not change any more stay: all rounds are made.
  const limits = { iterations: ITERATIONS, tolerance: 0, damping: 0 };
  loopyBeliefs(forest, chain, limits, newWork(), room, (state) => {
    const sum = sums[state.iteration - 1]!;
    const logZ = betheLogPartition(forest, chain, state);
    sum.logZ += Math.abs(logZ - exact.logPartition);
    for (let word = 0; word < forest.length; word++) {
      let distance = 0;
      const [from, to] = [offsets[word]!, offsets[word + 1]!];
      for (let slot = from; slot < to; slot++) {
        const error = Math.abs(state.slots[slot]! - exact.slots[slot]!);
        distance += error / 2;
        sum.error += error;
        sum.largest = Math.max(sum.largest, error);
      }
      sum.distance += distance;
      const best = (values: Float64Array) => {
        const own = values.subarray(from, to);
        return own.indexOf(own.reduce((a, b) => Math.max(a, b)));
      };
      if (best(state.slots) === best(exact.slots)) sum.same++;
    }
  });
}
