/**
 * Labelled corpora: what a reader makes of a file, and how the readers of this folder are found.
 *
 * A new format is one new file here: its default export is a `CorpusReader`, or a list of them.
 *
 * @module
 */

import { modulesIn } from "../modules.ts";
import { inflated, readPlainFile } from "../plain_file.ts";

/** The tokens of a sentence with their labels; all arrays have the same length, at least 1. */
export interface Sentence {
  /** The words as written. */
  readonly forms: readonly string[];
  /** Part-of-speech tags that the tagger may look at, where the corpus has them. */
  readonly pos?: readonly string[];
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
  const names = (reader.files[part] ?? []).flatMap((name) => [`${name}.gz`, name]);
  for (const name of names) {
    const path = `${folder.replace(/\/+$/, "")}/${name}`;
    let bytes: Uint8Array;
    try {
      bytes = await readPlainFile(path);
    } catch (error) {
      const { NotFound, NotADirectory } = Deno.errors;
      if (error instanceof NotFound || error instanceof NotADirectory) continue;
      throw error;
    }
    return reader.read(decode(bytes, path), path);
  }
  throw new Deno.errors.NotFound(
    `Cannot find the ${part} part of a ${reader.name} corpus in ${folder}: no ${names.join(", ")}`,
  );
}

function decode(bytes: Uint8Array, path: string): string {
  const plain = inflated(bytes, path);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(plain);
  } catch (error) {
    throw new SyntaxError(`Cannot read ${path} as text: ${(error as Error).message}`);
  }
}
