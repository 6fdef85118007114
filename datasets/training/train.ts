/**
 * `deno task train`: from a corpus to a pack.
 *
 * @module
 */

import dominance from "../../decoders/dominance.ts";
import viterbi from "../../decoders/viterbi.ts";
import {
  type CorpusParts,
  holdOut,
  readParts,
  type Sentence,
  sizeText,
} from "../corpora/corpus.ts";
import { percent } from "../markdown.ts";
import type { Decoder, Options } from "../../decoders/contract.ts";
import type { Dataset } from "../dataset.ts";
import type { FeatureModel, Templates } from "../models/contract.ts";
import { Evaluation, type EvaluationResult, evaluationText } from "../models/evaluation.ts";
import { MOST_LABELS } from "../models/feature_model.ts";
import { inUnits, NetworkEncoder } from "../models/network.ts";
import { learnedModel, modelFile } from "../models/trellis.ts";
import { wordTemplates } from "../models/words.ts";
import { factoredFile, valuedFile } from "../packs/factored.ts";
import { packDataset } from "../packs/pack.ts";
import { productFile } from "../packs/product.ts";
import type { TensorFile } from "../packs/tensors.ts";
import { writePackFile } from "../packs/pack_file.ts";
import { fitBilstm, heldOutText } from "./bilstm/fit.ts";
import { type BilstmNetwork, taggedFile } from "./bilstm/network.ts";
import { describeCrf, describeNetwork } from "./settings.ts";
import { likelyEpochs, objectiveText, trainCrf } from "./crf/train_crf.ts";
import { Encoder, posAndChunk, rankLabels, rankPairs } from "./encode.ts";
import { progressPrinter } from "./learn.ts";
import {
  type EncodedCorpus,
  firstSentences,
  type LinearModel,
  mergeFeatures,
} from "../linear_model.ts";
import { type PackFacts, packPage } from "./pages.ts";
import { type Accuracy, compareLabels, tokenAccuracy } from "./path_finder.ts";
import { mistakesText, trainFactorialPerceptron, trainPerceptron } from "./perceptron.ts";
import { type LearnerSettings, trainCommand, type TrainOptions } from "./recipe.ts";

/** Scores of more labels than these are not listed one by one. */
const MOST_LISTED = 50;

/** A trained model with its accuracy. */
interface Trained {
  /** Label strings by rank. */
  readonly labels: readonly string[];
  /** Entries of the metadata about the training. */
  readonly facts: PackFacts;
  /** Test tokens that are right. */
  readonly accuracy: Accuracy;
  /** Tokens of the packed sentences that are right. */
  readonly packedAccuracy: Accuracy;
  /** The labels of both chains, if labels are pairs. */
  readonly chains?: readonly (readonly string[])[];
  /** Precision, recall and F1 on the test sentences, of a chain. */
  readonly quality?: EvaluationResult;
  /** What `tag` applies to text, where the model is one of features. */
  readonly model?: FeatureModel;
  /** The pack of the first test sentences. */
  file(metadata: Readonly<Record<string, string>>): TensorFile | Promise<TensorFile>;
}

/**
 * Trains a model on the training part of a corpus, measures its token accuracy on the test part,
 * and writes the lattices of the first test sentences as a pack, with a page that describes it:
 * a factored pack of a perceptron or a CRF, a product pack of two chains, a dense pack of a BiLSTM.
 *
 * The same arguments and data give the same bytes, but for a BiLSTM on another machine, where
 * float32 sums may differ.
 *
 * @throws SyntaxError for a malformed corpus or a label that is no pair where it has to be one,
 * RangeError for a corpus without sentences or another than was asked for or labelled otherwise
 * than `unlabelled` says, TypeError for a decoder that is not exact or if the library of networks
 * is missing, Deno.errors.NotFound; as `trainCrf` and `fitBilstm`
 */
export async function train(options: TrainOptions): Promise<void> {
  const { decoder, out, save, name, notes } = options;
  if (!decoder.exact) {
    throw new TypeError(`Cannot train with a decoder that is not exact: ${decoder.name}`);
  }
  const parts = await readParts(options);
  const trained = await trainModel(parts, options);
  const { labels, accuracy, packedAccuracy, chains, quality } = trained;
  const facts = {
    ...notes,
    ...trained.facts,
    name,
    labels: JSON.stringify(labels),
    tested_on: sizeText(parts.testing),
    ...accuracyFacts(accuracy, packedAccuracy),
    command: trainCommand(options),
  };
  const written: string[] = [];
  if (save !== undefined) {
    if (trained.model === undefined) {
      throw new TypeError(`Cannot save a model of ${options.learner.model} without its encoder`);
    }
    const { packed_accuracy: _, ...about } = facts;
    const command = trainCommand(options, save);
    await writePackFile(save, modelFile(trained.model, { ...about, command }));
    written.push(save);
  }
  if (out !== undefined) {
    const file = await trained.file(facts);
    await writePackFile(out, file);
    const page = out.replace(/\.safetensors(\.gz)?$/, ".md");
    await Deno.writeTextFile(page, packPage(packDataset(file, out), parts.hash, chains));
    written.push(out, page);
  }
  console.log(`wrote ${written.join(" and ")}: ${accuracyText(accuracy)}`);
  if (quality === undefined) return;
  const isListed = Object.keys(quality.labels).length <= MOST_LISTED;
  console.log(evaluationText(quality, { labels: isListed }));
}

function trainModel(parts: CorpusParts, options: TrainOptions): Promise<Trained> {
  const { learner } = options;
  if (learner.model === "factorial") return trainTwoChains(parts, options);
  if (learner.model === "bilstm") return trainNetwork(parts, options, learner);
  return trainChain(parts, options, learner);
}

/** A model whose emissions are sums of the weights of features. */
interface LearnedModel {
  readonly linear: LinearModel;
  /** Entries of the metadata about the training. */
  readonly facts: PackFacts;
  /** A pack of sentences, with all weights or those that they need. */
  file(
    linear: LinearModel,
    corpus: EncodedCorpus,
    metadata: Readonly<Record<string, string>>,
  ): TensorFile;
}

/** A pack may have more labels than a model: better to know before it is learned. */
function checkModelLabels({ length }: readonly string[]): void {
  if (length <= MOST_LABELS) return;
  throw new RangeError(`Cannot learn a model of ${length} labels: it holds at most ${MOST_LABELS}`);
}

/** Numbers the features of a corpus, learns a model, and keeps what the packed sentences need. */
async function trainOnFeatures(
  { training, testing }: CorpusParts,
  { sentences, out, save, name, decoder, decoderOptions, minFrequency }: TrainOptions,
  labels: readonly string[],
  learnModel: (corpus: EncodedCorpus, featureCount: number) => Promise<LearnedModel>,
): Promise<Trained> {
  if (save !== undefined) checkModelLabels(labels);
  const encoder = new Encoder(labels);
  const corpus = encoder.learn(training, minFrequency);
  const { linear, facts, file } = await learnModel(corpus, encoder.featureCount);
  const tested = encoder.encode(testing);
  const first = firstSentences(tested, sentences);
  // Features with values cannot be added up to one.
  const hasValues = [corpus, tested].some(({ values }) => values !== undefined);
  const pack = hasValues ? valuedFile : file;
  const packed = hasValues ? { model: linear, corpus: first } : mergeFeatures(linear, first);
  const open = (weights: LinearModel, encoded: EncodedCorpus) =>
    packDataset(pack(weights, encoded, {}), out ?? name);
  const packedDataset = open(packed.model, packed.corpus);
  const whole = open(linear, tested);
  const quality = qualityOf(whole, testing, labels, decoder, decoderOptions);
  return {
    labels,
    facts,
    accuracy: quality === undefined
      ? tokenAccuracy(whole, decoder, decoderOptions)
      : { correct: quality.correctTokens, tokens: quality.tokens },
    packedAccuracy: tokenAccuracy(packedDataset, decoder, decoderOptions),
    file: (metadata) => pack(packed.model, packed.corpus, metadata),
    ...quality !== undefined && {
      quality,
      // A pack may have more labels than a model.
      ...save !== undefined && {
        model: learnedModel(linear, encoder.features, labels, templatesOf(training)),
      },
    },
  };
}

/** The columns that the features of a corpus were made of; none if it has attributes. */
function templatesOf(training: readonly Sentence[]): Templates | undefined {
  const [{ items, pos } = { items: undefined, pos: undefined }] = training;
  return items === undefined ? wordTemplates(pos !== undefined) : undefined;
}

/** What decoding finds in test sentences, against their labels; nothing where these are pairs. */
function qualityOf(
  dataset: Dataset,
  testing: readonly Sentence[],
  labels: readonly string[],
  decoder: Decoder,
  options: Options,
): EvaluationResult | undefined {
  if (dataset.model.structure !== undefined) return undefined;
  const found: string[][] = testing.map(() => []);
  compareLabels(dataset, decoder, options, (label, _, sentence) => {
    found[sentence]!.push(labels[label]!);
  });
  const evaluation = new Evaluation();
  testing.forEach(({ labels }, sentence) => evaluation.add(labels, found[sentence]!));
  return evaluation.result();
}

/** A perceptron or a CRF. */
function trainChain(
  parts: CorpusParts,
  options: TrainOptions,
  learner: LearnerSettings & { readonly model: "perceptron" | "crf" },
): Promise<Trained> {
  const { decoder, decoderOptions, epochs, seed, workers } = options;
  const { training, testing } = parts;
  const labels = knownLabels(training, testing, learner);
  const sentenceCount = training.length;
  return trainOnFeatures(parts, options, labels, async (corpus, featureCount) => {
    const common = { corpus, labelCount: labels.length, featureCount, epochs, seed };
    const trainedOn = (passes: number) => `${sizeText(training)}, ${passes} epochs`;
    if (learner.model === "perceptron") {
      if (corpus.values !== undefined) {
        throw new RangeError("Cannot train a perceptron on attributes with values: a CRF can");
      }
      const print = progressPrinter(sentenceCount, epochs, mistakesText);
      const linear = await trainPerceptron({ ...common, decoder, decoderOptions }, print);
      return { linear, facts: { trained_on: trainedOn(epochs) }, file: factoredFile };
    }
    const { settings, unlabelled } = learner;
    const print = progressPrinter(sentenceCount, epochs, objectiveText(corpus.labels.length), {
      ...settings.optimiser === "l-bfgs" && { likely: likelyEpochs(settings.tolerance, epochs) },
    });
    let [passes, objective] = [0, Infinity];
    const isPartial = unlabelled !== undefined;
    const linear = await trainCrf({ ...common, settings, isPartial, workers }, (progress) => {
      passes = progress.epoch;
      objective = Math.min(objective, progress.loss + progress.penalty);
      print(progress);
    });
    const facts = {
      model: "chain CRF",
      learner: describeCrf(settings),
      trained_on: trainedOn(passes),
      ...settings.optimiser === "l-bfgs" && { objective: objective.toFixed(3) },
    };
    return { linear, facts, file: factoredFile };
  });
}

/**
 * The labels of the training part but for the one that stands for none.
 *
 * @throws RangeError if that does not occur there, if nothing else does, and if a test token has it
 */
function knownLabels(
  training: readonly Sentence[],
  testing: readonly Sentence[],
  learner: LearnerSettings,
): string[] {
  const labels = rankLabels(training);
  const unlabelled = learner.model === "crf" ? learner.unlabelled : undefined;
  if (unlabelled === undefined) return labels;
  const known = labels.filter((label) => label !== unlabelled);
  const refuse = (why: string) => {
    throw new RangeError(`Cannot take ${JSON.stringify(unlabelled)} for an unknown label: ${why}`);
  };
  if (known.length === labels.length) refuse("no training token has it");
  if (known.length === 0) refuse("all training tokens have it");
  if (testing.some((sentence) => sentence.labels.includes(unlabelled))) {
    refuse("a test token has it, so that nothing can be said of its accuracy");
  }
  return known;
}

/**
 * Perceptrons of parts of speech and of chunks with a cross factor, from labels
 * `XPOS|features|chunk`. Viterbi over the structured transitions decodes.
 */
async function trainTwoChains(parts: CorpusParts, options: TrainOptions): Promise<Trained> {
  const { epochs, seed } = options;
  const hasValues = [...parts.training, ...parts.testing]
    .some(({ items }) => items?.flat().some((attribute) => typeof attribute !== "string"));
  if (hasValues) {
    throw new RangeError("Cannot train two chains on attributes with values: a CRF can");
  }
  const training = withPairs(parts.training);
  const testing = withPairs(parts.testing);
  const { chains, labels, components } = rankPairs(training);
  const decoding = { decoder: viterbi, decoderOptions: { transitions: "structured" } };
  const paired = { ...parts, training, testing };
  const trained = await trainOnFeatures(
    paired,
    { ...options, ...decoding },
    labels,
    async (corpus, featureCount) => {
      const sizes = [chains[0].length, chains[1].length] as const;
      const model = await trainFactorialPerceptron(
        { corpus, featureCount, sizes, components, epochs, seed },
        progressPrinter(training.length, epochs, mistakesText),
      );
      return {
        linear: model.linear,
        facts: { trained_on: `${sizeText(training)}, ${epochs} epochs` },
        file: (linear, encoded, metadata) => productFile({ ...model, linear }, encoded, metadata),
      };
    },
  );
  return { ...trained, chains };
}

function withPairs(sentences: readonly Sentence[]): Sentence[] {
  return sentences.map((sentence) => ({ ...sentence, labels: sentence.labels.map(posAndChunk) }));
}

/** A BiLSTM-CRF, until held-out sentences say that it is enough. */
async function trainNetwork(
  { training, testing }: CorpusParts,
  options: TrainOptions,
  learner: LearnerSettings & { readonly model: "bilstm" },
): Promise<Trained> {
  const { epochs, seed, name } = options;
  if (training.some(({ items }) => items !== undefined)) {
    throw new RangeError("Cannot train a network on attributes: it sees words alone");
  }
  const { settings } = learner;
  const labels = rankLabels(training);
  checkModelLabels(labels);
  const [trained, heldOut] = await holdOut(options, training);
  const { learner: fitted, encode } = await fitBilstm(
    { ...learner, trained, heldOut, labels, epochs, seed },
    (from) => progressPrinter(trained.length, epochs, heldOutText, { from, mayEndEarly: true }),
  );
  const { network, state, insight } = fitted;
  if (insight.stepMs > 0) {
    console.error(
      `training steps took ${Math.round(insight.stepMs / 1000)} s in all, ` +
        `${percent(insight.crfMs / insight.stepMs, 1)} of it in the CRF layer`,
    );
  }
  // What a model file says: without the library, and the same in `tag`.
  const model = network.toModel(labels);
  const encoder = new NetworkEncoder(model.network!);
  const plain: Pick<BilstmNetwork, "crf" | "emissions"> = {
    crf: network.crf,
    emissions: (sentences) =>
      Promise.resolve(Float32Array.from(
        sentences.flatMap(({ words }) => [...inUnits(encoder.emissionsOfRows(words), "emission")]),
      )),
  };
  const accuracyOf = (file: TensorFile) =>
    tokenAccuracy(packDataset(file, name), dominance, { bound: "row" });
  const tested = encode(testing);
  const packed = await taggedFile(plain, tested.slice(0, options.sentences), settings.batch);
  return {
    labels,
    facts: {
      model: settings.output === "crf" ? "BiLSTM-CRF" : "BiLSTM with a softmax",
      learner: describeNetwork(settings),
      trained_on: `${sizeText(trained)}, ${state.epoch} epochs, the best is ${state.bestEpoch}`,
      held_out: sizeText(heldOut),
      held_out_accuracy: shareOf(await fitted.accuracy(encode(heldOut))),
    },
    accuracy: accuracyOf(await taggedFile(plain, tested, settings.batch)),
    packedAccuracy: accuracyOf(packed),
    model,
    file: (metadata) => ({ ...packed, metadata }),
  };
}

/** Accuracies as entries of the metadata. */
function accuracyFacts(accuracy: Accuracy, packedAccuracy: Accuracy): PackFacts {
  const { chains, tokens } = accuracy;
  const facts = { accuracy: shareOf(accuracy), packed_accuracy: shareOf(packedAccuracy) };
  if (chains === undefined) return facts;
  const shares = chains.map((correct) => shareOf({ correct, tokens }));
  return { ...facts, chain_accuracies: shares.join(" ") };
}

/** "90 of 100 test tokens are right (90.00%)" */
function accuracyText(accuracy: Accuracy): string {
  const { correct, tokens, chains } = accuracy;
  if (chains === undefined) {
    return `${correct} of ${tokens} test tokens are right (${percent(correct / tokens)})`;
  }
  return `of ${tokens} test tokens ${chains[0]} have the right part of speech, ${chains[1]} the ` +
    `right chunk, ${correct} both`;
}

function shareOf({ correct, tokens }: Accuracy): string {
  return (correct / tokens).toFixed(5);
}
