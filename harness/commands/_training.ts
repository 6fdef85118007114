/**
 * Training as the command line and the recipes describe it.
 *
 * @module
 */

import { basename } from "node:path";
import { listReaders } from "../../datasets/corpora/corpus.ts";
import type { CrfSettings } from "../../datasets/training/crf/settings.ts";
import { NOTES, type TrainOptions, type TrainSettings } from "../../datasets/training/recipe.ts";
import { findVariant } from "../plan/decoder_files.ts";
import { type Command, type Flags, required, wholeNumber } from "../terminal/flags.ts";
import { MOST_EPOCHS, MOST_SENTENCES } from "../terminal/limits.ts";
import { unknownName, UsageError } from "../terminal/usage_error.ts";

/** The flags of what is trained and where it goes. */
export const TRAINING_FLAGS: Command["flags"] = {
  out: { value: "PACK", help: "pack to write; a page that describes it goes beside it" },
  format: { value: "NAME", help: "corpus format (columns); see `deno task list`" },
  epochs: { value: "N", help: "passes over the training sentences (10; l-bfgs at most: 500)" },
  seed: { value: "N", help: "seed of the order of the sentences (1)" },
  sentences: { value: "N", help: "test sentences to pack, from the first on (400)" },
};

/** The flags of what the pack says of itself. */
export const NOTE_FLAGS: Command["flags"] = {
  name: { value: "TEXT", help: "name of the dataset (that of PACK)" },
  licence: { value: "TEXT", help: "licence of the data" },
  provenance: { value: "TEXT", help: "where the data come from" },
  attribution: { value: "TEXT", help: "whom to credit" },
};

/** Passes where none are given. */
const EPOCHS = { perceptron: 10, sgd: 10, "l-bfgs": 500 } as const;

/**
 * Reads the flags of a training with the given decoder and learner.
 *
 * @throws UsageError for wrong ones and as `trainOptions`
 */
export async function readTraining(
  flags: Flags,
  decoder: string,
  crf?: CrfSettings,
): Promise<TrainOptions> {
  const { values } = flags;
  const out = required(flags, "out", "PACK");
  if (!/\.safetensors(\.gz)?$/.test(out)) {
    throw new UsageError(`Cannot write a pack to --out ${out}: no .safetensors or .safetensors.gz`);
  }
  return await trainOptions({
    name: values["name"] ?? basename(out).replace(/\.safetensors(\.gz)?$/, ""),
    format: values["format"] ?? "columns",
    epochs: wholeNumber(flags, "epochs", 1, MOST_EPOCHS) ??
      EPOCHS[crf?.optimiser ?? "perceptron"],
    seed: wholeNumber(flags, "seed", 0) ?? 1,
    sentences: wholeNumber(flags, "sentences", 1, MOST_SENTENCES) ?? 400,
    decoder,
    ...(crf === undefined ? {} : { crf }),
    ...(values["unlabelled"] === undefined ? {} : { unlabelled: values["unlabelled"] }),
    notes: Object.fromEntries(
      NOTES.flatMap((note) => values[note] === undefined ? [] : [[note, values[note]]]),
    ),
  }, { data: required(flags, "data", "DIR"), out, workers: readWorkers(flags) });
}

/** The flag of the threads that a CRF's passes are shared by. */
export const WORKERS_FLAG: Command["flags"] = {
  workers: { value: "N", help: "threads of l-bfgs; the pack is the same (those of the machine)" },
};

/** Reads it. */
export function readWorkers(flags: Flags): number {
  return wholeNumber(flags, "workers", 1) ?? navigator.hardwareConcurrency;
}

/**
 * Finds the corpus reader and the decoder that the settings name.
 *
 * @throws UsageError for unknown ones and a decoder that is not exact
 */
export async function trainOptions(
  { format, decoder, ...settings }: TrainSettings,
  places: Pick<TrainOptions, "data" | "out" | "workers">,
): Promise<TrainOptions> {
  const readers = await listReaders();
  const reader = readers.find(({ name }) => name === format);
  if (reader === undefined) {
    throw unknownName("corpus format", format, readers.map(({ name }) => name));
  }
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
