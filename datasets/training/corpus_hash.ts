/**
 * Which version of a corpus a model was trained on.
 *
 * @module
 */

import { createHash } from "node:crypto";
import type { Sentence } from "../corpora/corpus.ts";

/**
 * SHA-256 (hex) of the sentences as the trainer sees them, so that it does not depend on the file
 * format, compression or line ends: of each sentence the forms, parts of speech (none: null) and
 * labels as a JSON array, a line each; an empty line stands between training and test.
 *
 * @example
 * ```ts
 * import { corpusHash } from "./corpus_hash.ts";
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
