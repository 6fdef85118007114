/**
 * What a pack is trained from and how, and the command that does it.
 *
 * @module
 */

import type { Decoder, Options } from "../../decoders/contract.ts";
import type { CorpusReader } from "../corpora/corpus.ts";
import { shellQuote } from "../visible.ts";
import type { BilstmSettings, Checkpointing } from "./bilstm/settings.ts";
import { type CrfSettings, settingsFlags } from "./crf/settings.ts";

/** Notes that a pack and its page carry on as they are. */
export const NOTES = ["licence", "provenance", "attribution"] as const;

/** How a model is learned. */
export type LearnerSettings =
  /** An averaged perceptron. */
  | { readonly model: "perceptron" }
  /** A chain CRF. */
  | {
    readonly model: "crf";
    readonly settings: CrfSettings;
    /** Stands for the label of a training token whose label is not known. */
    readonly unlabelled?: string;
  }
  /** Averaged perceptrons of parts of speech and of chunks, with a cross factor. */
  | { readonly model: "factorial" }
  /** A BiLSTM-CRF. */
  | { readonly model: "bilstm"; readonly settings: BilstmSettings } & Checkpointing;

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
  /** The model and how it is learned. */
  readonly learner: LearnerSettings;
  /** The exact decoder that testing and a perceptron's training use, `NAME{option=value,…}`. */
  readonly decoder: string;
  /** Licence, provenance, attribution, where given. */
  readonly notes: Readonly<Partial<Record<(typeof NOTES)[number], string>>>;
}

/** The same with what its words name, and the places. */
export interface TrainOptions extends Omit<TrainSettings, "format" | "decoder"> {
  /** Folder of the corpus. */
  readonly data: string;
  /** Path of the pack, `.safetensors` or `.safetensors.gz`. */
  readonly out: string;
  /** Path of the pack in the recorded command, if it is not `out`. */
  readonly recordedOut?: string;
  /** `corpusHash` of the only corpus to train on, if not any will do. */
  readonly corpus?: string;
  /** Reader of the corpus. */
  readonly reader: CorpusReader;
  /** Threads that a CRF's passes are shared by, at least 1; the pack is the same. */
  readonly workers: number;
  /** The exact decoder, with all its options. */
  readonly decoder: Decoder;
  /** Resolved options of the decoder. */
  readonly decoderOptions: Options;
  /** The decoder as on the command line. */
  readonly variant: string;
}

/** A pack that does not come out byte for byte when it is made again. */
export interface Pinned {
  /** Content hash of the pack of the project. */
  readonly hash: string;
  /** By how much the share of right test tokens may differ when it is made again. */
  readonly margin: number;
}

/** How to make one pack of `datasets/real/`. */
export interface Recipe extends TrainSettings {
  /** Folder of the corpus, if it does not have the dataset's name. */
  readonly folder?: string;
  /** For a recipe that makes other bytes on other machines: the pack that is kept. */
  readonly pinned?: Pinned;
  /** `corpusHash` of the corpus: another version of it would make another pack. */
  readonly corpus: string;
}

/**
 * The command that makes the same pack again, with every option written out, and without the
 * places on this machine: the data are in a folder of `DATA`, and a pack outside the current
 * folder is named without its folder.
 */
export function trainCommand(options: TrainOptions): string {
  const { data, reader, epochs, seed, sentences, name, notes, learner, variant } = options;
  const { model } = learner;
  const pack = { data, out: options.recordedOut ?? options.out, name, notes };
  const common = { format: reader.name, epochs, seed, sentences };
  if (model === "factorial") return packCommand("train_factorial", pack, common);
  if (model === "bilstm") {
    return packCommand("train_bilstm", pack, { ...common, ...learner.settings });
  }
  const own = { ...common, decoder: variant };
  if (model === "perceptron") return packCommand("train", pack, own);
  const { settings, unlabelled } = learner;
  return packCommand("train", pack, {
    ...own,
    learner: model,
    ...settingsFlags(settings),
    unlabelled,
  });
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
