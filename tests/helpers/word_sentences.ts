/**
 * Made-up labelled sentences to learn from.
 *
 * @module
 */

import { writeColumns } from "../../datasets/corpora/columns.ts";
import type { Sentence } from "../../datasets/corpora/corpus.ts";
import { Random } from "../../datasets/random.ts";
import { Encoder, rankLabels } from "../../datasets/training/encode.ts";
import type { SparseRows } from "../../datasets/linear_model.ts";
import type { PerceptronOptions } from "../../datasets/training/perceptron.ts";

/**
 * Sentences of 1 to 9 one-letter words with 6 labels: half of the words tell their label, the
 * labels of the others are random, so that a perceptron goes on making mistakes.
 */
export function wordSentences(count: number, seed: number): Sentence[] {
  const random = new Random(seed);
  return Array.from({ length: count }, (_, s) => {
    const forms = Array.from({ length: 1 + s % 9 }, () => "abcdef"[random.integer(6)]!);
    return { forms, labels: forms.map((form) => form < "d" ? "XYZ"[random.integer(3)]! : form) };
  });
}

/**
 * Sentences of 1 to 5 of five words, with labels by the numbers of a word and of the one before.
 */
export function fiveWordSentences(
  count: number,
  forms: readonly string[],
  label: (word: number, before?: number) => string,
): Sentence[] {
  return Array.from({ length: count }, (_, s) => {
    const words = Array.from({ length: 1 + s % 5 }, (_, t) => (3 * s + t * t) % 5);
    const labels = words.map((word, t) => label(word, words[t - 1]));
    return { forms: words.map((word) => forms[word]!), labels };
  });
}

/** A chunk by the number of the word before. */
export function chunkAfter(before?: number): string {
  return before === undefined ? "B-NP" : ["O", "B-VP", "I-VP", "B-PP", "B-ADVP"][before]!;
}

/** What a learner takes of them. */
type Encoded = Pick<PerceptronOptions, "corpus" | "labelCount" | "featureCount">;

/** Sentences as a learner takes them. */
export function encoded(sentences: readonly Sentence[]): Encoded {
  const labels = rankLabels(sentences);
  const encoder = new Encoder(labels);
  const corpus = encoder.learn(sentences);
  return { corpus, labelCount: labels.length, featureCount: encoder.featureCount };
}

/** `wordSentences` as a learner takes them. */
export function encodedSentences(count: number, seed: number): Encoded {
  return encoded(wordSentences(count, seed));
}

/** Where each of some lists begins among all their items, and where the last ends. */
export function offsetsOf(lists: readonly (readonly unknown[])[]): Int32Array {
  return Int32Array.from([0, ...lists.map((_, i) => lists.slice(0, i + 1).flat().length)]);
}

/** Rows of columns with their values. */
export function sparseRows(lists: (readonly [column: number, value: number])[][]): SparseRows {
  return {
    offsets: offsetsOf(lists),
    columns: Int32Array.from(lists.flat(), ([column]) => column),
    values: Int32Array.from(lists.flat(), ([, value]) => value),
  };
}

/** All values of sparse rows, row by row. */
export function denseRows({ offsets, columns, values }: SparseRows, width: number): number[] {
  const matrix = new Array<number>((offsets.length - 1) * width).fill(0);
  for (let row = 0; row + 1 < offsets.length; row++) {
    for (let i = offsets[row]!; i < offsets[row + 1]!; i++) {
      matrix[row * width + columns[i]!] = values[i]!;
    }
  }
  return matrix;
}

/** Writes them as a corpus in columns. */
export async function writeCorpus(
  folder: string,
  training: number,
  testing: number,
): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  for (const [part, count, seed] of [["train", training, 1], ["test", testing, 2]] as const) {
    const text = writeColumns(wordSentences(count, seed));
    await Deno.writeTextFile(`${folder}/${part}.tsv`, text);
  }
}
