/**
 * Training as the command line and the recipes describe it.
 *
 * @module
 */

import { basename } from "node:path";
import { listReaders } from "../../datasets/corpora/corpus.ts";
import {
  type LearnerSettings,
  NOTES,
  type TrainOptions,
  type TrainSettings,
} from "../../datasets/training/recipe.ts";
import type { Setting } from "../../datasets/training/settings.ts";
import { findVariant } from "../decoders/variant.ts";
import {
  type Flags,
  type FlagSpec,
  MOST_EPOCHS,
  MOST_SENTENCES,
  MOST_THREADS,
  numberOf,
  refuseFlags,
  required,
  seedOf,
  wholeNumber,
} from "../terminal/flags.ts";
import { refuseSameFile, tryOutput } from "../terminal/output_files.ts";
import { findNamed, unknownName, UsageError } from "../terminal/usage_error.ts";

/** The flags of what is trained and where it goes. */
export const TRAINING_FLAGS: FlagSpec = {
  out: { value: "PACK", help: "pack to write; a page that describes it goes beside it" },
  format: { value: "NAME", help: "corpus format (columns); see `deno task list`" },
  epochs: { value: "N", help: "passes over the training sentences (10; l-bfgs at most: 500)" },
  seed: { value: "N", help: "seed of the order of the sentences (1)" },
  sentences: { value: "N", help: "test sentences to pack, from the first on (400)" },
};

/** The flags of the notes of a pack. */
export const NOTE_FLAGS: FlagSpec = {
  name: { value: "TEXT", help: "name of the dataset (that of PACK)" },
  licence: { value: "TEXT", help: "licence of the data" },
  provenance: { value: "TEXT", help: "where the data come from" },
  attribution: { value: "TEXT", help: "whom to credit" },
};

/** The flag of the threads that a CRF's passes are shared by. */
export const WORKERS_FLAG: FlagSpec = {
  workers: { value: "N", help: "threads of l-bfgs; the pack is the same (those of the machine)" },
};

/** The flag of a setting. */
export function settingFlag({ help, value, otherwise }: Setting): FlagSpec[string] {
  return { value, help: `${help} (${otherwise})` };
}

/**
 * Reads a table of settings; a value that was not given is what the table says.
 *
 * @throws UsageError for unknown names and numbers that are none
 */
export function readSettings<Settings>(
  values: Flags["values"],
  settings: Readonly<Record<string, Setting>>,
): Settings {
  const entries = Object.entries(settings).map(([name, { names, otherwise, holds }]) => {
    if (names === undefined) return [name, numberOf(values, name, otherwise as number)];
    const value = values[name] ?? otherwise as string;
    if (!holds(value)) throw unknownName(name, value, names);
    return [name, value];
  });
  return Object.fromEntries(entries) as Settings;
}

/** Where a pack and a model go, their name and their notes. */
export type NamedOutput = Pick<TrainOptions, "name" | "notes" | "out" | "save">;

/**
 * Reads the flags of a pack and a model.
 *
 * @param other another file that is enough, by its flag
 * @throws UsageError if there is neither, for one that is no safetensors file or cannot be written,
 * and for one that is given twice
 */
export function readOutput(
  flags: Flags,
  other: Readonly<Record<string, string | undefined>> = {},
): NamedOutput {
  const save = flags.values["save"];
  const [named] = [save, ...Object.values(other)].filter((path) => path !== undefined);
  const out = named === undefined ? required(flags, "out", "PACK") : flags.values["out"];
  refuseSameFile({ out, save, ...other });
  return {
    ...out !== undefined && { out: tensorPath(out, "out", "a pack") },
    ...save !== undefined && { save: tensorPath(save, "save", "a model") },
    ...readNotes(flags, (out ?? named)!),
  };
}

/**
 * The path of a flag, which must be that of a safetensors file.
 *
 * @throws UsageError for another one, and if it cannot be written
 */
export function tensorPath(path: string, flag: string, what: string): string {
  if (!/\.safetensors(\.gz)?$/.test(path)) {
    throw new UsageError(
      `Cannot write ${what} to --${flag} ${path}: no .safetensors or .safetensors.gz`,
    );
  }
  tryOutput(flag, path);
  return path;
}

/** The name, that of a file if no other is given, and the notes. */
function readNotes({ values }: Flags, path: string): Pick<NamedOutput, "name" | "notes"> {
  return {
    name: values["name"] ?? basename(path).replace(/\.safetensors(\.gz)?$/, ""),
    notes: Object.fromEntries(
      NOTES.flatMap((note) => values[note] === undefined ? [] : [[note, values[note]]]),
    ),
  };
}

/**
 * Reads the flags of a training with the given decoder and learner.
 *
 * @param epochs passes where none are given
 * @throws UsageError for wrong ones and as `trainOptions`
 */
export async function readTraining(
  flags: Flags,
  decoder: string,
  learner: LearnerSettings,
  epochs = 10,
): Promise<TrainOptions> {
  const { name, notes, ...places } = readOutput(flags);
  if (places.out === undefined) refuseFlags(flags, ["sentences"], "without --out PACK");
  const minFrequency = wholeNumber(flags, "min-frequency", 1);
  return await trainOptions({
    ...{ name, notes },
    ...minFrequency !== undefined && { minFrequency },
    format: flags.values["format"] ?? "columns",
    epochs: wholeNumber(flags, "epochs", 1, MOST_EPOCHS) ?? epochs,
    seed: seedOf(flags),
    sentences: wholeNumber(flags, "sentences", 1, MOST_SENTENCES) ?? 400,
    decoder,
    learner,
  }, { data: required(flags, "data", "DIR"), ...places, workers: readWorkers(flags) });
}

/** The number of threads. */
export function readWorkers(flags: Flags): number {
  return wholeNumber(flags, "workers", 1, MOST_THREADS) ?? navigator.hardwareConcurrency;
}

/**
 * Finds the corpus reader and the decoder that the settings name.
 *
 * @throws UsageError for unknown ones and a decoder that is not exact
 */
export async function trainOptions(
  { format, decoder, ...settings }: TrainSettings,
  places: Pick<TrainOptions, "data" | "out" | "save" | "workers" | "recordedOut" | "corpus">,
): Promise<TrainOptions> {
  const reader = findNamed("corpus format", format, await listReaders());
  const variant = await findVariant(decoder);
  if (!variant.decoder.exact) {
    throw new UsageError(`Cannot train with --decoder ${variant.name}: it is not exact`);
  }
  return {
    ...settings,
    ...places,
    reader,
    decoder: variant.decoder,
    decoderOptions: variant.options,
    variant: variant.name,
  };
}
