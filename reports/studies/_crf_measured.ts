/**
 * What is measured of a CRF: the time of its gradient, and accuracy and decoding time by penalty.
 *
 * @module
 */

import type { Arithmetic } from "../../decoders/probability/estimate.ts";
import type { EncodedCorpus } from "../../datasets/linear_model.ts";
import { factoredFile } from "../../datasets/packs/factored.ts";
import { packDataset } from "../../datasets/packs/pack.ts";
import { Random } from "../../datasets/random.ts";
import { blockLoss, CorpusLoss } from "../../datasets/training/crf/loss.ts";
import { seenSupport, type Support, weightCount } from "../../datasets/training/crf/support.ts";
import type { Variant } from "../../harness/decoders/load_decoder.ts";
import { takeSample } from "../../harness/problems/sequence/sample.ts";
import { type LineOf, number, optional, text, word } from "../../harness/store/table.ts";
import { DECODER_COLUMNS, encode, type StudyCorpus, testAccuracy, trainedCrf } from "./_corpora.ts";
import { timedInTurns } from "./_resampled.ts";
import { timeRivals } from "./_rivals.ts";
import { blank } from "./contract.ts";

const ARITHMETICS: readonly Arithmetic[] = ["auto", "scaled", "exceptions", "log"];
/** Passes that the compiler of the machine gets. */
const WARM_UPS = 2;
const ROUNDS = 7;
/** Standard deviation of the weights: like those of a model that has begun to learn. */
const SPREAD = 0.3;

/** Of so many sentences one, at the end, is held out: nothing is chosen on the test part. */
const HELD_OUT = 10;
/** Held-out sentences that decoders are timed on. */
const DECODED = 60;

/** Of a round of a gradient, or of a decoder by penalty; what a line is not about is empty. */
export const COLUMNS = {
  kind: word("gradient", "penalty"),
  dataset: text,
  corpus: text,
  labels: number,
  /** Training sentences. */
  sentences: number,
  tokens: number,
  /** Label pairs with a weight: those that these sentences have. */
  pairs: number,
  /** How sums are taken. */
  arithmetic: text,
  round: optional(number),
  /** Milliseconds for the loss of the sentences and its gradient in all weights. */
  pass_ms: optional(number),
  /** Of the penalty on all weights. */
  norm: optional(word("l1", "l2")),
  strength: optional(number),
  /** Negative log-likelihood and penalty at the end. */
  objective: optional(number),
  /** Passes until then. */
  epochs: optional(number),
  /** Weights of what was seen. */
  weights: optional(number),
  /** Those that are not 0 after rounding. */
  kept_weights: optional(number),
  kept_pairs: optional(number),
  held_out_tokens: optional(number),
  right_tokens: optional(number),
  ...DECODER_COLUMNS,
  /** Milliseconds to decode a held-out sentence. */
  sentence_ms: optional(number),
};

/** A line of the study. */
export type CrfLine = LineOf<typeof COLUMNS>;

/** Times passes over the training sentences in one thread, the ways in turns. */
export async function timeGradients(corpus: StudyCorpus, seed: number): Promise<CrfLine[]> {
  const { training, labelCount, featureCount } = encode(corpus);
  const support = seenSupport(training, labelCount, featureCount);
  const random = new Random(seed);
  const weights = new Float64Array(weightCount(support)).map(() => SPREAD * random.gaussian());
  const gradient = new Float64Array(weights.length);
  const ways = ARITHMETICS.map((arithmetic) => {
    const loss = new CorpusLoss(training, support, weights, { arithmetic });
    const nodes = new Float64Array(loss.nodeCount);
    const pass = () => {
      const start = performance.now();
      loss.refresh();
      blockLoss(loss, support, nodes, [0, training.lengths.length], gradient);
      return performance.now() - start;
    };
    return { arithmetic, pass };
  });
  const facts: CrfLine = { ...factsOf(corpus, training, support), kind: "gradient" };
  const timed = await timedInTurns(ways, { warmUps: WARM_UPS, rounds: ROUNDS, random });
  return timed.map(({ way: { arithmetic }, round, ms }) => ({
    ...facts,
    arithmetic,
    round,
    pass_ms: ms,
  }));
}

/** What lines of both kinds say of the sentences and of the weights that a CRF has for them. */
function factsOf(corpus: StudyCorpus, training: EncodedCorpus, support: Support) {
  return {
    ...blank(COLUMNS),
    dataset: corpus.name,
    corpus: corpus.hash,
    labels: support.labelCount,
    sentences: training.lengths.length,
    tokens: training.labels.length,
    pairs: support.pairs.length,
  };
}

/** Trains with one norm and strength, and times decoders on the sentences that are held out. */
export async function tryPenalty(
  corpus: StudyCorpus,
  variants: readonly Variant[],
  { norm, strength }: { readonly norm: "l1" | "l2"; readonly strength: number },
  epochs: number,
  seed: number,
): Promise<CrfLine[]> {
  const cut = corpus.training.length - Math.max(1, Math.floor(corpus.training.length / HELD_OUT));
  const parts = encode({
    ...corpus,
    training: corpus.training.slice(0, cut),
    testing: corpus.training.slice(cut),
  });
  const { training, testing, labelCount, featureCount } = parts;
  const options = { [norm]: strength, epochs, seed };
  const { model, objective, passes } = await trainedCrf(parts, options);
  const support = seenSupport(training, labelCount, featureCount);
  const { correct, tokens } = testAccuracy(model, parts);
  const facts: CrfLine = {
    ...factsOf(corpus, training, support),
    kind: "penalty",
    norm,
    strength,
    objective,
    epochs: passes,
    weights: weightCount(support),
    kept_weights: model.weights.values.length + model.transitions.values.length,
    kept_pairs: model.transitions.values.length,
    held_out_tokens: tokens,
    right_tokens: correct,
  };
  const dataset = packDataset(factoredFile(model, testing, {}), corpus.name);
  const sample = takeSample({ base: dataset.name, settings: {}, family: "real", dataset }, DECODED);
  const rounds = await timeRivals([sample], variants, 1, seed);
  return rounds.map((round) => ({ ...facts, ...round }));
}
