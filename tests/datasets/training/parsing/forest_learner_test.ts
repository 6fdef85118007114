import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { CcgGrammar, goldDerivation } from "../../../../datasets/ccg/grammar.ts";
import { wordsOf } from "../../../../datasets/ccg/tree.ts";
import { Random } from "../../../../datasets/random.ts";
import { Encoder } from "../../../../datasets/training/encode.ts";
import {
  type Example,
  ForestLearner,
  insideOutside,
} from "../../../../datasets/training/parsing/forest_learner.ts";
import { betheSums, TaggerWeights } from "../../../../datasets/training/parsing/joint.ts";
import {
  FeatureCounter,
  grammarTables,
  ParserWeights,
  productionsOf,
} from "../../../../datasets/training/parsing/parser_weights.ts";
import { SUPERTAG_FEATURES } from "../../../../datasets/models/words.ts";
import { smallBank } from "../../../helpers/bank.ts";

it("FeatureCounter keeps pairs that are seen often enough, by feature and column", () => {
  const counter = new FeatureCounter(5);
  for (const [feature, column] of [["b", 4], ["a", 3], ["b", 4], ["b", 1], ["b", 1]] as const) {
    counter.add(feature, column);
  }
  const { numbersOf, offsets, columns, weights } = counter.table(2);
  assertEquals(numbersOf(["c", "b", "a"]), [0], "others are not seen, or not often");
  assertEquals([[...offsets], [...columns], [...weights]], [[0, 2, 2], [1, 4], [0, 0]]);
});

const BANK = smallBank(30, 3);
const GRAMMAR = new CcgGrammar(BANK, { unaries: 1, tags: 1 });
const { tables, tags: TAGS } = grammarTables(GRAMMAR);
/** Sentences that may have every tag at every word. */
const EXAMPLES = BANK.map((sentence): Example => {
  const derivation = goldDerivation(GRAMMAR, sentence);
  if (typeof derivation === "string") throw new Error(derivation);
  const words = derivation.tags.length;
  const all = Int32Array.from({ length: words * TAGS.length }, (_, i) => i % TAGS.length);
  const levels = new Uint8Array(all.length);
  const offsets = Int32Array.from({ length: words + 1 }, (_, t) => t * TAGS.length);
  const emissions = new Float64Array(all.length);
  const slots = { offsets, tags: all, emissions, levels: { 20: levels, 150: levels } };
  return { sentence: wordsOf(sentence), derivation, slots };
});
/** The sentence to learn from, one with an adverb. */
const INDEX = EXAMPLES.findIndex(({ derivation }) => derivation.tags.length >= 5);

/**
 * Everything that is learned, with weights of small random numbers; those of pairs of tags times
 * the coupling.
 */
function randomWeights(coupling: number) {
  const random = new Random(11);
  const encoder = new Encoder(TAGS, SUPERTAG_FEATURES);
  const corpus = encoder.learn(EXAMPLES.map(({ sentence }) => sentence));
  const tagger = new TaggerWeights(corpus, TAGS.length, encoder.featureCount);
  const parser = new ParserWeights(EXAMPLES, productionsOf(tables), TAGS.length);
  const { biases, lengths, childLengths, anchored, leaves } = parser;
  const groups: Record<string, Float64Array> = {
    biases,
    lengths,
    childLengths,
    anchored: anchored.weights,
    leaves: leaves.weights,
    tagger: tagger.weights,
  };
  for (const group of Object.values(groups)) {
    for (let i = 0; i < group.length; i++) group[i] = (random.uniform() - 0.5) / 2;
  }
  for (let i = tagger.support.labels.length; i < tagger.weights.length; i++) {
    tagger.weights[i]! *= coupling;
  }
  const limits = { iterations: 60, tolerance: 1e-14 };
  tagger.refresh();
  return { groups, tagger, parser, bethe: betheSums(tagger, TAGS.length, limits) };
}

/** The loss of the sentence with one weight changed, and all weights a step later. */
function lossAt(
  coupling: number | undefined,
  change: { group: string; index: number; by: number } | undefined,
) {
  const { groups, tagger, parser, bethe } = randomWeights(coupling ?? 0);
  if (change !== undefined) {
    groups[change.group]![change.index]! += change.by;
    tagger.refresh();
  }
  const before = structuredClone(groups);
  const takeSums = coupling === undefined ? insideOutside : bethe;
  const learner = new ForestLearner(tables, EXAMPLES, parser, takeSums);
  learner.begin();
  learner.step(Int32Array.of(INDEX));
  return { loss: learner.insight.loss, before, after: groups };
}

function checkGradient(coupling: number | undefined, groups: readonly string[]): void {
  const { before, after } = lossAt(coupling, undefined);
  const random = new Random(7);
  for (const group of groups) {
    const [old, now] = [before[group]!, after[group]!];
    const moved = [...old.keys()].filter((i) => old[i] !== now[i]);
    assert(moved.length > 0, group);
    const still = old.findIndex((weight, i) => weight === now[i]);
    for (const index of [...random.shuffle(moved).slice(0, 6), ...still < 0 ? [] : [still]]) {
      const by = 1e-4;
      const [more, less] = [by, -by].map((by) => lossAt(coupling, { group, index, by }).loss);
      // The first step has the length 0.1.
      const descent = (now[index]! - old[index]!) / 0.1;
      assertAlmostEquals(-descent, (more! - less!) / (2 * by), 1e-6, `${group} ${index}`);
    }
  }
}

describe("ForestLearner", () => {
  const cases = [
    ["the log-likelihood", undefined, ["biases", "lengths", "childLengths", "anchored", "leaves"]],
    ["that of a tagger that is not coupled too", 0, ["biases", "anchored", "leaves", "tagger"]],
    ["the Bethe log-likelihood", 1, ["biases", "anchored", "leaves", "tagger"]],
  ] as const;
  for (const [of, coupling, groups] of cases) {
    it(`goes along central differences of ${of}`, () => checkGradient(coupling, groups));
  }

  it("skips and counts what has a larger chart than it is to learn from", () => {
    const skipped = [1, 1000].map((limit) => {
      const { parser } = randomWeights(0);
      const learner = new ForestLearner(tables, EXAMPLES, parser, insideOutside, limit);
      learner.begin();
      learner.step(Int32Array.of(INDEX));
      return learner.insight.skipped;
    });
    assertEquals(skipped, [1, 0]);
  });
});
