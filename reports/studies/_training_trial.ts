/**
 * Decoders compared while a perceptron learns: one training, and at each of some sentences every
 * decoder finds the best path with the weights of that moment.
 *
 * @module
 */

import { prepared } from "../../decoders/chain/prepared.ts";
import { newWork, type Work } from "../../decoders/contract.ts";
import type { Lattice, Model, Path } from "../../decoders/lattice.ts";
import type { LinearModel } from "../../datasets/training/linear_model.ts";
import { firstSentences } from "../../datasets/training/merge_features.ts";
import {
  type PerceptronOptions,
  type TrainingWatcher,
  trainPerceptron,
} from "../../datasets/training/perceptron.ts";
import viterbi from "../../decoders/viterbi.ts";
import { Random } from "../../datasets/random.ts";
import { variantArgument } from "../../harness/plan/decoder_files.ts";
import { type Variant, variantName } from "../../harness/plan/variant.ts";
import { writeLattices } from "../../harness/problems/sequence/lattice_file.ts";
import { defectOf, trueScores, verifyAnswer } from "../../harness/problems/sequence/verify.ts";
import { Contestant } from "./_contestant.ts";
import { LEADER } from "./_corpora.ts";
import { WrongAnswerError } from "./contract.ts";

const LEADER_NAME = variantName(LEADER.decoder, LEADER.decoderOptions);
/** Random numbers of the decoders' order, apart from those of the sentences' order. */
const ORDER_STREAM = 1;
/** Sentences that every decoder decodes before anything is timed. */
const WARM_UP_SENTENCES = 20;

/** What is learned, and who decodes along. */
export interface Trial extends Omit<PerceptronOptions, "decoder" | "decoderOptions" | "watcher"> {
  /** Exact decoders. */
  readonly variants: readonly Variant[];
  /** Of so many sentences visited one is decoded by all decoders: the first of each such group. */
  readonly every: number;
  /** The first epoch in which decoders decode, from 1. */
  readonly firstTimedEpoch: number;
}

/** What happened in one epoch in which decoders decoded. */
export interface TrialEpoch {
  /** From 1. */
  readonly epoch: number;
  /** Sentences visited. */
  readonly sentences: number;
  /** Their tokens. */
  readonly tokens: number;
  /** Tokens that were given a wrong label. */
  readonly mistakes: number;
  /** Sentences that all decoders decoded. */
  readonly timedSentences: number;
  /** Their tokens. */
  readonly timedTokens: number;
  /** Σ (T−1)·L² over them. */
  readonly denseEdges: number;
  /** The weights of label pairs at the end. */
  readonly pairs: { readonly mean: number; readonly max: number; readonly share: number };
  /** By decoder. */
  readonly decoders: readonly TrialDecoder[];
}

/** What a trial gives. */
export interface TrialResult {
  /** The average of the weights. */
  readonly model: LinearModel;
  /** The epochs in which decoders decoded. */
  readonly epochs: readonly TrialEpoch[];
}

/** What one decoder did in one epoch, as measured. */
export interface TrialDecoder {
  /** The decoder with its options. */
  readonly variant: Variant;
  /** Milliseconds to decode the timed sentences. */
  readonly decodingMs: number;
  /** Milliseconds to prepare for those of them that follow a change of the transitions. */
  readonly preparingMs: number;
  /** Milliseconds to follow all changes of the epoch, for a decoder that can. */
  readonly revisingMs: number;
  /** What it did to decode the timed sentences. */
  readonly work: Work;
}

/**
 * Trains a perceptron once, and lets the decoders decode along, in a random order. All see the same
 * lattices and the same weights, and as every exact decoder finds a path of the same score, the
 * weights are those that training with any one of them gives.
 *
 * Before, all decode the first sentences of an epoch that is thrown away, so that the compiler of
 * the machine is done.
 *
 * @throws WrongAnswerError if a path is not a best one; no score that a decoder claims is believed
 */
export async function runTrial(trial: Trial): Promise<TrialResult> {
  const { corpus, every } = trial;
  const warmUp = firstSentences(corpus, WARM_UP_SENTENCES * every);
  await train({ ...trial, corpus: warmUp, epochs: 1, firstTimedEpoch: 1 });
  return await train(trial);
}

async function train(trial: Trial): Promise<TrialResult> {
  const watcher = new Watcher(trial);
  const epochs: TrialEpoch[] = [];
  const { length } = trial.corpus.lengths;
  const model = await trainPerceptron({ ...trial, ...LEADER, watcher }, (progress) => {
    if (progress.sentences < length) return;
    const result = watcher.endEpoch();
    const { epoch, sentences, tokens, mistakes } = progress;
    if (result !== undefined) epochs.push({ epoch, sentences, tokens, mistakes, ...result });
  });
  return { model, epochs };
}

/** Lets the decoders decode along. */
class Watcher implements TrainingWatcher {
  readonly #trial: Trial;
  readonly #contestants: readonly Contestant[];
  readonly #random: Random;
  #model: Model | undefined;
  #epoch = 1;
  #visited = 0;
  #timedSentences = 0;
  #timedTokens = 0;
  #denseEdges = 0;
  /** Whether transitions have changed since the sentence before. */
  #hasChanged = false;

  constructor(trial: Trial) {
    this.#trial = trial;
    this.#contestants = trial.variants.map((variant) => new Contestant(variant));
    this.#random = new Random(trial.seed, ORDER_STREAM);
  }

  sentence(model: Model, lattice: Lattice, best: Path): void {
    this.#model = model;
    const isCharged = this.#hasChanged;
    this.#hasChanged = false;
    if (this.#epoch < this.#trial.firstTimedEpoch) return;
    if (this.#visited++ % this.#trial.every !== 0) return;
    this.#timedSentences++;
    this.#timedTokens += lattice.length;
    this.#denseEdges += (lattice.length - 1) * model.labelCount ** 2;
    const claims = new Map([[LEADER_NAME, [best] as readonly Path[]]]);
    for (const contestant of this.#random.shuffle([...this.#contestants])) {
      claims.set(variantArgument(contestant.variant), contestant.decode(model, lattice, isCharged));
    }
    refuseWrong(model, lattice, claims);
  }

  revise(previous: number, label: number): void {
    this.#hasChanged = true;
    for (const contestant of this.#contestants) contestant.revise(previous, label);
  }

  /** What happened in the epoch; nothing if it was not to be timed. */
  endEpoch(): Omit<TrialEpoch, "epoch" | "sentences" | "tokens" | "mistakes"> | undefined {
    if (this.#epoch++ < this.#trial.firstTimedEpoch) return undefined;
    const result = {
      timedSentences: this.#timedSentences,
      timedTokens: this.#timedTokens,
      denseEdges: this.#denseEdges,
      pairs: magnitudes(this.#model!.transitions),
      decoders: this.#contestants.map((contestant) => {
        const { variant, decodingMs, preparingMs, revisingMs } = contestant;
        return { variant, decodingMs, preparingMs, revisingMs, work: { ...contestant.work } };
      }),
    };
    for (const contestant of this.#contestants) {
      contestant.decodingMs = contestant.preparingMs = contestant.revisingMs = 0;
      Object.assign(contestant.work, newWork());
    }
    this.#visited =
      this.#timedSentences =
      this.#timedTokens =
      this.#denseEdges =
        0;
    return result;
  }
}

/** The mean and the largest magnitude, and the share that is not 0. */
function magnitudes(weights: Float64Array): TrialEpoch["pairs"] {
  let [sum, max, count] = [0, 0, 0];
  for (const weight of weights) {
    const magnitude = Math.abs(weight);
    sum += magnitude;
    max = Math.max(max, magnitude);
    count += Number(magnitude !== 0);
  }
  return { mean: sum / weights.length, max, share: count / weights.length };
}

/** Compares the paths that decoders claim to be best with the reference's; off the clock. */
function refuseWrong(
  model: Model,
  lattice: Lattice,
  claims: ReadonlyMap<string, readonly Path[]>,
): void {
  const { paths: found } = prepared(viterbi, model)(lattice);
  const reference = trueScores(model, lattice, found);
  for (const [decoder, paths] of claims) {
    const defect = defectOf(verifyAnswer(model, lattice, 1, paths, reference), true);
    if (defect === "") continue;
    throw new WrongAnswerError(
      `${decoder} while a perceptron learns: ${defect}`,
      decoder,
      1,
      (path) => writeLattices(path, "a sentence of a training", model, [lattice]),
    );
  }
}
