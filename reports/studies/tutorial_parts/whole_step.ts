/**
 * Does batching speed up a whole step of training a BiLSTM-CRF?
 *
 * @module
 */

import type { Sentence } from "../../../datasets/corpora/corpus.ts";
import { Random } from "../../../datasets/random.ts";
import { loadLibrary } from "../../../datasets/training/bilstm/library.ts";
import { BilstmNetwork } from "../../../datasets/training/bilstm/network.ts";
import { Optimiser } from "../../../datasets/training/bilstm/optimiser.ts";
import { DEFAULTS } from "../../../datasets/training/bilstm/settings.ts";
import { BATCH_SIZES } from "./batching.ts";
import { type Measured, measuredOn } from "./measurement.ts";

/** Sentences of a pass with steps of one, which take long. */
const FEW = 16;
/** Sizes and rounds of the study. */
const WHOLE = { batches: BATCH_SIZES, rounds: 5 };

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
  const sizes = [
    ...batches.map((size) => ({ name: `whole step, B = ${size}`, size })),
    { name: "whole step, control", size: batches[0]! },
  ];
  const random = new Random(seed, 6);
  const ways = sizes.map(({ name, size }) => {
    const settings = { ...DEFAULTS, batch: size };
    const network = new BilstmNetwork(library, settings, {
      labelCount: labels.length,
      forms,
      seed,
    });
    const optimiser = new Optimiser(settings, network.parameters, network.tables);
    const step = Math.ceil(pool.length / FEW);
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
  for (const { pass } of ways) await pass();
  const lines: Measured[] = [];
  for (let round = 1; round <= rounds; round++) {
    for (const { name, pass, sentences } of random.shuffle([...ways])) {
      const line = measuredOn(sentences, name);
      lines.push({ ...line("time a sentence", await pass(), "ms"), round });
    }
  }
  return lines;
}
