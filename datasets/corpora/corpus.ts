/**
 * Labelled corpora: what a reader makes of a file, how the readers of this folder are found, the
 * parts of a corpus, and which version of it they are.
 *
 * A new format is one new file here: its default export is a `CorpusReader`, or a list of them.
 *
 * @module
 */

import { createHash } from "node:crypto";
import type { Attribute } from "../items.ts";
import { counted } from "../markdown.ts";
import { modulesIn } from "../modules.ts";
import { readFirst, textOf } from "../gzipped_text.ts";

/** The tokens of a sentence with their labels; all arrays have the same length, at least 1. */
export interface Sentence {
  /** The words as written. */
  readonly forms: readonly string[];
  /** Part-of-speech tags that are inputs of the tagger, where the corpus has them. */
  readonly pos?: readonly string[];
  /** The attributes of each token with their values, instead of what its form says. */
  readonly items?: readonly (readonly Attribute[])[];
  /** The right labels. */
  readonly labels: readonly string[];
}

/** A file format. Modules in this folder export one as their default, or several that are alike. */
export interface CorpusReader {
  /** As in `--format`. */
  readonly name: string;
  /** One line for `--help`. */
  readonly description: string;
  /** Usual names of the parts of a corpus, without `.gz`; the first that exists is read. */
  readonly files: {
    readonly train: readonly string[];
    readonly test: readonly string[];
    /** Held out from training to choose settings by, where the format has usual names for it. */
    readonly dev?: readonly string[];
  };
  /**
   * Reads the text of a whole file.
   *
   * @param source names the file in errors
   * @throws SyntaxError naming the file, the line number and the line
   */
  read(text: string, source: string): Sentence[];
}

/** A part of a corpus. */
export type Part = keyof CorpusReader["files"];

/** The readers in this folder, by file name. */
export async function listReaders(): Promise<CorpusReader[]> {
  const folder = new URL("./", import.meta.url);
  const found = await modulesIn<CorpusReader | readonly CorpusReader[]>(folder);
  return found.flatMap(({ value }) => value);
}

/**
 * Reads one part of a corpus in a folder: the first of the reader's usual files, plain or gzipped.
 *
 * @throws Deno.errors.NotFound if the folder has none of them, SyntaxError as the reader does, or
 * for a file that is not gzip or not UTF-8
 */
export async function readCorpus(
  folder: string,
  part: Part,
  reader: CorpusReader,
): Promise<Sentence[]> {
  const names = reader.files[part] ?? [];
  const found = await readFirst(folder, names);
  if (found !== undefined) return reader.read(textOf(found.bytes, found.path), found.path);
  const wanted = names.map((name) => `${name}.gz, ${name}`).join(", ");
  throw new Deno.errors.NotFound(
    `Cannot find the ${part} part of a ${reader.name} corpus in ${folder}: no ${wanted}`,
  );
}

/** Where a corpus has no part for it, one of this many training sentences is held out. */
const HELD_OUT_SHARE = 10;

/**
 * SHA-256 (hex) of the sentences as the trainer sees them, so that it does not depend on the file
 * format, compression or line ends: of each sentence the forms (or items), parts of speech (none:
 * null) and labels as a JSON array, a line each; an empty line stands between training and test.
 *
 * @example
 * ```ts
 * import { corpusHash } from "./corpus.ts";
 * import { assertNotEquals } from "@std/assert";
 *
 * const training = [{ forms: ["a"], labels: ["X"] }];
 * const testing = [{ forms: ["b"], labels: ["X"] }];
 * assertNotEquals(corpusHash(training, testing), corpusHash(testing, training));
 * ```
 */
export function corpusHash(training: readonly Sentence[], testing: readonly Sentence[]): string {
  const hash = createHash("sha256");
  const add = ({ forms, pos, labels, items }: Sentence) =>
    hash.update(`${JSON.stringify([items ?? forms, pos ?? null, labels])}\n`);
  training.forEach(add);
  hash.update("\n");
  testing.forEach(add);
  return hash.digest("hex");
}

/** What a corpus holds. */
export interface CorpusParts {
  /** The training sentences. */
  readonly training: readonly Sentence[];
  /** To measure accuracy on, and to pack. */
  readonly testing: readonly Sentence[];
  /** SHA-256 of both parts. */
  readonly hash: string;
}

/** Where a corpus is, and for which pack. */
export interface CorpusSource {
  /** Name of the dataset. */
  readonly name: string;
  /** Folder of the corpus. */
  readonly data: string;
  readonly reader: CorpusReader;
  /** `corpusHash` of the only corpus to train on, if not any will do. */
  readonly corpus?: string;
}

/**
 * Reads both parts.
 *
 * @throws SyntaxError for a malformed corpus, RangeError for one without sentences or another than
 * was asked for, Deno.errors.NotFound
 */
export async function readParts(options: CorpusSource): Promise<CorpusParts> {
  const training = await readPart(options, "train");
  const testing = await readPart(options, "test");
  requireSamePos(options.data, training, testing, "test");
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
  source: CorpusSource,
  training: readonly Sentence[],
): Promise<[readonly Sentence[], readonly Sentence[]]> {
  const { data } = source;
  try {
    const dev = await readPart(source, "dev");
    requireSamePos(data, training, dev, "dev");
    return [training, dev];
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const kept = training.length - Math.ceil(training.length / HELD_OUT_SHARE);
  if (kept === 0) throw new RangeError(`Cannot hold sentences out of ${data}: it has one`);
  return [training.slice(0, kept), training.slice(kept)];
}

/**
 * Refuses a part that lacks what the other has: features of parts of speech would be learned from
 * one and never fire in the other.
 */
function requireSamePos(
  folder: string,
  training: readonly Sentence[],
  others: readonly Sentence[],
  part: Part,
): void {
  const [learned, found] = [training, others].map((of) => of.some(({ pos }) => pos !== undefined));
  if (learned === found) return;
  const [has, lacks] = learned ? ["train", part] : [part, "train"];
  throw new RangeError(
    `Cannot use ${folder}: its ${has} part has parts of speech as inputs, its ${lacks} part none`,
  );
}

/** "12 sentences, 345 tokens" */
export function sizeText(sentences: readonly Sentence[]): string {
  const tokens = sentences.reduce((sum, { forms }) => sum + forms.length, 0);
  return `${counted(sentences.length, "sentence")}, ${counted(tokens, "token")}`;
}

async function readPart({ data, reader }: CorpusSource, part: Part): Promise<Sentence[]> {
  const sentences = await readCorpus(data, part, reader);
  if (sentences.length > 0) return sentences;
  throw new RangeError(`Cannot use the ${part} part of ${data}: it has no sentences`);
}
