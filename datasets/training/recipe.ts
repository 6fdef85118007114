/**
 * What a pack of lattices or of parses is trained from and how, and the command that does it.
 *
 * @module
 */

import type { CorpusSource, Part } from "../corpora/corpus.ts";
import {
  type BilstmSettings,
  type Checkpointing,
  type CrfSettings,
  settingsFlags,
} from "./settings.ts";
import { shellQuote } from "../visible.ts";
import type { Decoder, Options } from "../../decoders/contract.ts";

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
  /** Features that training has fewer times are left out; 1 if it is not given. */
  readonly minFrequency?: number;
  /** The model and how it is learned. */
  readonly learner: LearnerSettings;
  /** The exact decoder that testing and a perceptron's training use, `NAME{option=value,…}`. */
  readonly decoder: string;
  /** Licence, provenance, attribution, where given. */
  readonly notes: Readonly<Partial<Record<(typeof NOTES)[number], string>>>;
}

/** The same with what its words name, and the places. */
export interface TrainOptions extends Omit<TrainSettings, "format" | "decoder">, CorpusSource {
  /** Path of the pack, `.safetensors` or `.safetensors.gz`; without it none is written. */
  readonly out?: string;
  /** Path of the model file that `tag` reads; without it none is written. */
  readonly save?: string;
  /** Path of the pack in the recorded command, if it is not `out`. */
  readonly recordedOut?: string;
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
 * places on this machine: the data are in a folder of `DATA`, and a file outside the current
 * folder is named without its folder.
 *
 * @param save the model file, if it is to make that instead
 */
export function trainCommand(options: TrainOptions, save?: string): string {
  const { data, reader, epochs, seed, sentences, name, notes, learner, variant } = options;
  const { model } = learner;
  const out = save === undefined ? options.recordedOut ?? options.out : undefined;
  const pack = { data, name, notes, ...out !== undefined && { out } };
  const { minFrequency } = options;
  const common = {
    save: save && placeOf(save),
    format: reader.name,
    epochs,
    seed,
    sentences: save === undefined ? sentences : undefined,
    "min-frequency": minFrequency,
  };
  if (model === "factorial") return packCommand("train_factorial", pack, common);
  if (model === "bilstm") {
    return packCommand("train_bilstm", pack, { ...common, ...learner.settings });
  }
  const chain = { ...common, decoder: variant };
  if (model === "perceptron") return packCommand("train", pack, chain);
  const { settings, unlabelled } = learner;
  return packCommand("train", pack, {
    ...chain,
    learner: model,
    ...settingsFlags(settings),
    unlabelled,
  });
}

/** A pack as its command names it. */
export interface NamedPack extends Pick<TrainOptions, "data" | "out" | "name" | "notes"> {}

/** The command that makes a pack: its places, then flags, then what the pack says of itself. */
export function packCommand(
  command: string,
  { data, out, name, notes }: NamedPack,
  more: Readonly<Record<string, string | number | undefined>>,
): string {
  const flags = {
    data: `DATA/${baseName(data)}`,
    out: out && placeOf(out),
    ...more,
    name,
    // In one order, whatever that of the notes.
    ...Object.fromEntries(NOTES.map((note) => [note, notes[note]])),
  };
  const quoted = Object.entries(flags)
    .filter(([, value]) => value !== undefined)
    .map(([flag, value]) => `--${flag} ${shellQuote(String(value))}`);
  return `deno task ${command} ${quoted.join(" ")}`;
}

/** A path below the current folder as it is, another without its folder. */
function placeOf(path: string): string {
  const isInside = !/^([\\/]|[A-Za-z]:)/.test(path) && !path.split(/[\\/]/).includes("..");
  return isInside ? path.replace(/^\.\//, "") : baseName(path);
}

function baseName(path: string): string {
  return path.replace(/[\\/]+$/, "").replace(/^.*[\\/]/, "");
}

/** Items of a chart to learn from at most, if nothing else is asked for. */
export const CHART_LIMIT = 20_000;

/** How models are trained. */
export interface ModelSettings {
  /** Learn from the first so many sentences that the grammar derives; from all without. */
  readonly sentences?: number;
  /** Passes of the supertagger. */
  readonly taggerEpochs: number;
  /** ℓ2 of the supertagger's weights. */
  readonly taggerL2: number;
  /** Passes of the parser. */
  readonly parserEpochs: number;
  /** The parser learns from charts of so many items at most; of `CHART_LIMIT` without. */
  readonly chartLimit?: number;
  /** Seed of the orders of sentences. */
  readonly seed: number;
  /** Train both through so many rounds of belief propagation, with the parser's passes. */
  readonly joint?: number;
}

/** What to pack, and what to train. */
export interface ParsingSettings {
  /** Name of the dataset. */
  readonly name: string;
  /** The part that is packed. */
  readonly part: Exclude<Part, "train">;
  /** The parts of speech of its words: those of the bank, or those of a perceptron. */
  readonly pos: "bank" | "predicted";
  /** The first so many sentences; all without. */
  readonly sentences?: number;
  /** The first so many have slots down to the beam 0.00001, the others to 0.001. */
  readonly deep: number;
  /** How the models are trained. */
  readonly model: ModelSettings;
  /** Licence, provenance, attribution, where given. */
  readonly notes: Readonly<Partial<Record<(typeof NOTES)[number], string>>>;
}

/** How to make one pack. */
export interface ParsingRecipe extends ParsingSettings {
  /** Folder of the bank or treebank. */
  readonly folder: string;
  /** `bankHash` of it. */
  readonly bank: string;
}
