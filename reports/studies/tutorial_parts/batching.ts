/**
 * Does batching speed up training, and what does it do to the gradient?
 *
 * @module
 */

import type { Lattice } from "../../../decoders/lattice.ts";
import { negativeLogLikelihood } from "../../../decoders/probability/negative_log_likelihood.ts";
import { Random } from "../../../datasets/random.ts";
import { type Measured, measuredOn, type Subject } from "./measurement.ts";

/** Sentences of a step; the first is measured twice, the second time as a control. */
export const BATCH_SIZES = [1, 8, 32, 128] as const;
/** Minibatches that the variance is estimated from. */
const DRAWS = 200;
const ROUNDS = 9;
const WARM_UPS = 2;

/** A sentence with its right labels. */
interface Example {
  readonly lattice: Lattice;
  readonly gold: Int32Array;
}

/**
 * Milliseconds a sentence of the CRF layer alone (loss and gradient), by the sentences of a step:
 * after each step the transitions are others, and what is prepared of them is prepared again. The
 * sizes take turns in a random order; each pass is over the same 128 sentences.
 *
 * And the variance of a minibatch's mean gradient in the transitions, summed over these, as a share
 * of that of single sentences: counted, with a seed.
 */
export function measureBatching(subject: Subject): Measured[] {
  const examples = examplesOf(subject);
  return examples.length === 0
    ? []
    : [...timed(subject, examples), ...variances(subject, examples)];
}

/** Those whose labels are known and allowed. */
function examplesOf({ model, lattices, gold }: Subject): Example[] {
  const { labelCount, transitions } = model;
  return lattices.flatMap((lattice, sentence) => {
    const labels = gold?.[sentence];
    const isAllowed = labels?.every((label, t) =>
      label >= 0 && lattice.emissions[t * labelCount + label] !== -Infinity &&
      (t === 0 || transitions[labels[t - 1]! * labelCount + label] !== -Infinity)
    );
    return isAllowed ? [{ lattice, gold: labels! }] : [];
  });
}

function timed({ model, seed }: Subject, examples: readonly Example[]): Measured[] {
  const { labelCount } = model;
  const count = Math.max(...BATCH_SIZES);
  const pass = Array.from({ length: count }, (_, i) => examples[i % examples.length]!);
  const longest = Math.max(...pass.map(({ lattice }) => lattice.length));
  const emissions = new Float64Array(longest * labelCount);
  const transitions = new Float64Array(labelCount ** 2);
  const loss = negativeLogLikelihood(model);
  const run = (size: number): number => {
    const start = performance.now();
    pass.forEach(({ lattice, gold }, i) => {
      if (i % size === 0) {
        transitions.fill(0);
        loss.revise();
      }
      const own = emissions.subarray(0, lattice.emissions.length);
      loss(lattice, gold, { emissions: own, transitions });
    });
    return (performance.now() - start) / count;
  };
  const ways = [
    ...BATCH_SIZES.map((size) => ({ name: `CRF layer, B = ${size}`, size })),
    { name: "CRF layer, control", size: BATCH_SIZES[0] },
  ];
  for (let i = 0; i < WARM_UPS; i++) ways.forEach(({ size }) => run(size));
  const random = new Random(seed);
  return Array.from(
    { length: ROUNDS },
    (_, i) =>
      random.shuffle([...ways]).map(({ name, size }) => ({
        ...measuredOn(count, name)("time a sentence", run(size), "ms"),
        round: i + 1,
      })),
  ).flat();
}

function variances({ model, seed }: Subject, examples: readonly Example[]): Measured[] {
  const loss = negativeLogLikelihood(model);
  const gradients = examples.map(({ lattice, gold }) => {
    const emissions = new Float64Array(lattice.emissions.length);
    const transitions = new Float64Array(model.labelCount ** 2);
    loss(lattice, gold, { emissions, transitions });
    return transitions;
  });
  const all = gradients.map((_, i) => i);
  const whole = meanOf(gradients, all);
  const single = all.reduce((sum, i) => sum + distance(gradients[i]!, whole), 0) / all.length;
  const random = new Random(seed, 1);
  return BATCH_SIZES.map((size) => {
    let sum = 0;
    for (let draw = 0; draw < DRAWS; draw++) {
      const batch = Array.from({ length: size }, () => random.integer(all.length));
      sum += distance(meanOf(gradients, batch), whole);
    }
    const share = sum / DRAWS / single;
    return measuredOn(all.length, `B = ${size}`)("variance of the gradient", share, "of B = 1");
  });
}

function meanOf(vectors: readonly Float64Array[], indices: readonly number[]): Float64Array {
  const mean = new Float64Array(vectors[0]!.length);
  for (const index of indices) {
    const vector = vectors[index]!;
    for (let i = 0; i < mean.length; i++) mean[i]! += vector[i]! / indices.length;
  }
  return mean;
}

function distance(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += (one[i]! - other[i]!) ** 2;
  return sum;
}
