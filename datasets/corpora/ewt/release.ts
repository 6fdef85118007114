/**
 * The release of UD English EWT: which files it has, how to get the right ones, from their source
 * or from a folder, and how the labels of its three corpora are made.
 *
 * @module
 */

import { createHash } from "node:crypto";
import type { Word } from "../conllu.ts";
import type { Part } from "../corpus.ts";
import { baseChunks } from "./chunks.ts";
import { readFirst } from "../../gzipped_text.ts";

/** A file of a release. */
export interface ReleaseFile {
  /** Its name in the release. */
  readonly name: string;
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly sha256: string;
}

/** A release of a treebank, pinned to its bytes. */
export interface Release {
  /** Name and version, for messages. */
  readonly title: string;
  /** URL of the folder of the files, with a slash at the end. */
  readonly source: string;
  /** Licence of what is made of it. */
  readonly licence: string;
  /** The parts of the treebank. */
  readonly files: {
    readonly train: ReleaseFile;
    readonly test: ReleaseFile;
    /** Held out, where the release has it. */
    readonly dev?: ReleaseFile;
  };
}

/**
 * Universal Dependencies 2.16 (15 May 2025), English Web Treebank: 12,544 training, 2,077 test
 * and 2,001 held-out sentences.
 */
export const UD_ENGLISH_EWT: Release = {
  title: "UD English EWT 2.16",
  source: "https://raw.githubusercontent.com/UniversalDependencies/UD_English-EWT/r2.16/",
  licence: "annotations CC BY-SA 4.0, texts by their authors",
  files: {
    train: {
      name: "en_ewt-ud-train.conllu",
      sha256: "3fb78e2b55482c8ee00caa653af436c88c9e5bc9a73ce26e4ae3ddc79d2b7e7b",
    },
    test: {
      name: "en_ewt-ud-test.conllu",
      sha256: "e266e515a0a7547657ed3d90d9ba46487d6bd251f27ad4269d4e8a427c8555cd",
    },
    dev: {
      name: "en_ewt-ud-dev.conllu",
      sha256: "531a54ff90d6ab12201c5a50c3e78e6ddac4de69abc4bce5d275d3cd29efe2b6",
    },
  },
};

/** A download that takes this long hangs. */
const DEADLINE_MS = 300_000;

/** Bytes and where they come from. */
interface Obtained {
  readonly bytes: Uint8Array;
  readonly from: string;
}

/**
 * The text of one part of a release, fetched from its source, or read from a folder that holds the
 * file under its own name, plain or with `.gz`.
 *
 * @throws RangeError if the release has no such part, or if the SHA-256 of the bytes (those within
 * the gzip) is not the release's
 * @throws TypeError if it cannot be fetched
 * @throws Deno.errors.NotFound if the folder does not have it, SyntaxError if it is not gzip
 */
export async function obtain(
  release: Release,
  part: Part,
  folder?: string,
): Promise<string> {
  const file = release.files[part];
  if (file === undefined) throw new RangeError(`Cannot find the ${part} part of ${release.title}`);
  const { name, sha256 } = file;
  const { bytes, from } = folder === undefined
    ? await download(new URL(name, release.source))
    : await readFrom(folder.replace(/\/+$/, ""), name);
  const found = createHash("sha256").update(bytes).digest("hex");
  if (found !== sha256) {
    throw new RangeError(
      `Cannot use ${from} as ${name} of ${release.title}: expected SHA-256 ${sha256}, ` +
        `found ${found}`,
    );
  }
  return new TextDecoder().decode(bytes);
}

async function download(url: URL): Promise<Obtained> {
  const fail = (why: string, cause?: unknown) =>
    new TypeError(`Cannot fetch ${url}: ${why}; --from DIR takes files on disk`, { cause });
  let response: Response;
  let bytes: Uint8Array;
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(DEADLINE_MS) });
    bytes = await response.bytes();
  } catch (error) {
    throw fail((error as Error).message, error);
  }
  if (!response.ok) throw fail(`${response.status} ${response.statusText}`.trim());
  return { bytes, from: url.href };
}

async function readFrom(folder: string, name: string): Promise<Obtained> {
  const found = await readFirst(folder, [name]);
  if (found !== undefined) return { bytes: found.bytes, from: found.path };
  throw new Deno.errors.NotFound(`Cannot find ${name}.gz or ${name} in ${folder}`);
}

/** Makes the label of each word of a sentence. */
export type LabelScheme = (words: readonly Word[]) => string[];

/** Tags of UD English EWT that the 45 of the Penn Treebank lack, and what they become. */
export const PENN_TAGS: ReadonlyMap<string, string> = new Map([
  ["HYPH", ":"],
  ["NFP", ":"],
  ["ADD", "NNP"],
  ["GW", "FW"],
]);

const KEPT_OF_319 = ["Degree", "NumType", "Number", "Polarity", "PronType"];
const LEFT_OUT_OF_443 = ["Abbr", "NumForm", "Typo"];

/**
 * The label scheme of each task, by its name.
 *
 * - `ewt_pos45`: XPOS, with the tags that the Penn Treebank lacks put into its own.
 * - `ewt_pos_morph_chunk319`: `XPOS|FEATS|chunk`, with the features Degree, NumType, Number,
 *   Polarity and PronType.
 * - `ewt_pos_morph_chunk443`: the same with all features but Abbr, NumForm and Typo.
 *
 * `FEATS` is `_` where there is none. The numbers are those of the labels in the training part.
 */
export const LABEL_SCHEMES: Readonly<Record<string, LabelScheme>> = {
  ewt_pos45: (words) => words.map(({ xpos }) => PENN_TAGS.get(xpos) ?? xpos),
  ewt_pos_morph_chunk319: joint((feature) => KEPT_OF_319.includes(feature)),
  ewt_pos_morph_chunk443: joint((feature) => !LEFT_OUT_OF_443.includes(feature)),
};

function joint(keeps: (feature: string) => boolean): LabelScheme {
  return (words) => {
    const chunks = baseChunks(words);
    return words.map(({ xpos, features }, i) => {
      const kept = features.filter((feature) => keeps(feature.split("=", 1)[0]!));
      return [xpos, ...(kept.length === 0 ? ["_"] : kept), chunks[i]!].join("|");
    });
  };
}
