/**
 * Training a BiLSTM on sentences.
 *
 * @module
 */

import type { Sentence } from "../../corpora/corpus.ts";
import { corpusHash } from "../corpus_hash.ts";
import { learn, type TrainingProgress } from "../learn.ts";
import { UNKNOWN_LABEL } from "../linear_model.ts";
import { type BilstmInsight, BilstmLearner } from "./bilstm_learner.ts";
import { readCheckpoint, writeCheckpoint } from "./checkpoint.ts";
import { loadLibrary } from "./library.ts";
import { BilstmNetwork, type EncodedSentence } from "./network.ts";
import { type BilstmSettings, checkSettings } from "./settings.ts";

/** Whether a training can be interrupted. */
export interface Checkpointing {
  /** File that is written after each epoch, and that `isResumed` goes on from. */
  readonly checkpoint?: string;
  /** Whether to go on from the checkpoint. */
  readonly isResumed?: boolean;
}

/** What to train on and how. */
export interface FitOptions extends Checkpointing {
  /** Sentences to learn from. */
  readonly trained: readonly Sentence[];
  /** Sentences to stop by, and to choose the best epoch. */
  readonly heldOut: readonly Sentence[];
  /** By rank. */
  readonly labels: readonly string[];
  /** Of the network and its training. */
  readonly settings: BilstmSettings;
  /** Passes over the sentences, at most. */
  readonly epochs: number;
  /** Of the first weights, the order of the sentences, unknown words and dropout. */
  readonly seed: number;
}

/** A trained network. */
export interface FittedBilstm {
  /** It holds the network of the best epoch. */
  readonly learner: BilstmLearner;
  /** Sentences as the network takes them; labels that it does not have are `UNKNOWN_LABEL`. */
  encode(sentences: readonly Sentence[]): EncodedSentence[];
}

/**
 * Trains to the end, or goes on to it from a checkpoint, and keeps the best epoch.
 *
 * @param progressFrom makes what is told of the progress, after the given number of epochs
 * @throws RangeError for wrong settings, TypeError if the library is missing; as `readCheckpoint`
 */
export async function fitBilstm(
  options: FitOptions,
  progressFrom?: (epochs: number) => (progress: TrainingProgress & BilstmInsight) => void,
): Promise<FittedBilstm> {
  const { trained, heldOut, labels, settings, epochs, seed } = options;
  const { checkpoint, isResumed = false } = options;
  checkSettings(settings);
  const forms = trained.flatMap(({ forms }) => forms);
  const shape = { labelCount: labels.length, forms, seed };
  const network = new BilstmNetwork(await loadLibrary(), settings, shape);
  const encode = encoder(network, labels);
  const identity = JSON.stringify({ ...settings, seed, corpus: corpusHash(trained, heldOut) });
  const parts = { training: encode(trained), heldOut: encode(heldOut) };
  const learner: BilstmLearner = new BilstmLearner(network, settings, parts, seed, async () => {
    if (checkpoint !== undefined) await writeCheckpoint(checkpoint, identity, learner);
  });
  if (isResumed) {
    if (checkpoint === undefined) throw new RangeError("Cannot go on without a checkpoint");
    await readCheckpoint(checkpoint, identity, learner);
  }
  const from = learner.state.epoch;
  if (!learner.isDone) {
    const corpus = { lengths: Int32Array.from(trained, ({ forms }) => forms.length) };
    await learn({ corpus, epochs, seed, from }, learner, progressFrom?.(from) ?? (() => {}));
  }
  learner.restoreBest();
  return { learner, encode };
}

function encoder(
  { embeddings }: BilstmNetwork,
  labels: readonly string[],
): FittedBilstm["encode"] {
  const ranks = new Map(labels.map((label, rank) => [label, rank]));
  return (sentences) =>
    sentences.map(({ forms, labels }) => ({
      words: forms.map((form) => embeddings.rowsOf(form)),
      gold: Int32Array.from(labels, (label) => ranks.get(label) ?? UNKNOWN_LABEL),
    }));
}
