/**
 * `deno task train_factorial`: from a corpus to a product pack.
 *
 * @module
 */

import { dirname } from "node:path";
import { prepared } from "../../decoders/chain/prepared.ts";
import { newWork } from "../../decoders/contract.ts";
import viterbi from "../../decoders/viterbi.ts";
import type { Sentence } from "../corpora/corpus.ts";
import { packTask } from "../packs/pack.ts";
import { writePackFile } from "../packs/tensor_file.ts";
import { productFile } from "../packs/product.ts";
import type { TensorFile } from "../packs/safetensors.ts";
import { Encoder } from "./encode.ts";
import { mistakesText, trainFactorialPerceptron } from "./perceptron.ts";
import { posAndChunk, rankPairs } from "./label_pairs.ts";
import { firstSentences, mergeFeatures } from "./merge_features.ts";
import { packPage } from "./pack_page.ts";
import { progressPrinter } from "./learn.ts";
import { readParts, sizeText } from "./corpus_parts.ts";
import { type CorpusOptions, trainCommand } from "./recipe.ts";

/** Tokens that are right, of all. */
export interface PairAccuracy {
  /** All tokens. */
  readonly tokens: number;
  /** Tokens whose pair is right. */
  readonly pairs: number;
  /** Tokens whose component is right, by chain. */
  readonly chains: readonly [number, number];
}

/**
 * Trains two chains, parts of speech and chunks, with a cross factor on the training part of a
 * corpus whose labels are `XPOS|features|chunk`, measures the accuracy of each chain and of the
 * pairs on the test part, and writes the lattices of the first test sentences as a product pack,
 * with a page that describes it. Viterbi over the structured transitions decodes. The same
 * arguments and data give the same bytes.
 *
 * @throws SyntaxError for a malformed corpus or label, RangeError for one without sentences or
 * another than was asked for, Deno.errors.NotFound
 */
export async function trainFactorial(options: CorpusOptions): Promise<void> {
  const { out, epochs, seed, sentences, name, notes } = options;
  const parts = await readParts(options);
  const training = withPairs(parts.training);
  const testing = withPairs(parts.testing);
  await Deno.mkdir(dirname(out), { recursive: true });

  const { chains, labels, components } = rankPairs(training);
  const encoder = new Encoder(labels);
  const model = await trainFactorialPerceptron({
    corpus: encoder.learn(training),
    featureCount: encoder.featureCount,
    sizes: [chains[0].length, chains[1].length],
    components,
    epochs,
    seed,
  }, progressPrinter(training.length, epochs, mistakesText));

  const tested = encoder.encode(testing);
  const packed = mergeFeatures(model.linear, firstSentences(tested, sentences));
  const accuracy = pairAccuracy(productFile(model, tested, {}), out);
  const packedModel = { ...model, linear: packed.model };
  const packedAccuracy = pairAccuracy(productFile(packedModel, packed.corpus, {}), out);
  const file = productFile(packedModel, packed.corpus, {
    ...notes,
    name,
    labels: JSON.stringify(labels),
    trained_on: `${sizeText(training)}, ${epochs} epochs`,
    tested_on: sizeText(testing),
    accuracy: share(accuracy.pairs, accuracy),
    packed_accuracy: share(packedAccuracy.pairs, packedAccuracy),
    chain_accuracies: accuracy.chains.map((right) => share(right, accuracy)).join(" "),
    command: trainCommand("train_factorial", options),
  });
  await writePackFile(out, file);
  const page = out.replace(/\.safetensors(\.gz)?$/, ".md");
  await Deno.writeTextFile(page, productPage(file, out, chains, parts.hash));
  console.log(
    `right test tokens of ${accuracy.tokens}: ${accuracy.chains[0]} parts of speech, ` +
      `${accuracy.chains[1]} chunks, ${accuracy.pairs} pairs; wrote ${out} and ${page}`,
  );
}

/** Decodes all sentences of a product pack and compares the best paths with its right labels. */
export function pairAccuracy(file: TensorFile, source: string): PairAccuracy {
  const { model, lengths, lattice, gold } = packTask(file, source);
  if (gold === undefined || model.structure === undefined) {
    throw new TypeError(`Cannot compute the accuracy of ${source}: it has no right pairs`);
  }
  const components = model.structure.map((factor) => factor.components);
  const decode = prepared(viterbi, model, { transitions: "structured" });
  const work = newWork();
  const chains: [number, number] = [0, 0];
  let tokens = 0;
  let pairs = 0;
  lengths.forEach((length, sentence) => {
    const found = decode(lattice(sentence), 1, work).paths[0]!.labels;
    found.forEach((label, t) => {
      const right = gold[tokens + t]!;
      if (right < 0) return;
      if (label === right) pairs++;
      components.forEach((of, chain) => {
        if (of[label] === of[right]) chains[chain]!++;
      });
    });
    tokens += length;
  });
  return { tokens, pairs, chains };
}

function withPairs(sentences: readonly Sentence[]): Sentence[] {
  return sentences.map((sentence) => ({ ...sentence, labels: sentence.labels.map(posAndChunk) }));
}

function productPage(
  file: TensorFile,
  source: string,
  chains: readonly (readonly string[])[],
  corpus: string,
): string {
  const [first, second] = file.metadata["chain_accuracies"]!.split(" ")
    .map((value) => `${(100 * Number(value)).toFixed(2)}%`);
  return `${packPage(packTask(file, source), corpus)}
Each label is a pair: one of ${chains[0]!.length} parts of speech and one of ${
    chains[1]!.length
  } chunk labels (${chains[1]!.join(", ")}).
Both chains weigh the same features of the words, each has transitions of its own, and a cross
factor joins them at each position. So the transitions of the pairs are the sum of two small
matrices. The part of speech is right in ${first} of the test tokens, the chunk in ${second}.
`;
}

function share(right: number, { tokens }: PairAccuracy): string {
  return (right / tokens).toFixed(5);
}
