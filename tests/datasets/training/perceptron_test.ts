import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { prepared } from "../../../decoders/chain/prepared.ts";
import { type Decoder, newWork, type Options } from "../../../decoders/contract.ts";
import dominance from "../../../decoders/dominance.ts";
import iterativeViterbi from "../../../decoders/iterative_viterbi.ts";
import viterbi from "../../../decoders/viterbi.ts";
import type { SparseRows } from "../../../datasets/training/linear_model.ts";
import { Random } from "../../../datasets/random.ts";
import { AveragedRows } from "../../../datasets/training/averaged_weights.ts";
import { Encoder, rankLabels } from "../../../datasets/training/encode.ts";
import { type PerceptronOptions, trainPerceptron } from "../../../datasets/training/perceptron.ts";
import { listDecoders } from "../../../harness/problems/sequence/discover.ts";
import { variantName } from "../../../harness/decoders/variant.ts";
import { variants } from "../../../harness/conformance/variants.ts";

/** Sentences of 1 to 9 tokens, each length once, so that a length tells the sentence. */
function randomSentences(seed: number) {
  const random = new Random(seed);
  return Array.from({ length: 9 }, (_, s) => {
    const forms = Array.from({ length: s + 1 }, () => "abcdef"[random.integer(6)]!);
    return { forms, labels: forms.map((form) => form < "d" ? "XYZ"[random.integer(3)]! : form) };
  });
}

function perceptronOptions(
  seed: number,
  decoder: Decoder = viterbi,
  decoderOptions: Options = {},
): PerceptronOptions {
  const sentences = randomSentences(seed);
  const labels = rankLabels(sentences);
  const encoder = new Encoder(labels);
  const corpus = encoder.learn(sentences);
  return {
    corpus,
    labelCount: labels.length,
    featureCount: encoder.featureCount,
    decoder,
    decoderOptions,
    epochs: 4,
    seed,
  };
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
    const model = {
      labelCount: L,
      transitions: transitions.slice(),
      exactSums: true,
      float32Exact: false,
    };
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
  return { model: [...dense(weights, L), ...dense(transitions, L)], naive: [...naive] };
}

function dense({ offsets, columns, values }: SparseRows, width: number): number[] {
  const matrix = new Array<number>((offsets.length - 1) * width).fill(0);
  for (let row = 0; row + 1 < offsets.length; row++) {
    for (let i = offsets[row]!; i < offsets[row + 1]!; i++) {
      matrix[row * width + columns[i]!] = values[i]!;
    }
  }
  return matrix;
}

describe("AveragedRows", () => {
  it("average() is the rounded mean over all steps when rows grow and move", () => {
    const random = new Random(5);
    const [rows, width, steps] = [7, 40, 50];
    const averaged = new AveragedRows(rows);
    const weights = new Array<number>(rows * width).fill(0);
    const sums = weights.slice();
    for (let step = 0; step < steps; step++) {
      for (let change = 0; change < 30; change++) {
        const [row, column] = [random.integer(rows), random.integer(width)];
        const delta = random.integer(2) === 0 ? 1 : -1;
        averaged.add(row, column, delta, step);
        weights[row * width + column]! += delta;
      }
      weights.forEach((weight, i) => sums[i]! += weight);
    }
    const expected = sums.map((sum) => Math.round(64 * sum / steps) + 0);
    assertEquals(dense(averaged.average(steps, 64), width), expected);

    const target = new Float64Array(width + 1);
    averaged.addRowTo(3, target, 1);
    assertEquals([...target], [0, ...weights.slice(3 * width, 4 * width)]);
  });

  it("average() rounds halves upwards and drops zeros", () => {
    const averaged = new AveragedRows(1);
    averaged.add(0, 4, 1, 1); // 1/2
    averaged.add(0, 2, -1, 1); // −1/2
    averaged.add(0, 1, -3, 1); // −3/2
    averaged.add(0, 3, 3, 1); // 3/2
    const { offsets, columns, values } = averaged.average(2, 1);
    assertEquals([[...offsets], [...columns], [...values]], [[0, 3], [1, 3, 4], [-1, 2, 1]]);
  });
});

describe("trainPerceptron()", () => {
  it("averages as the naive way with dense Viterbi does", async () => {
    for (let seed = 0; seed < 5; seed++) {
      const { model, naive } = await bothWays(perceptronOptions(seed), viterbi);
      assertEquals(model, naive, `seed ${seed}`);
    }
  });

  it("learns the same weights as dense Viterbi when it decodes with any exact decoder", async () => {
    const learned: string[] = [];
    for (const decoder of await listDecoders()) {
      if (!decoder.exact) continue;
      for (const options of variants(decoder)) {
        const name = variantName(decoder, options);
        for (let seed = 0; seed < 3; seed++) {
          const { model, naive } = await bothWays(
            perceptronOptions(seed, decoder, options),
            viterbi,
          );
          assertEquals(model, naive, `${name}, seed ${seed}`);
        }
        learned.push(name);
      }
    }
    for (const name of ["viterbi", "iterative-viterbi", "iterative-viterbi{expansion=uniform}"]) {
      assert(learned.includes(name), name);
    }
    for (const name of ["column-generation", "dominance", "carpediem"]) {
      assert(learned.includes(name), name);
    }
  });

  it("would not, if it took whatever path the decoder finds", async () => {
    const other = iterativeViterbi;
    const { model, naive } = await bothWays(perceptronOptions(0, other), other);
    assertNotEquals(model, naive);
  });

  it("reports the work of the decoder, the same each time", async () => {
    const counts = await Promise.all([1, 2].map(async () => {
      const seen: number[] = [];
      const options = perceptronOptions(2, dominance);
      await trainPerceptron(options, ({ work, decodingMs }) => {
        assert(decodingMs >= 0);
        seen.push(work.edgeEvaluations);
      });
      return seen;
    }));
    assertEquals(counts[0], counts[1]);
    assert(counts[0]!.every((count, i) => i === 0 || count >= counts[0]![i - 1]!));
    assert(counts[0]!.at(-1)! > 0);
  });

  it("learns the same twice, and something else with another seed", async () => {
    const options = perceptronOptions(3);
    const model = await trainPerceptron(options);
    assertEquals(await trainPerceptron(options), model);
    assertNotEquals(await trainPerceptron({ ...options, seed: 4 }), model);
  });

  it("makes no more mistakes when the labels follow from the words", async () => {
    const sentences = randomSentences(1).map(({ forms }) => ({ forms, labels: forms }));
    const labels = rankLabels(sentences);
    const encoder = new Encoder(labels);
    const corpus = encoder.learn(sentences);
    const { featureCount } = encoder;
    const labelCount = labels.length;
    const mistakes: number[] = [];
    await trainPerceptron(
      { ...perceptronOptions(1), corpus, featureCount, labelCount, epochs: 6 },
      (progress) => mistakes[progress.epoch] = progress.mistakes,
    );
    assertEquals(mistakes.at(-1), 0);
  });
});
