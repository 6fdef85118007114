import { describe, it } from "@std/testing/bdd";
import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertLess,
  assertNotEquals,
  assertRejects,
  assertThrows,
} from "@std/assert";
import { listReaders, readParts } from "../../../../datasets/corpora/corpus.ts";
import { Encoder, rankLabels } from "../../../../datasets/training/encode.ts";
import {
  BatchCrf,
  type CrfOptions,
  likelyEpochs,
  StochasticCrf,
  trainCrf,
} from "../../../../datasets/training/crf/train_crf.ts";
import { CorpusLoss, gradientSum } from "../../../../datasets/training/crf/loss.ts";
import type { BatchSettings, StochasticSettings } from "../../../../datasets/training/settings.ts";
import {
  linearModel,
  seenSupport,
  weightCount,
} from "../../../../datasets/training/crf/support.ts";
import { emissionsOf } from "../../../../datasets/linear_model.ts";
import { learn } from "../../../../datasets/training/learn.ts";
import { Random } from "../../../../datasets/random.ts";
import { encodedSentences } from "../../../helpers/word_sentences.ts";
import { longIt } from "../../../helpers/long.ts";

const part = encodedSentences(40, 2);
const { corpus, labelCount, featureCount } = part;
const support = seenSupport(corpus, labelCount, featureCount);
const count = weightCount(support);
const MILD = { l1: 0, l2: 0.1, penalty: "all" } as const;
const BATCH: BatchSettings = { ...MILD, optimiser: "l-bfgs", tolerance: 1e-7, start: "curvature" };
const STEPS: StochasticSettings = { ...MILD, optimiser: "sgd", rate: 0.2, batch: 3 };
const OPTIONS: CrfOptions = { ...part, settings: BATCH, workers: 1, epochs: 2000, seed: 1 };

/** The weights that L-BFGS finds, with the gradient of the loss there. */
async function optimum(settings: BatchSettings) {
  const learner = new BatchCrf(corpus, support, settings, 1);
  await learn(OPTIONS, learner, () => {});
  assert(learner.isDone);
  const weights = learner.weights();
  const sum = gradientSum(corpus, support, 1);
  sum.weights.set(weights);
  const gradient = new Float64Array(count);
  const loss = await sum.evaluate(gradient);
  return { weights, gradient, loss };
}

it("likelyEpochs() foresees the end of a geometric descent, and nothing before it is seen", () => {
  const likely = likelyEpochs(1e-4, 500);
  const at = (epoch: number) => likely({ epoch, loss: 100 + 50 * 0.8 ** epoch, penalty: 10 });
  const seen = Array.from({ length: 60 }, (_, i) => at(i + 1));
  assertEquals(seen.slice(0, 20).every((one) => one === undefined), true);
  // Ten epochs gain (0.8^-10 − 1)·50·0.8^t of 110: less than the tolerance from t = 47 or so on.
  const end = 1 + seen.findIndex((one, i) => one === i + 2);
  assert(Math.abs(seen[20]! - end) <= 2, `${seen[20]} for ${end}`);
  assertEquals(likelyEpochs(1e-4, 5)({ epoch: 30, loss: 1, penalty: 0 }), 5);
});

describe("BatchCrf", () => {
  for (const [l1, l2] of [[0, 0.1], [0.3, 0.02], [0.2, 0.05]] as const) {
    it(`ends where no weight can better the objective, l1 = ${l1}, l2 = ${l2}`, async () => {
      const { weights, gradient } = await optimum({ ...BATCH, l1, l2 });
      weights.forEach((weight, i) => {
        const slope = gradient[i]! + 2 * l2 * weight;
        if (weight === 0) assertLess(Math.abs(slope), l1 + 0.02, `weight ${i}`);
        else assertLess(Math.abs(slope + l1 * Math.sign(weight)), 0.02, `weight ${i}`);
      });
      const zeros = weights.filter((weight) => weight === 0).length;
      assertEquals(zeros > count / 10, l1 > 0, `${zeros} of ${count}`);
    });
  }

  it("penalises label pairs alone when it is asked to", async () => {
    const some = { tolerance: 1e-6, l1: 0.5, l2: 1, penalty: "transitions" } as const;
    const { weights, gradient } = await optimum({ ...BATCH, ...some });
    const pairs = support.labels.length;
    weights.forEach((weight, i) => {
      if (i >= pairs && weight === 0) return assertLess(Math.abs(gradient[i]!), 0.5 + 1e-2);
      const pull = i < pairs ? 0 : 0.5 * Math.sign(weight) + 2 * weight;
      assertLess(Math.abs(gradient[i]! + pull), 1e-2, `weight ${i}`);
    });
    assert(weights.subarray(pairs).some((weight) => weight === 0));
  });
});

/**
 * CRFsuite 0.12.2 (L-BFGS of liblbfgs 1.10) with c2 = 1 on the first thousand sentences, with the
 * same attributes: the optimum, and how often it had evaluated the objective when it was within 1%
 * of it, in 32 iterations.
 */
const CRFSUITE = { optimum: 5147.48, evaluations: 35 };
const DATA = Deno.env.get("TRELLIS_DATA");

describe("BatchCrf beside CRFsuite, on $TRELLIS_DATA", { skip: DATA === undefined }, () => {
  longIt("needs no more passes over ewt_pos45 to be within 1% of the optimum", async () => {
    const reader = (await listReaders()).find(({ name }) => name === "columns")!;
    const name = "ewt_pos45";
    const { training } = await readParts({ name, data: `${DATA}/${name}`, reader });
    const sentences = training.slice(0, 1000);
    const labels = rankLabels(sentences);
    const encoder = new Encoder(labels);
    const encoded = encoder.learn(sentences);
    const seen = seenSupport(encoded, labels.length, encoder.featureCount);
    const learner = new BatchCrf(encoded, seen, { ...BATCH, l2: 1 }, 2);
    const target = 1.01 * CRFSUITE.optimum;
    let [passes, objective] = [0, Infinity];
    while (objective > target && passes < CRFSUITE.evaluations) {
      await learner.step();
      passes++;
      objective = learner.insight.loss + learner.insight.penalty;
    }
    learner.close();
    assert(objective <= target, `${objective} after ${passes} passes, not ${target}`);
  });
});

describe("StochasticCrf", () => {
  it("takes the steps that dense arithmetic takes", async () => {
    const epochs = 2;
    const learner = new StochasticCrf(corpus, support, STEPS, epochs);
    await learn({ ...OPTIONS, epochs }, learner, () => {});

    const weights = new Float64Array(count);
    const loss = new CorpusLoss(corpus, support, weights);
    const order = Int32Array.from(corpus.lengths, (_, sentence) => sentence);
    const random = new Random(OPTIONS.seed);
    const nodes = new Float64Array(loss.nodeCount);
    const steps = epochs * Math.ceil(order.length / STEPS.batch);
    let step = 0;
    for (let epoch = 0; epoch < epochs; epoch++) {
      random.shuffle(order);
      for (let i = 0; i < order.length; i += STEPS.batch) {
        const rate = STEPS.rate * (1 - step++ / steps);
        const batch = order.subarray(i, i + STEPS.batch);
        const gradient = new Float64Array(count);
        const transitions = gradient.subarray(support.labels.length);
        for (const sentence of batch) {
          loss.of(sentence, { emissions: nodes, transitions });
          loss.addFeatures(sentence, nodes, gradient, 1);
        }
        const share = 2 * STEPS.l2 * batch.length / order.length;
        weights.forEach((weight, w) =>
          weights[w] = weight - rate * (gradient[w]! + share * weight)
        );
        loss.refresh();
      }
    }
    const learned = learner.weights();
    weights.forEach((weight, i) => assertLess(Math.abs(learned[i]! - weight), 1e-12));
  });

  it("learns finite weights by long steps down a strong penalty", async () => {
    // Each step keeps a tenth of the weights: their scale would be 0 after 324 of them.
    const sentences = 400;
    const tokens = Int32Array.from({ length: sentences }, (_, i) => i % labelCount);
    const starts = Int32Array.from({ length: sentences + 1 }, (_, i) => i);
    const lengths = new Int32Array(sentences).fill(1);
    const own = { lengths, labels: tokens, features: tokens, featureOffsets: starts };
    const settings = { ...STEPS, batch: 1, rate: 1, l2: 0.45 * sentences };
    const seen = seenSupport(own, labelCount, labelCount);
    const learner = new StochasticCrf(own, seen, settings, 1e9);
    await learn({ corpus: own, epochs: 1, seed: 1 }, learner, () => {});
    assert(learner.weights().every(Number.isFinite));
    assert(learner.weights().some((weight) => weight > 0));
  });

  it("comes near the optimum of L-BFGS", async () => {
    const objective = async (settings: CrfOptions["settings"], epochs: number) => {
      let best = Infinity;
      await trainCrf({ ...OPTIONS, settings, epochs }, ({ loss, penalty, isLast }) => {
        if (isLast) best = loss + penalty;
      });
      return best;
    };
    const least = await objective(BATCH, 500);
    assertLess(await objective(STEPS, 60), 1.02 * least);
  });
});

describe("trainCrf()", () => {
  it("learns the same bits with 1, 2 and 3 workers", async () => {
    const options = { ...OPTIONS, epochs: 12 };
    const models = [1, 2, 3].map((workers) => trainCrf({ ...options, workers }));
    const [first, ...others] = await Promise.all(models);
    for (const other of others) assertEquals(other, first);
    assert(first!.transitions.values.length > 0);
  });

  it("learns the same twice by sgd, and something else with another seed", async () => {
    const options = { ...OPTIONS, settings: STEPS, epochs: 2 };
    const model = await trainCrf(options);
    assertEquals(await trainCrf(options), model);
    assertNotEquals(await trainCrf({ ...options, seed: 4 }), model);
  });

  it("says how far the objective has come, and when it is over", async () => {
    const seen: number[] = [];
    let over = 0;
    await trainCrf({ ...OPTIONS, settings: { ...BATCH, tolerance: 1e-3 } }, (progress) => {
      seen.push(progress.loss + progress.penalty);
      over += Number(progress.isLast);
    });
    const tokens = corpus.labels.length;
    // All weights are 0 at first: each label is as likely.
    assertLess(Math.abs(seen[0]! - tokens * Math.log(labelCount)), 1e-9 * tokens);
    assertLess(seen.at(-1)!, seen[0]! / 2);
    assertEquals(over, 1);
  });

  it("learns from the labels that are known, and the same as ever when all are", async () => {
    const whole = await trainCrf(OPTIONS);
    assertEquals(await trainCrf({ ...OPTIONS, isPartial: true }), whole);
    const labels = corpus.labels.map((label, p) => p % 4 === 0 ? -1 : label);
    const options = { ...OPTIONS, corpus: { ...corpus, labels } };
    const found = await trainCrf({ ...options, isPartial: true });
    assertNotEquals(found, whole);
    await assertRejects(() => trainCrf(options), RangeError, "its label is -1");
    const seen = seenSupport(options.corpus, labelCount, featureCount);
    assertLess(weightCount(seen), count);
    assertEquals(seen.pairs.filter((pair) => pair < 0).length, 0);
  });

  it("keeps what weights of large values say, as far as 32 bits hold them", async () => {
    // A bias and a value, which alone tells both labels apart.
    const own = {
      lengths: Int32Array.of(1, 1),
      labels: Int32Array.of(0, 1),
      featureOffsets: Int32Array.of(0, 2, 4),
      features: Int32Array.of(0, 1, 0, 1),
      values: Float64Array.of(1, 1000, 1, 2000),
    };
    const settings = { ...BATCH, l2: 0.01 };
    const options = { ...OPTIONS, corpus: own, labelCount: 2, featureCount: 2, settings };
    const scores = emissionsOf(await trainCrf(options), own, 2, 0, 2);
    // By Newton's method: in units of 2^−10 they would be off by 0.4.
    [0.9521, -0.9521, -1.3353, 1.3353].forEach((score, i) =>
      assertAlmostEquals(scores[i]!, score, 0.01)
    );
    const weights = new Float64Array(count).fill(8);
    const exponents = [1, 1.5, 1e6].map((value) =>
      linearModel(support, weights, value).unitExponent
    );
    assertEquals(exponents, [10, 11, 27]);
    const message = "Cannot hold weights up to 8 for values up to 100000000 in 32 bits";
    assertThrows(() => linearModel(support, weights, 1e8), RangeError, message);
  });

  it("refuses an empty corpus, an empty sentence, an unknown label and huge values", async () => {
    const corpora: readonly (readonly [Partial<typeof corpus>, message: string])[] = [
      [{ lengths: new Int32Array() }, "a corpus of 0 sentences"],
      [{ lengths: Int32Array.of(2, 0) }, "sentence 1: it has 0 positions"],
      [{ labels: corpus.labels.with(2, -1) }, "position 1 of sentence 1: its label is -1, labels"],
      [{ values: Float64Array.of(1, -1e101) }, "an attribute of value -1e+101: at most 1e+100"],
    ];
    for (const [more, message] of corpora) {
      const options = { ...OPTIONS, corpus: { ...corpus, ...more } };
      await assertRejects(() => trainCrf(options), RangeError, message);
    }
  });

  it("refuses settings that are out of range", async () => {
    const wrong: readonly (readonly [CrfOptions["settings"], message: string])[] = [
      [{ ...BATCH, l1: -1 }, "Cannot train a CRF with l1 = -1: it takes numbers from 0"],
      [{ ...BATCH, l2: Infinity }, "Cannot train a CRF with l2 = Infinity"],
      [{ ...BATCH, l2: 1e308 }, "with l2 = 1e+308: it takes numbers from 0 to 1e+100"],
      [{ ...BATCH, tolerance: NaN }, "tolerance = NaN"],
      [{ ...STEPS, batch: 0 }, "batch = 0"],
      [{ ...STEPS, l1: 1 }, "only l-bfgs takes it"],
      [{ ...STEPS, l2: 100 }, "they are too long"],
    ];
    for (const [settings, message] of wrong) {
      await assertRejects(() => trainCrf({ ...OPTIONS, settings }), RangeError, message);
    }
  });
});
