/**
 * Trials: one perceptron learns, and at each of some sentences every decoder finds the best path
 * with the weights of that moment, on the stopwatch. What studies about training have in common.
 *
 * @module
 */

import viterbi from "../../decoders/viterbi.ts";
import { prepared } from "../../decoders/tagging/prepared.ts";
import { type Decode, isRevisable, newWork, type Work } from "../../decoders/contract.ts";
import { largestMagnitude, type Lattice, type Model, type Path } from "../../decoders/lattice.ts";
import { Random } from "../../datasets/random.ts";
import { firstSentences } from "../../datasets/linear_model.ts";
import {
  type PerceptronOptions,
  type TrainingWatcher,
  trainPerceptron,
} from "../../datasets/training/perceptron.ts";
import { variantArgument, variantName } from "../../harness/decoders/variant.ts";
import type { Variant } from "../../harness/decoders/load_decoder.ts";
import { writeLattices } from "../../harness/problems/sequence/lattice_file.ts";
import { defectOf, trueScores, verifyAnswer } from "../../harness/problems/sequence/judge.ts";
import { type LineOf, number } from "../../harness/store/table.ts";
import { total } from "../numbers/statistics.ts";
import {
  type EncodedParts,
  LEADER,
  OF_CORPUS,
  OF_DECODER,
  ofCorpus,
  ofDecoder,
  type StudyCorpus,
  testRight,
} from "./_corpora.ts";
import { WrongAnswerError } from "./contract.ts";

/** What a decoder did in an epoch of a training. */
export const TRIAL_COLUMNS = {
  ...OF_CORPUS,
  /** Number of the epoch, from 1. */
  epoch: number,
  ...OF_DECODER,
  /** Tokens of the training sentences, all of which are visited in the epoch. */
  tokens: number,
  /** Tokens that were given a wrong label. */
  mistakes: number,
  /** Sentences that the decoder decoded, each with the weights of that moment. */
  timed_sentences: number,
  /** Their tokens. */
  timed_tokens: number,
  /** Milliseconds to decode these. */
  decoding_ms: number,
  /** Milliseconds to decode the epoch: decoding_ms × tokens / timed_tokens. */
  elapsed_ms: number,
  /** Milliseconds to prepare for, or follow, the changes of the epoch, by sentences. */
  prepare_ms: number,
  /** Work on the timed sentences. */
  edge_evaluations: number,
  /** Σ (T−1)·L² of the timed sentences. */
  reference_edges: number,
  /** Mean magnitude of the weights of label pairs after the epoch. */
  pair_mean: number,
  /** Largest magnitude. */
  pair_max: number,
  /** Share of them that is not 0. */
  pair_share: number,
  /** Tokens of the test sentences. */
  test_tokens: number,
  /** Those that the averaged weights of all epochs label rightly. */
  right_tokens: number,
};

/** A line of a study about training. */
type TrialLine = LineOf<typeof TRIAL_COLUMNS>;

/** How decoders are timed while others decode the same sentences, for the pages. */
export const TIMED_TWICE: string =
  "A decoder decodes a sentence twice and the second time counts: the decoder before it has used " +
  "the caches, and tables that are built at need are built the first time, as a part of preparing.";

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

/** The same, of a corpus as studies read it. */
export type TrialOptions = Omit<Trial, "corpus" | "labelCount" | "featureCount">;

/**
 * The lines of a trial with a corpus: one for each epoch and decoder.
 *
 * @throws WrongAnswerError as {@linkcode runTrial}
 */
export async function trialLines(
  corpus: StudyCorpus,
  { labelCount, featureCount, training, testing }: EncodedParts,
  trial: TrialOptions,
): Promise<TrialLine[]> {
  const { model, lines } = await runTrial({ ...trial, corpus: training, labelCount, featureCount });
  const facts = {
    ...ofCorpus(corpus),
    test_tokens: testing.labels.length,
    right_tokens: total(testRight(model, testing)),
  };
  return lines.map((line) => ({ ...facts, ...line }));
}

/**
 * Trains a perceptron once, and lets the decoders decode along, in a random order. All see the same
 * lattices and the same weights, and as every exact decoder finds a path of the same score, the
 * weights are those that training with any one of them gives.
 *
 * Before, all decode the first sentences of an epoch that is thrown away, so that the compiler of
 * the machine is done.
 *
 * @returns the average of the weights, and what the decoders did in the epochs that they decoded in
 * @throws WrongAnswerError if a path is not a best one; no score that a decoder claims is believed
 */
export async function runTrial(trial: Trial) {
  const { corpus, every } = trial;
  const warmUp = firstSentences(corpus, WARM_UP_SENTENCES * every);
  await train({ ...trial, corpus: warmUp, epochs: 1, firstTimedEpoch: 1 });
  return await train(trial);
}

async function train(trial: Trial) {
  const watcher = new Watcher(trial);
  const lines: ReturnType<Watcher["endEpoch"]> = [];
  const { length } = trial.corpus.lengths;
  const model = await trainPerceptron({ ...trial, ...LEADER, watcher }, (progress) => {
    if (progress.sentences === length) lines.push(...watcher.endEpoch(progress));
  });
  return { model, lines };
}

/** Lets the decoders decode along. */
class Watcher implements TrainingWatcher {
  readonly #trial: Trial;
  readonly #contestants: readonly Contestant[];
  readonly #random: Random;
  #model: Model | undefined;
  #epoch = 1;
  #visited = 0;
  #timed = { timed_sentences: 0, timed_tokens: 0, reference_edges: 0 };
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
    this.#timed.timed_sentences++;
    this.#timed.timed_tokens += lattice.length;
    this.#timed.reference_edges += (lattice.length - 1) * model.labelCount ** 2;
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

  /** What the decoders did in the epoch; nothing if it was not to be timed. */
  endEpoch(progress: Pick<TrialLine, "epoch" | "sentences" | "tokens" | "mistakes">) {
    if (this.#epoch++ < this.#trial.firstTimedEpoch) return [];
    const { sentences, tokens } = progress;
    const timed = this.#timed;
    const pairs = magnitudes(this.#model!.transitions);
    this.#visited = 0;
    this.#timed = { timed_sentences: 0, timed_tokens: 0, reference_edges: 0 };
    return this.#contestants.map((contestant) => {
      const { decodingMs, preparingMs, revisingMs, work } = contestant.take();
      return {
        ...progress,
        ...ofDecoder(contestant.variant),
        ...timed,
        decoding_ms: decodingMs,
        elapsed_ms: decodingMs * tokens / timed.timed_tokens,
        // Every change has been followed, but only the timed sentences have been prepared for.
        prepare_ms: preparingMs * sentences / timed.timed_sentences + revisingMs,
        edge_evaluations: work.edgeEvaluations,
        ...pairs,
      };
    });
  }
}

/** The mean and the largest magnitude, and the share that is not 0. */
function magnitudes(weights: Float64Array) {
  return {
    pair_mean: total(weights, Math.abs) / weights.length,
    pair_max: largestMagnitude(weights),
    pair_share: total(weights, (weight) => Number(weight !== 0)) / weights.length,
  };
}

/** Compares the paths that decoders claim to be best with the reference's; off the clock. */
function refuseWrong(model: Model, lattice: Lattice, claims: Map<string, readonly Path[]>): void {
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

/** What a decoder took, in milliseconds, and did. */
class Taken {
  /** To decode. */
  decodingMs = 0;
  /** To prepare, where a trainer would have to. */
  preparingMs = 0;
  /** Milliseconds for following changes of the weights without preparing again. */
  revisingMs = 0;
  /** To decode. */
  readonly work: Work = newWork();
}

/** A decoder whose model changes under it: decoding is timed apart from following the changes. */
export class Contestant {
  /** The decoder with its options. */
  readonly variant: Variant;
  #taken = new Taken();
  /** Prepared for the current model; undefined if it has to be prepared. */
  #decode: Decode | undefined;
  /** Previous labels and labels of the changes that have yet to be followed. */
  readonly #changes: number[] = [];

  /** A timer of a variant that has prepared nothing yet. */
  constructor(variant: Variant) {
    this.variant = variant;
  }

  /** Times and counts since it was last asked. */
  take(): Readonly<Taken> {
    const taken = this.#taken;
    this.#taken = new Taken();
    return taken;
  }

  /**
   * The best path that the decoder finds, as it claims it; none if it finds none.
   *
   * It decodes twice and the second time counts: other decoders have just used the caches, and
   * tables that are built at need are built then. What the first time took longer is preparing.
   *
   * @param model the same object on each call; changes are told to `revise`
   * @param isCharged whether preparing, if it is necessary, counts
   */
  decode(model: Model, lattice: Lattice, isCharged: boolean): readonly Path[] {
    const hasFollowed = this.#follow();
    const start = performance.now();
    const isFresh = this.#decode === undefined || hasFollowed;
    const decode = this.#decode ??= this.variant.decoder.prepare(model, this.variant.options);
    decode(lattice, 1, newWork());
    const middle = performance.now();
    const { paths } = decode(lattice, 1, this.#taken.work);
    const elapsed = performance.now() - middle;
    this.#taken.decodingMs += elapsed;
    if (isFresh && isCharged) this.#taken.preparingMs += middle - start - elapsed;
    return paths;
  }

  /** A transition has changed. */
  revise(previous: number, label: number): void {
    if (this.#decode === undefined || !isRevisable(this.#decode)) this.#decode = undefined;
    else this.#changes.push(previous, label);
  }

  /**
   * Follows the changes, together: the clock takes as long as one of them. Returns whether there
   * were any: tables that they have spoilt are built again when a sentence needs them.
   */
  #follow(): boolean {
    const changes = this.#changes;
    const decode = this.#decode;
    if (decode === undefined || !isRevisable(decode) || changes.length === 0) return false;
    const start = performance.now();
    for (let i = 0; i < changes.length; i += 2) decode.revise(changes[i]!, changes[i + 1]!);
    this.#taken.revisingMs += performance.now() - start;
    changes.length = 0;
    return true;
  }
}
