/**
 * Training a BiLSTM on sentences, in the loop of all learners, to the end or from a checkpoint on.
 *
 * @module
 */

import { existsSync } from "node:fs";
import { dirname } from "node:path";
import dominance from "../../../decoders/dominance.ts";
import { corpusHash, type Sentence } from "../../corpora/corpus.ts";
import { percent } from "../../markdown.ts";
import { packDataset } from "../../packs/pack.ts";
import { writeTensors } from "../../packs/safetensors.ts";
import { tensor, type TensorFile } from "../../packs/tensors.ts";
import { packMetadata, readPackFile } from "../../packs/pack_file.ts";
import { Random } from "../../random.ts";
import { learn, type Learner, type TrainingProgress } from "../learn.ts";
import { UNKNOWN_LABEL } from "../../linear_model.ts";
import { type Accuracy, tokenAccuracy } from "../path_finder.ts";
import { loadLibrary } from "./library.ts";
import { BilstmNetwork, type EncodedSentence, taggedFile } from "./network.ts";
import { Optimiser } from "./optimiser.ts";
import { type BilstmSettings, checkBilstm, type Checkpointing } from "../settings.ts";
import { parseJson } from "../../visible.ts";

/** Batches that are drawn at once and sorted by length, so that a batch has little padding. */
const POOL = 16;
/** What a checkpoint says that it is. */
const KIND = "bilstm-checkpoint";

/** Losses, accuracy and times of a BiLSTM so far. */
export interface BilstmInsight {
  /** Sum of the losses of the epoch's sentences so far. */
  readonly loss: number;
  /** On the held-out sentences after the last epoch; undefined before the first is over. */
  readonly heldOut: Accuracy | undefined;
  /** The epoch with the best accuracy. */
  readonly bestEpoch: number;
  /** Milliseconds of the CRF layer in all steps. */
  readonly crfMs: number;
  /** Milliseconds of all steps. */
  readonly stepMs: number;
}

/** "loss 0.312 per token, 91.2% of the held-out tokens right (best epoch: 3)" */
export function heldOutText(
  { tokens, loss, heldOut, bestEpoch }: TrainingProgress & BilstmInsight,
): string {
  const right = heldOut === undefined
    ? ""
    : `, ${percent(heldOut.correct / heldOut.tokens, 1)} of the held-out tokens right ` +
      `(best epoch: ${bestEpoch})`;
  return `loss ${(loss / tokens).toFixed(3)} per token${right}`;
}

/** Sentences to learn from and sentences to stop by. */
export interface BilstmParts {
  readonly training: readonly EncodedSentence[];
  readonly heldOut: readonly EncodedSentence[];
}

/** How far a training has come. */
export interface TrainingState {
  /** Epochs that are over. */
  epoch: number;
  /** Right tokens of the held-out sentences after the best epoch; −1 before any. */
  correct: number;
  /** The best epoch. */
  bestEpoch: number;
  /** The numbers of the network after it, by name. */
  best: Map<string, Float32Array<ArrayBuffer>>;
}

/**
 * Learns batches of sentences of about the same length, asks the held-out sentences after each
 * epoch, and is done when they have not been better for `patience` epochs.
 */
export class BilstmLearner implements Learner<BilstmInsight> {
  readonly batch: number;
  readonly network: BilstmNetwork;
  readonly optimiser: Optimiser;
  /** May be set from a checkpoint before the first pass. */
  readonly state: TrainingState = { epoch: 0, correct: -1, bestEpoch: 0, best: new Map() };
  insight: BilstmInsight = { loss: 0, heldOut: undefined, bestEpoch: 0, crfMs: 0, stepMs: 0 };
  readonly #settings: BilstmSettings;
  readonly #parts: BilstmParts;
  readonly #seed: number;
  readonly #afterEpoch: () => Promise<void>;
  #random: Random;
  #seen = 0;

  /** @param afterEpoch called when `state` has changed */
  constructor(
    network: BilstmNetwork,
    settings: BilstmSettings,
    parts: BilstmParts,
    seed: number,
    afterEpoch: () => Promise<void>,
  ) {
    this.batch = POOL * settings.batch;
    this.network = network;
    this.optimiser = new Optimiser(settings, network.parameters, network.tables);
    this.#settings = settings;
    this.#parts = parts;
    this.#seed = seed;
    this.#random = new Random(seed);
    this.#afterEpoch = afterEpoch;
  }

  get isDone(): boolean {
    return this.state.epoch - this.state.bestEpoch >= this.#settings.patience;
  }

  /** Chance in an epoch depends on seed and epoch alone, so that a training can be resumed. */
  begin(): void {
    this.#random = new Random(this.#seed, this.state.epoch + 1);
    this.#seen = 0;
    this.insight = { ...this.insight, loss: 0 };
  }

  async step(sentences: Int32Array): Promise<void> {
    const { training } = this.#parts;
    const { batch, rate, decay } = this.#settings;
    const lengthOf = (sentence: number) => training[sentence]!.words.length;
    const sorted = this.#random.shuffle(Array.from(sentences))
      .sort((a, b) => lengthOf(a) - lengthOf(b));
    const batches = Array.from(
      { length: Math.ceil(sorted.length / batch) },
      (_, i) => sorted.slice(i * batch, (i + 1) * batch),
    );
    for (const indices of this.#random.shuffle(batches)) {
      const start = performance.now();
      const { loss, crfMs } = await this.network.learn(
        indices.map((sentence) => training[sentence]!),
        this.#random,
      );
      this.optimiser.step(rate / (1 + decay * this.state.epoch));
      const stepMs = this.insight.stepMs + performance.now() - start;
      this.insight = {
        ...this.insight,
        loss: this.insight.loss + loss,
        crfMs: this.insight.crfMs + crfMs,
        stepMs,
      };
    }
    this.#seen += sentences.length;
    if (this.#seen === training.length) await this.#endEpoch();
  }

  /** Puts the numbers of the best epoch into the network. */
  restoreBest(): void {
    for (const { name, values } of weightsOf(this.network)) {
      values.set(this.state.best.get(name)!);
    }
  }

  /** Right tokens of some sentences, of their best paths. */
  async accuracy(sentences: readonly EncodedSentence[]): Promise<Accuracy> {
    const file = await taggedFile(this.network, sentences, this.#settings.batch);
    return tokenAccuracy(packDataset(file, "what a BiLSTM says"), dominance, { bound: "row" });
  }

  async #endEpoch(): Promise<void> {
    const { state } = this;
    state.epoch++;
    const heldOut = await this.accuracy(this.#parts.heldOut);
    if (heldOut.correct > state.correct) {
      state.correct = heldOut.correct;
      state.bestEpoch = state.epoch;
      state.best = new Map(
        weightsOf(this.network).map(({ name, values }) => [name, values.slice()]),
      );
    }
    this.insight = { ...this.insight, heldOut, bestEpoch: state.bestEpoch };
    await this.#afterEpoch();
  }
}

/** The sentences that a BiLSTM learns from, and how. */
export interface FitOptions extends Checkpointing {
  /** Sentences to learn from. */
  readonly trained: readonly Sentence[];
  /** Sentences to stop by, and to choose the best epoch. */
  readonly heldOut: readonly Sentence[];
  /** Label names by index. */
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
 * @param progressFrom makes the printer of the progress, after that number of epochs
 * @throws RangeError for wrong settings and a checkpoint of another training or of more epochs,
 * SyntaxError for one that is none, to go on from or to write over, TypeError if the library is
 * missing
 */
export async function fitBilstm(
  options: FitOptions,
  progressFrom?: (epochs: number) => (progress: TrainingProgress & BilstmInsight) => void,
): Promise<FittedBilstm> {
  const { trained, heldOut, labels, settings, epochs, seed } = options;
  const { checkpoint, isResumed = false } = options;
  checkBilstm(settings);
  // Whoever goes on is told by whoever reads; nobody wants to lose what is no checkpoint.
  if (!isResumed && checkpoint !== undefined && existsSync(checkpoint)) {
    const { kind } = await packMetadata(checkpoint);
    if (kind !== KIND) {
      throw new SyntaxError(`Cannot write over ${checkpoint}: it is no checkpoint`);
    }
  }
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
  if (from > epochs) {
    throw new RangeError(
      `Cannot go on from ${checkpoint} to ${epochs} epochs: it is of ${from} already`,
    );
  }
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

/**
 * Writes a checkpoint. Whoever stops it leaves the one before.
 *
 * @param identity of the training: settings, corpus and seed
 */
async function writeCheckpoint(
  path: string,
  identity: string,
  learner: BilstmLearner,
): Promise<void> {
  const { epoch, correct, bestEpoch } = learner.state;
  const { powers } = learner.optimiser;
  const tensors: TensorFile["tensors"] = new Map(
    Array.from(arraysOf(learner), ([name, values]) => [name, tensor(values)]),
  );
  const metadata = {
    kind: KIND,
    identity,
    state: JSON.stringify({ epoch, correct, bestEpoch, powers }),
  };
  await Deno.mkdir(dirname(path), { recursive: true });
  await Deno.writeFile(`${path}.part`, writeTensors({ metadata, tensors }));
  await Deno.rename(`${path}.part`, path);
}

/** Values in the state of a checkpoint at most. */
const MOST_VALUES = 16;
/** What a checkpoint says besides its blocks of numbers. */
const STATE: Readonly<Record<string, (value: unknown) => boolean>> = {
  epoch: Number.isInteger,
  correct: Number.isInteger,
  bestEpoch: Number.isInteger,
  powers: (value) => Array.isArray(value) && value.length === 2 && value.every(Number.isFinite),
};

/**
 * Goes on from a checkpoint.
 *
 * @throws RangeError if there is none, or if it is of another training; SyntaxError if it is none,
 * or naming what it lacks
 */
async function readCheckpoint(
  path: string,
  identity: string,
  learner: BilstmLearner,
): Promise<void> {
  const { metadata, tensors } = await readPackFile(path);
  if (metadata["kind"] !== KIND) {
    throw new SyntaxError(`Cannot go on from ${path}: it is no checkpoint of a BiLSTM`);
  }
  if (metadata["identity"] !== identity) {
    throw new RangeError(
      `Cannot go on from ${path}: it is of another training, ${metadata["identity"]}`,
    );
  }
  const { state, optimiser } = learner;
  const lacks = (name: string) =>
    new SyntaxError(`Cannot go on from ${path}: it is incomplete, without "${name}"`);
  const json = new TextEncoder().encode(metadata["state"] ?? "{}");
  const saved: Readonly<Record<string, unknown>> = Object(
    parseJson(json, MOST_VALUES, `the state in ${path}`),
  );
  for (const [name, isOne] of Object.entries(STATE)) if (!isOne(saved[name])) throw lacks(name);
  const { epoch, correct, bestEpoch, powers } = saved;
  Object.assign(state, { epoch, correct, bestEpoch });
  Object.assign(optimiser.powers, powers);
  for (const { name, values } of weightsOf(learner.network)) {
    state.best.set(name, new Float32Array(values.length));
  }
  for (const [name, values] of arraysOf(learner)) {
    const found = tensors.get(name);
    if (found === undefined) throw lacks(name);
    const { data } = found;
    if (!(data instanceof Float32Array) || data.length !== values.length) {
      throw new RangeError(`Cannot go on from ${path}: "${name}" has not the size that it must`);
    }
    values.set(data);
  }
}

/** All blocks of numbers of a network. */
function weightsOf(
  { parameters, tables }: BilstmNetwork,
): readonly { readonly name: string; readonly values: Float32Array<ArrayBuffer> }[] {
  return [...parameters, ...tables];
}

function* arraysOf(
  { network, optimiser, state }: BilstmLearner,
): Generator<[string, Float32Array<ArrayBuffer>]> {
  for (const { name, values } of weightsOf(network)) yield [name, values];
  for (const [name, { first, second }] of optimiser.moments) {
    yield [`${name}.first`, first];
    yield [`${name}.second`, second];
  }
  for (const [name, values] of state.best) yield [`${name}.best`, values];
}
