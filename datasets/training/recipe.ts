/**
 * What a pack is trained from and how, the command that does it, and the recipes of the packs in
 * `datasets/real/`.
 *
 * @module
 */

import type { Decoder, Options } from "../../decoders/contract.ts";
import type { CorpusReader } from "../corpora/corpus.ts";
import { modulesIn } from "../modules.ts";
import { shellQuote } from "../visible.ts";
import type { CrfSettings } from "./crf/settings.ts";

/** Notes that a pack and its page carry on as they are. */
export const NOTES = ["licence", "provenance", "attribution"] as const;

/** What to train on and how. */
export interface TrainOptions {
  /** Folder of the corpus. */
  readonly data: string;
  /** Path of the pack, `.safetensors` or `.safetensors.gz`. */
  readonly out: string;
  /** Reader of the corpus. */
  readonly reader: CorpusReader;
  /** Passes over the training sentences, at least 1. */
  readonly epochs: number;
  /** Seed of the order of the sentences, from 0. */
  readonly seed: number;
  /** Test sentences to pack, at least 1. */
  readonly sentences: number;
  /** How a chain CRF learns; without it an averaged perceptron does. */
  readonly crf?: CrfSettings;
  /** Only for a CRF: stands for the label of a training token whose label is not known. */
  readonly unlabelled?: string;
  /** Threads that a CRF's passes are shared by, at least 1; the pack is the same. */
  readonly workers: number;
  /** The exact decoder that testing and a perceptron's training use, with all its options. */
  readonly decoder: Decoder;
  /** Resolved options of the decoder. */
  readonly decoderOptions: Options;
  /** The decoder as on the command line. */
  readonly variant: string;
  /** Name of the dataset. */
  readonly name: string;
  /** Licence, provenance, attribution, where given. */
  readonly notes: Readonly<Partial<Record<(typeof NOTES)[number], string>>>;
  /** Path of the pack in the recorded command, if it is not `out`. */
  readonly recordedOut?: string;
  /** `corpusHash` of the only corpus to train on, if not any will do. */
  readonly corpus?: string;
}

/** What to train on and how, but for the decoder and the learner. */
export type CorpusOptions = Omit<
  TrainOptions,
  "decoder" | "decoderOptions" | "variant" | "crf" | "unlabelled" | "workers"
>;

/**
 * The command that makes the same pack again, with every option written out, and without the
 * places on this machine: the data are in a folder of `DATA`, and a pack outside the current
 * folder is named without its folder.
 *
 * @param more what the task takes besides, as on the command line
 */
export function trainCommand(
  task: "train" | "train_bilstm" | "train_factorial",
  options: CorpusOptions,
  more: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const { data, reader, epochs, seed, sentences, name, notes } = options;
  const out = options.recordedOut ?? options.out;
  const own = { format: reader.name, epochs, seed, sentences, ...more };
  return packCommand(task, { data, out, name, notes }, own);
}

/** A pack as its command names it. */
export interface NamedPack extends Pick<TrainOptions, "data" | "out" | "name" | "notes"> {}

/** The command that makes a pack: its places, then flags, then what the pack says of itself. */
export function packCommand(
  task: string,
  { data, out, name, notes }: NamedPack,
  own: Readonly<Record<string, string | number | undefined>>,
): string {
  const isInside = !/^([\\/]|[A-Za-z]:)/.test(out) && !out.split(/[\\/]/).includes("..");
  const flags = {
    data: `DATA/${baseName(data)}`,
    out: isInside ? out.replace(/^\.\//, "") : baseName(out),
    ...own,
    name,
    // In one order, whatever that of the notes.
    ...Object.fromEntries(NOTES.map((note) => [note, notes[note]])),
  };
  const quoted = Object.entries(flags)
    .filter(([, value]) => value !== undefined)
    .map(([flag, value]) => `--${flag} ${shellQuote(String(value))}`);
  return `deno task ${task} ${quoted.join(" ")}`;
}

function baseName(path: string): string {
  return path.replace(/[\\/]+$/, "").replace(/^.*[\\/]/, "");
}

/** What to train on and how, in words of the command line. */
export interface TrainSettings {
  /** Name of the dataset. */
  readonly name: string;
  /** Name of the corpus reader. */
  readonly format: string;
  /** Passes over the training sentences, at least 1. */
  readonly epochs: number;
  /** Seed of the order of the sentences, from 0. */
  readonly seed: number;
  /** Test sentences to pack, at least 1. */
  readonly sentences: number;
  /** How a chain CRF learns; without it an averaged perceptron does. */
  readonly crf?: CrfSettings;
  /** Stands for the label of a training token whose label is not known. */
  readonly unlabelled?: string;
  /** The exact decoder that testing and a perceptron's training use, `NAME{option=value,…}`. */
  readonly decoder: string;
  /** Licence, provenance, attribution, where given. */
  readonly notes: Readonly<Partial<Record<(typeof NOTES)[number], string>>>;
}

/** A pack that does not come out byte for byte when it is made again. */
export interface Pinned {
  /** Content hash of the pack of the project. */
  readonly hash: string;
  /** By how much the share of right test tokens may differ when it is made again. */
  readonly margin: number;
}

/** How to make one pack: the default export of a module in `datasets/real/`, beside the pack. */
export interface Recipe extends TrainSettings {
  /** Folder of the corpus, if it does not have the dataset's name. */
  readonly folder?: string;
  /** What trains and writes the pack, if not `train`. */
  readonly train?: (options: TrainOptions) => Promise<void>;
  /** For a recipe that makes other bytes on other machines: the pack that is kept. */
  readonly pinned?: Pinned;
  /** `corpusHash` of the corpus: another version of it would make another pack. */
  readonly corpus: string;
}

/** The recipes in `datasets/real/`, by file name. */
export async function listRecipes(): Promise<Recipe[]> {
  const found = await modulesIn<Recipe>(new URL("../real/", import.meta.url));
  return found.map(({ value }) => value);
}
