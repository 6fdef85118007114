import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { prepared } from "../../../decoders/tagging/prepared.ts";
import { type Decoder, newWork } from "../../../decoders/contract.ts";
import dominance from "../../../decoders/dominance.ts";
import iterativeViterbi from "../../../decoders/iterative_viterbi.ts";
import viterbi from "../../../decoders/viterbi.ts";
import { Encoder, rankPairs } from "../../../datasets/training/encode.ts";
import {
  type PerceptronOptions,
  trainFactorialPerceptron,
  trainPerceptron,
} from "../../../datasets/training/perceptron.ts";
import {
  chunkAfter,
  denseRows,
  encoded,
  encodedSentences,
  fiveWordSentences,
  wordSentences,
} from "../../helpers/word_sentences.ts";

/** Sentences of 1 to 9 tokens, each length once, so that a length tells the sentence. */
function perceptronOptions(seed: number, decoder: Decoder = viterbi): PerceptronOptions {
  return { ...encodedSentences(9, seed), decoder, decoderOptions: {}, epochs: 4, seed };
}

/** The textbook's way: dense weights, and their sum over all steps added up after each. */
function naivePerceptron(options: PerceptronOptions, order: readonly number[]) {
  const { corpus, labelCount: L, featureCount, decoder, decoderOptions } = options;
  const { features, featureOffsets } = corpus;
  const weights = new Float64Array((featureCount + L) * L);
  const sums = new Float64Array(weights.length);
  const transitions = weights.subarray(featureCount * L);
  for (const sentence of order) {
    const start = corpus.lengths.subarray(0, sentence).reduce((a, b) => a + b, 0);
    const length = corpus.lengths[sentence]!;
    const fired = Array.from(
      { length },
      (_, t) => features.subarray(featureOffsets[start + t], featureOffsets[start + t + 1]),
    );
    const emissions = new Float64Array(length * L);
    fired.forEach((ids, t) =>
      ids.forEach((f) => {
        for (let y = 0; y < L; y++) emissions[t * L + y]! += weights[f * L + y]!;
      })
    );
    const model = { labelCount: L, transitions: transitions.slice(), exactSums: true };
    const decode = prepared(decoder, model, decoderOptions);
    const guess = decode({ length, emissions }, 1, newWork()).paths[0]!.labels;
    const gold = corpus.labels.subarray(start, start + length);
    for (const [labels, delta] of [[gold, 1], [guess, -1]] as const) {
      fired.forEach((ids, t) => ids.forEach((f) => weights[f * L + labels[t]!]! += delta));
      for (let t = 1; t < length; t++) transitions[labels[t - 1]! * L + labels[t]!]! += delta;
    }
    weights.forEach((weight, i) => sums[i]! += weight);
  }
  return sums.map((sum) => Math.round(64 * sum / order.length) + 0);
}

/**
 * The weights that the trainer learns, and those of the naive way, which decodes with `decoder`.
 */
async function bothWays(options: PerceptronOptions, decoder: Decoder) {
  const order: number[] = [];
  let before = 0;
  const { weights, transitions } = await trainPerceptron(options, ({ sentences, tokens }) => {
    if (sentences === 1) before = 0;
    order.push(tokens - before - 1);
    before = tokens;
  });
  assertEquals(order.length, 4 * 9);
  const L = options.labelCount;
  const naive = naivePerceptron({ ...options, decoder, decoderOptions: {} }, order);
  return { model: [...denseRows(weights, L), ...denseRows(transitions, L)], naive: [...naive] };
}

describe("trainPerceptron()", () => {
  it("averages as the naive way with dense Viterbi does, whatever the exact decoder", async () => {
    for (const decoder of [viterbi, dominance, iterativeViterbi]) {
      for (let seed = 0; seed < 5; seed++) {
        const { model, naive } = await bothWays(perceptronOptions(seed, decoder), viterbi);
        assertEquals(model, naive, `${decoder.name}, seed ${seed}`);
      }
    }
  });

  it("would not, if it took whatever path the decoder finds", async () => {
    const other = iterativeViterbi;
    const { model, naive } = await bothWays(perceptronOptions(0, other), other);
    assertNotEquals(model, naive);
  });

  it("learns the same twice with the same work, and something else with another seed", async () => {
    const trained = async (seed: number) => {
      const work: number[] = [];
      const options = { ...perceptronOptions(3, dominance), seed };
      const model = await trainPerceptron(options, (seen) => work.push(seen.work.edgeEvaluations));
      assert(work.every((edges, i) => i === 0 || edges >= work[i - 1]!));
      return { model, work };
    };
    const first = await trained(3);
    assertEquals(await trained(3), first);
    assertNotEquals((await trained(4)).model, first.model);
  });

  it("makes no more mistakes when the labels follow from the words", async () => {
    const sentences = wordSentences(9, 1).map(({ forms }) => ({ forms, labels: forms }));
    const mistakes: number[] = [];
    const options = { ...perceptronOptions(1), ...encoded(sentences), epochs: 6 };
    await trainPerceptron(options, (progress) => mistakes[progress.epoch] = progress.mistakes);
    assertEquals(mistakes.at(-1), 0);
  });
});

describe("trainFactorialPerceptron()", () => {
  // A word gives its tag, the word before it its chunk.
  const forms = ["w0", "w1", "w2", "w3", "w4"];
  const label = (word: number, before?: number) => `T${word}|${chunkAfter(before)}`;
  const sentences = fiveWordSentences(30, forms, label);
  const { chains, labels, components } = rankPairs(sentences);
  const encoder = new Encoder(labels);
  const corpus = encoder.learn(sentences);
  const options = {
    corpus,
    featureCount: encoder.featureCount,
    sizes: [chains[0].length, chains[1].length],
    components,
    epochs: 3,
    seed: 1,
  } as const;

  it("learns from the first sentence what the right path has and the best one has not", async () => {
    const two = { ...corpus, lengths: Int32Array.of(2) };
    const once = { ...options, corpus: two, epochs: 1 };
    const { linear, labelWeights } = await trainFactorialPerceptron(once);
    // All scores are 0 at first, so the pair of rank 0 is guessed at both positions.
    const gold = [...corpus.labels.subarray(0, 2)];
    assert(gold.every((label) => label > 0));
    const expected = new Int32Array(labels.length);
    for (const label of gold) expected[label]! += 64;
    expected[0] = -2 * 64;
    assertEquals(labelWeights, expected);
    const [P] = options.sizes;
    const bigrams = components.flatMap((of, chain) => {
      const pairs = [[of[gold[0]!]!, of[gold[1]!]!], [of[0]!, of[0]!]];
      return pairs.map((pair) => pair.map((component) => chain * P + component));
    });
    for (const [i, [row, column]] of bigrams.entries()) {
      const { offsets, columns, values } = linear.transitions;
      const at = columns.subarray(offsets[row!], offsets[row! + 1]).indexOf(column!);
      assertEquals(values[offsets[row!]! + at], i % 2 === 0 ? 64 : -64, `${row} ${column}`);
    }
  });

  it("counts the tokens and its mistakes", async () => {
    const seen: number[][] = [];
    await trainFactorialPerceptron(options, ({ epoch, sentences, tokens, mistakes }) => {
      if (sentences === 30) seen.push([epoch, tokens, mistakes]);
    });
    assertEquals(seen.map(([epoch, tokens]) => [epoch, tokens]), [[1, 90], [2, 90], [3, 90]]);
    assert(seen[2]![2]! < seen[0]![2]!);
  });
});
