/**
 * The parts of a corpus that a pack is made from, and which version of it they are.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { readCorpus, type Sentence } from "../corpora/corpus.ts";
import { count } from "../markdown.ts";
import type { TrainOptions } from "./recipe.ts";

/** Where a corpus has no part for it, one of this many training sentences is held out. */
const HELD_OUT_SHARE = 10;

/**
 * SHA-256 (hex) of the sentences as the trainer sees them, so that it does not depend on the file
 * format, compression or line ends: of each sentence the forms, parts of speech (none: null) and
 * labels as a JSON array, a line each; an empty line stands between training and test.
 *
 * @example
 * ```ts
 * import { corpusHash } from "./corpus_parts.ts";
 * import { assertNotEquals } from "@std/assert";
 *
 * const training = [{ forms: ["a"], labels: ["X"] }];
 * const testing = [{ forms: ["b"], labels: ["X"] }];
 * assertNotEquals(corpusHash(training, testing), corpusHash(testing, training));
 * ```
 */
export function corpusHash(training: readonly Sentence[], testing: readonly Sentence[]): string {
  const hash = createHash("sha256");
  const add = ({ forms, pos, labels }: Sentence) =>
    hash.update(`${JSON.stringify([forms, pos ?? null, labels])}\n`);
  training.forEach(add);
  hash.update("\n");
  testing.forEach(add);
  return hash.digest("hex");
}

/** What a corpus holds. */
export interface CorpusParts {
  /** To learn from. */
  readonly training: readonly Sentence[];
  /** To measure accuracy on, and to pack. */
  readonly testing: readonly Sentence[];
  /** SHA-256 of both. */
  readonly hash: string;
}

/** Where a corpus is, and for which pack. */
type CorpusSource = Pick<TrainOptions, "name" | "data" | "reader" | "corpus">;

/**
 * Reads both parts.
 *
 * @throws SyntaxError for a malformed corpus, RangeError for one without sentences or another than
 * was asked for, Deno.errors.NotFound
 */
export async function readParts(options: CorpusSource): Promise<CorpusParts> {
  const training = await readPart(options, "train");
  const testing = await readPart(options, "test");
  const hash = corpusHash(training, testing);
  if (options.corpus !== undefined && options.corpus !== hash) {
    throw new RangeError(
      `Cannot train ${options.name} on ${options.data}: its sentences have the SHA-256 ${hash}, ` +
        `not ${options.corpus}`,
    );
  }
  return { training, testing, hash };
}

/**
 * Sentences to learn from, and sentences to stop by: those of the part `dev`, or, where the corpus
 * has none, the last tenth of the training part.
 *
 * @throws SyntaxError for a malformed part, RangeError for one without sentences, and where there
 * is nothing to hold out
 */
export async function holdOut(
  { data, reader }: CorpusSource,
  training: readonly Sentence[],
): Promise<[readonly Sentence[], readonly Sentence[]]> {
  try {
    const dev = await readCorpus(data, "dev", reader);
    if (dev.length > 0) return [training, dev];
    throw new RangeError(`Cannot use the dev part of ${data}: it has no sentences`);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const kept = training.length - Math.ceil(training.length / HELD_OUT_SHARE);
  if (kept === 0) throw new RangeError(`Cannot hold sentences out of ${data}: it has one`);
  return [training.slice(0, kept), training.slice(kept)];
}

/** "12 sentences, 345 tokens" */
export function sizeText(sentences: readonly Sentence[]): string {
  const tokens = sentences.reduce((sum, { forms }) => sum + forms.length, 0);
  return `${count(sentences.length)} sentences, ${count(tokens)} tokens`;
}

async function readPart(
  { data, reader }: CorpusSource,
  part: "train" | "test",
): Promise<Sentence[]> {
  const sentences = await readCorpus(data, part, reader);
  if (sentences.length > 0) return sentences;
  throw new RangeError(`Cannot use the ${part} part of ${data}: it has no sentences`);
}
