/**
 * The parts of a corpus that a pack is made from, and which version of it they are.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { readCorpus, type Sentence } from "../corpora/corpus.ts";
import { count } from "../markdown.ts";
import type { CorpusOptions } from "./recipe.ts";

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

/**
 * Reads both parts.
 *
 * @throws SyntaxError for a malformed corpus, RangeError for one without sentences or another than
 * was asked for, Deno.errors.NotFound
 */
export async function readParts(options: CorpusOptions): Promise<CorpusParts> {
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

/** "12 sentences, 345 tokens" */
export function sizeText(sentences: readonly Sentence[]): string {
  const tokens = sentences.reduce((sum, { forms }) => sum + forms.length, 0);
  return `${count(sentences.length)} sentences, ${count(tokens)} tokens`;
}

async function readPart(
  { data, reader }: CorpusOptions,
  part: "train" | "test",
): Promise<Sentence[]> {
  const sentences = await readCorpus(data, part, reader);
  if (sentences.length > 0) return sentences;
  throw new RangeError(`Cannot use the ${part} part of ${data}: it has no sentences`);
}
