/**
 * The tutorial's claims about training: whether batching speeds it up and what it does to the
 * gradient, and whether it helps to model pairs of tags.
 *
 * @module
 */

import type { Sentence } from "../../datasets/corpora/corpus.ts";

import { Random } from "../../datasets/random.ts";
import { loadLibrary } from "../../datasets/training/bilstm/library.ts";
import { BilstmNetwork } from "../../datasets/training/bilstm/network.ts";
import { Optimiser } from "../../datasets/training/bilstm/optimiser.ts";
import { BILSTM_DEFAULTS } from "../../datasets/training/settings.ts";
import type { EncodedCorpus } from "../../datasets/linear_model.ts";

import { scorePath } from "../../decoders/lattice.ts";
import { negativeLogLikelihood } from "../../decoders/probability/negative_log_likelihood.ts";
import { total } from "../numbers/statistics.ts";
import { type EncodedParts, testRight, trainedCrf } from "./_corpora.ts";
import { resampled } from "./_resampled.ts";
import { type Measured, measuredOn, type Subject, timeInTurns } from "./_tutorial_measure.ts";

/** Sentences of a step; the first is measured twice, the second time as a control. */
const BATCH_SIZES = [1, 8, 32, 128] as const;
/** How often the CRF layer alone is timed. */
const LAYER = { warmUps: 2, rounds: 9 };
/** Sizes and rounds of whole steps. */
const WHOLE = { batches: BATCH_SIZES, rounds: 5 };
/** Sentences of a pass with whole steps of one, which take long. */
const FEW = 16;
/** Minibatches that the variance is estimated from. */
const DRAWS = 200;

/** Passes at most, and the penalty, the same with pairs of tags and without. */
const EPOCHS = 80;
const L2 = 0.1;
/** Of the bootstrap. */
const SAMPLES = 2000;

/** A sentence with its right labels. */
type Example = ReturnType<typeof examplesOf>[number];

/**
 * Milliseconds a sentence of the CRF layer alone (loss and gradient), by the sentences of a step:
 * after each step the transitions are others, and what is prepared of them is prepared again. The
 * sizes take turns in a random order; each pass is over the same 128 sentences.
 *
 * And the variance of a minibatch's mean gradient in the transitions, summed over these, as a share
 * of that of single sentences: counted, with a seed.
 */
export async function measureBatching(subject: Subject): Promise<Measured[]> {
  const examples = examplesOf(subject);
  if (examples.length === 0) return [];
  return [...await layerTimes(subject, examples), ...variances(subject, examples)];
}

/** Those whose labels are known and allowed. */
function examplesOf({ model, lattices, gold }: Subject) {
  return lattices.flatMap((lattice, sentence) => {
    const labels = gold?.[sentence];
    const isAllowed = labels !== undefined && !labels.includes(-1) &&
      scorePath(model, lattice, labels) > -Infinity;
    return isAllowed ? [{ lattice, gold: labels }] : [];
  });
}

/** All sizes with their names, and the control. */
function sizesOf(what: string, sizes: readonly number[]) {
  return [
    ...sizes.map((size) => ({ name: `${what}, B = ${size}`, size })),
    { name: `${what}, control`, size: sizes[0]! },
  ];
}

async function layerTimes({ model, seed }: Subject, examples: readonly Example[]) {
  const { labelCount } = model;
  const sentences = Math.max(...BATCH_SIZES);
  const all = Array.from({ length: sentences }, (_, i) => examples[i % examples.length]!);
  const longest = Math.max(...all.map(({ lattice }) => lattice.length));
  const emissions = new Float64Array(longest * labelCount);
  const transitions = new Float64Array(labelCount ** 2);
  const loss = negativeLogLikelihood(model);
  const ways = sizesOf("CRF layer", BATCH_SIZES).map(({ name, size }) => ({
    name,
    sentences,
    pass() {
      const start = performance.now();
      all.forEach(({ lattice, gold }, i) => {
        if (i % size === 0) {
          transitions.fill(0);
          loss.revise();
        }
        const own = emissions.subarray(0, lattice.emissions.length);
        loss(lattice, gold, { emissions: own, transitions });
      });
      return (performance.now() - start) / sentences;
    },
  }));
  return await timeInTurns(ways, { ...LAYER, random: new Random(seed) });
}

function variances({ model, seed }: Subject, examples: readonly Example[]): Measured[] {
  const loss = negativeLogLikelihood(model);
  const gradients = examples.map(({ lattice, gold }) => {
    const emissions = new Float64Array(lattice.emissions.length);
    const transitions = new Float64Array(model.labelCount ** 2);
    loss(lattice, gold, { emissions, transitions });
    return transitions;
  });
  const whole = meanOf(gradients);
  const single = total(gradients, (own) => distance(own, whole)) / gradients.length;
  // Nothing varies, and no share of it can be given.
  if (single === 0) return [];
  const random = new Random(seed, 1);
  return BATCH_SIZES.map((size) => {
    let sum = 0;
    for (let draw = 0; draw < DRAWS; draw++) {
      const batch = Array.from(
        { length: size },
        () => gradients[random.integer(gradients.length)]!,
      );
      sum += distance(meanOf(batch), whole);
    }
    const line = measuredOn(gradients.length, `B = ${size}`);
    return line("variance of the gradient", sum / DRAWS / single, "of B = 1");
  });
}

function meanOf(vectors: readonly Float64Array[]): Float64Array {
  const mean = new Float64Array(vectors[0]!.length);
  for (const vector of vectors) {
    for (let i = 0; i < mean.length; i++) mean[i]! += vector[i]! / vectors.length;
  }
  return mean;
}

function distance(one: Float64Array, other: Float64Array): number {
  return one.reduce((sum, score, i) => sum + (score - other[i]!) ** 2, 0);
}

/**
 * Milliseconds a sentence of whole steps (encoder, CRF layer, gradients, optimiser) by the
 * sentences of a step, of about the same length each; the first size once more as a control. Each
 * size has a network of its own; sizes take turns in a random order. Steps of one take every eighth
 * sentence by length of those that the others take.
 *
 * @throws TypeError if the library is missing
 */
export async function measureWholeSteps(
  sentences: readonly Sentence[],
  labels: readonly string[],
  seed: number,
  { batches, rounds }: { readonly batches: readonly number[]; readonly rounds: number } = WHOLE,
): Promise<Measured[]> {
  const library = await loadLibrary();
  const forms = sentences.flatMap(({ forms }) => forms);
  const ranks = new Map(labels.map((label, rank) => [label, rank]));
  const pool = sentences.slice(0, Math.max(...batches))
    .toSorted((a, b) => a.forms.length - b.forms.length);
  const step = Math.ceil(pool.length / FEW);
  const random = new Random(seed, 6);
  const ways = sizesOf("whole step", batches).map(({ name, size }) => {
    const settings = { ...BILSTM_DEFAULTS, batch: size };
    const sizes = { labelCount: labels.length, forms, seed };
    const network = new BilstmNetwork(library, settings, sizes);
    const optimiser = new Optimiser(settings, network.parameters, network.tables);
    const own = pool.filter((_, i) => size > 1 || i % step === 0).map(({ forms, labels }) => ({
      words: forms.map((form) => network.embeddings.rowsOf(form)),
      gold: Int32Array.from(labels, (label) => ranks.get(label)!),
    }));
    const pass = async (): Promise<number> => {
      const start = performance.now();
      for (let i = 0; i < own.length; i += size) {
        await network.learn(own.slice(i, i + size), random);
        optimiser.step(settings.rate);
      }
      return (performance.now() - start) / own.length;
    };
    return { name, pass, sentences: own.length };
  });
  return await timeInTurns(ways, { warmUps: 1, rounds, random });
}

/**
 * Token accuracy on the test part of a CRF with features, with transitions and without: the same
 * features, penalty and passes. Without them each token is a sentence of its own to the learner.
 * The difference has a 95% interval by a bootstrap over test sentences, paired.
 */
export async function measurePairs(parts: EncodedParts, seed: number): Promise<Measured[]> {
  const { training, testing: { lengths } } = parts;
  const single = { ...training, lengths: new Int32Array(training.labels.length).fill(1) };
  const withPairs = await rightWith(parts, training, seed);
  const without = await rightWith(parts, single, seed);
  const gainOn = (some: readonly number[]) =>
    total(some, (i) => withPairs[i]! - without[i]!) / total(some, (i) => lengths[i]!);
  const options = { samples: SAMPLES, stream: 5 };
  const { value, low, high } = resampled([...lengths.keys()], gainOn, seed, options);
  const part = (name: string) => measuredOn(lengths.length, `features, ${name}`);
  const share = (counts: Int32Array) => total(counts) / total(lengths);
  return [
    part("with transitions")("accuracy", share(withPairs), "of tokens"),
    part("without")("accuracy", share(without), "of tokens"),
    part("difference")("accuracy", value, "of tokens"),
    part("difference, low")("accuracy", low, "of tokens"),
    part("difference, high")("accuracy", high, "of tokens"),
    part("training")("sentences", training.lengths.length, "sentences"),
  ];
}

/** Right tokens of each test sentence after learning from a corpus. */
async function rightWith(
  { testing, ...sizes }: EncodedParts,
  training: EncodedCorpus,
  seed: number,
): Promise<Int32Array> {
  const { model } = await trainedCrf({ ...sizes, training }, { l2: L2, epochs: EPOCHS, seed });
  return testRight(model, testing);
}
