/**
 * Does it help to model pairs of tags?
 *
 * @module
 */

import dominance from "../../../decoders/dominance.ts";
import { factoredFile } from "../../../datasets/packs/factored.ts";
import { packTask } from "../../../datasets/packs/pack.ts";
import { Random } from "../../../datasets/random.ts";
import { rightTokens } from "../../../datasets/training/path_finder.ts";
import { trainCrf } from "../../../datasets/training/crf/train_crf.ts";
import type { EncodedCorpus } from "../../../datasets/training/linear_model.ts";
import { type Measured, measuredOn } from "./measurement.ts";

/** Passes at most, and the penalty, the same for both models. */
const EPOCHS = 80;
const TOLERANCE = 1e-4;
const L2 = 0.1;
/** Bootstrap samples, and the share of them that an interval leaves out at each end. */
const SAMPLES = 2000;
const TAIL = 0.025;

/** A corpus as numbers. */
interface Parts {
  readonly labelCount: number;
  readonly featureCount: number;
  readonly training: EncodedCorpus;
  readonly testing: EncodedCorpus;
}

/**
 * Token accuracy on the test part of a CRF with features, with transitions and without: the same
 * features, penalty and passes. Without them each token is a sentence of its own to the learner.
 * The difference has a 95% interval by a bootstrap over test sentences, paired.
 */
export async function measurePairs(parts: Parts, seed: number): Promise<Measured[]> {
  const { training, testing } = parts;
  const single = { ...training, lengths: new Int32Array(training.labels.length).fill(1) };
  const withPairs = await rightWith(parts, training, seed);
  const without = await rightWith(parts, single, seed);
  const { lengths } = testing;
  const tokens = lengths.reduce((sum, length) => sum + length, 0);
  const total = (counts: Int32Array) => counts.reduce((sum, count) => sum + count, 0);
  const differences = withPairs.map((count, i) => count - without[i]!);
  const [low, high] = intervalOf(differences, lengths, seed);
  const part = (name: string) => measuredOn(lengths.length, `features, ${name}`);
  return [
    part("with transitions")("accuracy", total(withPairs) / tokens, "of tokens"),
    part("without")("accuracy", total(without) / tokens, "of tokens"),
    part("difference")("accuracy", total(differences) / tokens, "of tokens"),
    part("difference, low")("accuracy", low, "of tokens"),
    part("difference, high")("accuracy", high, "of tokens"),
    part("training")("sentences", training.lengths.length, "sentences"),
  ];
}

/** Right tokens of each test sentence after learning from a corpus. */
async function rightWith(
  { labelCount, featureCount, testing }: Parts,
  corpus: EncodedCorpus,
  seed: number,
): Promise<Int32Array> {
  const settings = {
    optimiser: "l-bfgs",
    tolerance: TOLERANCE,
    l1: 0,
    l2: L2,
    penalty: "all",
  } as const;
  const options = { corpus, labelCount, featureCount, settings, epochs: EPOCHS, seed, workers: 1 };
  const task = packTask(factoredFile(await trainCrf(options), testing, {}), "the test part");
  return rightTokens(task, dominance);
}

/** The 95% interval of Σ differences / Σ lengths over sentences drawn with replacement. */
export function intervalOf(
  differences: Int32Array,
  lengths: Int32Array,
  seed: number,
): [number, number] {
  const random = new Random(seed, 5);
  const shares = Float64Array.from({ length: SAMPLES }, () => {
    let [sum, tokens] = [0, 0];
    for (let i = 0; i < lengths.length; i++) {
      const sentence = random.integer(lengths.length);
      sum += differences[sentence]!;
      tokens += lengths[sentence]!;
    }
    return sum / tokens;
  }).sort();
  const cut = Math.floor(TAIL * SAMPLES);
  return [shares[cut]!, shares[SAMPLES - 1 - cut]!];
}
