/**
 * `deno task train_bilstm`: a BiLSTM-CRF, from a corpus to a pack.
 *
 * @module
 */

import { closeLibrary } from "../../datasets/training/bilstm/library.ts";
import {
  type BilstmSettings,
  checkSettings,
  DEFAULTS,
} from "../../datasets/training/bilstm/settings.ts";
import { INPUTS } from "../../datasets/training/bilstm/embeddings.ts";
import { trainBilstm } from "../../datasets/training/train_bilstm.ts";
import sequence from "../problems/sequence.ts";
import { isThere } from "../store/table_file.ts";
import type { Command, Flags } from "../terminal/flags.ts";
import { given, unknownName, UsageError } from "../terminal/usage_error.ts";
import { NOTE_FLAGS, readTraining, TRAINING_FLAGS } from "./_training.ts";

/** What each setting is, beside the default that it has. */
const MEANINGS: Readonly<Record<keyof BilstmSettings, readonly [value: string, help: string]>> = {
  output: ["NAME", "crf, or softmax, which has no scores of label pairs"],
  inputs: ["NAME", "words, or spelling: suffixes and shapes as well"],
  hidden: ["N", "numbers of the LSTM in each direction, fast if a multiple of 16"],
  batch: ["N", "sentences of a step"],
  dropout: ["X", "share of the numbers that a step leaves out"],
  unknown: ["X", "how often a word that was seen once is taken for an unknown one"],
  optimiser: ["NAME", "adam or sgd"],
  rate: ["X", "length of the steps of the first epoch"],
  decay: ["X", "later epochs take steps of rate/(1 + X·epochs before)"],
  clip: ["X", "longer gradients are shortened to this"],
  patience: ["N", "epochs without a better held-out accuracy before it ends"],
};

const command: Command = {
  meaning: "train a BiLSTM-CRF on a corpus and write its lattices as a pack",
  flags: {
    data: { value: "DIR", help: "folder with the training, the test and perhaps the dev file" },
    ...TRAINING_FLAGS,
    epochs: { value: "N", help: "passes over the training sentences, at most (30)" },
    ...Object.fromEntries(
      Object.entries(MEANINGS).map(([name, [value, help]]) => [
        name,
        { value, help: `${help} (${DEFAULTS[name as keyof BilstmSettings]})` },
      ]),
    ),
    checkpoint: { value: "FILE", help: "file to write after each epoch" },
    resume: { help: "go on from the checkpoint, or begin if there is none yet" },
    ...NOTE_FLAGS,
  },
  run,
};
export default command;

async function run(flags: Flags): Promise<number> {
  const { values, switches } = flags;
  const settings = readSettings(values);
  const isResumed = await resumes(switches, values["checkpoint"]);
  const withEpochs = { ...flags, values: { ...values, epochs: values["epochs"] ?? "30" } };
  try {
    await given(trainBilstm({
      ...await readTraining(withEpochs, sequence.baseline),
      settings,
      isResumed,
      ...(values["checkpoint"] === undefined ? {} : { checkpoint: values["checkpoint"] }),
    }));
  } finally {
    closeLibrary();
  }
  return 0;
}

/**
 * Whether there is a training to go on with. A job that ended before its first checkpoint can be
 * submitted again as it was.
 */
async function resumes(
  switches: Flags["switches"],
  checkpoint: string | undefined,
): Promise<boolean> {
  if (!switches.has("resume")) return false;
  if (checkpoint === undefined) {
    throw new UsageError("Cannot --resume without --checkpoint FILE");
  }
  if (await isThere(checkpoint)) return true;
  console.error(`note: there is no ${checkpoint} yet; the training begins`);
  return false;
}

/**
 * Reads the flags of the network and its training.
 *
 * @throws UsageError for names that are none and numbers that no training can use
 */
export function readSettings(values: Flags["values"]): BilstmSettings {
  const names = { output: ["crf", "softmax"], optimiser: ["adam", "sgd"] };
  for (const [flag, known] of Object.entries({ ...names, inputs: Object.keys(INPUTS) })) {
    const value = values[flag];
    if (value !== undefined && !known.includes(value)) throw unknownName(flag, value, known);
  }
  const settings = Object.fromEntries(
    Object.entries(DEFAULTS).map(([name, otherwise]) => {
      const text = values[name];
      if (text === undefined) return [name, otherwise];
      return [name, typeof otherwise === "number" ? numberOf(name, text) : text];
    }),
  ) as unknown as BilstmSettings;
  try {
    checkSettings(settings);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  return settings;
}

function numberOf(flag: string, text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value)) return value;
  throw new UsageError(`Cannot use --${flag} ${text}: it takes a number`);
}
