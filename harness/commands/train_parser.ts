/**
 * `deno task train_parser`: from derivations to a parsing pack.
 *
 * @module
 */

import { basename } from "node:path";
import {
  type ParsingPackOptions,
  trainParsingPack,
} from "../../datasets/training/parsing/train_parsing_pack.ts";
import { NOTES } from "../../datasets/training/recipe.ts";
import {
  type Command,
  type Flags,
  numberOf,
  oneOf,
  required,
  wholeNumber,
} from "../terminal/flags.ts";
import { MOST_EPOCHS, MOST_SENTENCES } from "../terminal/limits.ts";
import { given, UsageError } from "../terminal/usage_error.ts";
import { NOTE_FLAGS } from "./_training.ts";

const command: Command = {
  meaning: "train a supertagger and a parser on derivations and write sentences to parse as a pack",
  flags: {
    data: {
      value: "DIR",
      help: "folder with {train,dev,test}.auto, or a UD treebank to convert, plain or .gz",
    },
    out: { value: "PACK", help: "pack to write; a page that describes it goes beside it" },
    part: { value: "NAME", help: "what to pack: dev or test (dev)" },
    pos: { value: "NAME", help: "parts of speech: bank or predicted by a perceptron (bank)" },
    sentences: { value: "N", help: "sentences to pack, from the first on (all)" },
    deep: { value: "N", help: "of them with slots down to the beam 0.00001 (0)" },
    "train-sentences": { value: "N", help: "derivations to learn from (all)" },
    "tagger-epochs": { value: "N", help: "passes of the supertagger (8)" },
    "tagger-l2": { value: "X", help: "ℓ2 of the supertagger's weights (2)" },
    epochs: { value: "N", help: "passes of the parser (3)" },
    joint: { value: "K", help: "train both through K rounds of belief propagation" },
    seed: { value: "N", help: "seed of the order of the sentences (1)" },
    ...NOTE_FLAGS,
  },
  run,
};
export default command;

async function run(flags: Flags): Promise<number> {
  await given(trainParsingPack(readOptions(flags)));
  return 0;
}

/**
 * Reads the flags.
 *
 * @throws UsageError for wrong ones
 */
export function readOptions(flags: Flags): ParsingPackOptions {
  const { values } = flags;
  const out = required(flags, "out", "PACK");
  if (!/\.safetensors(\.gz)?$/.test(out)) {
    throw new UsageError(`Cannot write a pack to --out ${out}: no .safetensors or .safetensors.gz`);
  }
  const most = (name: string, least: number, most: number) => wholeNumber(flags, name, least, most);
  const sentences = most("sentences", 1, MOST_SENTENCES);
  const trained = most("train-sentences", 1, MOST_SENTENCES);
  const joint = most("joint", 1, MOST_EPOCHS);
  return {
    ...{ out, data: required(flags, "data", "DIR") },
    name: values["name"] ?? basename(out).replace(/\.safetensors(\.gz)?$/, ""),
    part: oneOf(values, "part", ["dev", "test"]),
    pos: oneOf(values, "pos", ["bank", "predicted"]),
    ...(sentences === undefined ? {} : { sentences }),
    deep: most("deep", 0, MOST_SENTENCES) ?? 0,
    model: {
      ...(trained === undefined ? {} : { sentences: trained }),
      taggerEpochs: most("tagger-epochs", 1, MOST_EPOCHS) ?? 8,
      taggerL2: numberOf(values, "tagger-l2", 2),
      parserEpochs: most("epochs", 1, MOST_EPOCHS) ?? 3,
      ...(joint === undefined ? {} : { joint }),
      seed: most("seed", 0, Number.MAX_SAFE_INTEGER) ?? 1,
    },
    notes: Object.fromEntries(
      NOTES.flatMap((note) => values[note] === undefined ? [] : [[note, values[note]]]),
    ),
  };
}
