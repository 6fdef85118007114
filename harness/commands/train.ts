/**
 * `deno task train`: from a corpus to a pack.
 *
 * @module
 */

import { basename } from "node:path";
import { train } from "../../datasets/training/train.ts";
import { NOTES } from "../../datasets/training/train_options.ts";
import { type Command, type Flags, required, wholeNumber } from "../flags.ts";
import { BASELINE } from "../plan.ts";
import { given, UsageError } from "../usage_error.ts";
import { trainOptions } from "./_training.ts";

const command: Command = {
  meaning: "train a perceptron on a corpus and write its lattices as a pack",
  flags: {
    data: { value: "DIR", help: "folder with the training and the test file" },
    out: { value: "PACK", help: "pack to write; a page that describes it goes beside it" },
    format: { value: "NAME", help: "corpus format (columns); see `deno task list`" },
    epochs: { value: "N", help: "passes over the training sentences (10)" },
    seed: { value: "N", help: "seed of the order of the sentences (1)" },
    sentences: { value: "N", help: "test sentences to pack, from the first on (400)" },
    decoder: { value: "NAME", help: "exact decoder to train and test with (viterbi)" },
    name: { value: "TEXT", help: "name of the dataset (that of PACK)" },
    licence: { value: "TEXT", help: "licence of the data" },
    provenance: { value: "TEXT", help: "where the data come from" },
    attribution: { value: "TEXT", help: "whom to credit" },
  },
  run,
};
export default command;

async function run(flags: Flags): Promise<number> {
  const out = required(flags, "out", "PACK");
  if (!/\.safetensors(\.gz)?$/.test(out)) {
    throw new UsageError(`Cannot write a pack to --out ${out}: no .safetensors or .safetensors.gz`);
  }
  await given(train(
    await trainOptions({
      name: flags.values["name"] ?? basename(out).replace(/\.safetensors(\.gz)?$/, ""),
      format: flags.values["format"] ?? "columns",
      epochs: wholeNumber(flags, "epochs", 1) ?? 10,
      seed: wholeNumber(flags, "seed", 0) ?? 1,
      sentences: wholeNumber(flags, "sentences", 1) ?? 400,
      decoder: flags.values["decoder"] ?? BASELINE,
      notes: Object.fromEntries(
        NOTES.flatMap((note) =>
          flags.values[note] === undefined ? [] : [[note, flags.values[note]]]
        ),
      ),
    }, { data: required(flags, "data", "DIR"), out }),
  ));
  return 0;
}
