/**
 * `deno task import`: another tool's model as a model file of Trellis.
 *
 * @module
 */

import { readModel } from "../../datasets/models/read_model.ts";
import { modelFile } from "../../datasets/models/trellis.ts";
import { NOTES } from "../../datasets/training/recipe.ts";
import { writePackFile } from "../../datasets/packs/pack_file.ts";
import { type Command, type Flags, required } from "../terminal/flags.ts";
import { given, UsageError } from "../terminal/usage_error.ts";
import { readingOf, readModelFile } from "./_model_file.ts";
import { NOTE_FLAGS, tensorPath } from "./_training.ts";

const command: Command = {
  meaning: "write another tool's model as a model file of Trellis, for `tag`",
  arguments: "FILE",
  flags: {
    out: { value: "MODEL", help: "model file to write, .safetensors or .safetensors.gz" },
    from: { value: "NAME", help: "format of FILE, where its first bytes do not say" },
    layout: { value: "NAME", help: "how a network stored its layer, where names do not say" },
    labels: { value: "FILE", help: "names of the labels, a line each, for a layer without names" },
    ...NOTE_FLAGS,
  },
  examples: {
    "import chunks.crfsuite --out chunks.safetensors.gz": "a model that tags the same",
  },
  run,
};
export default command;

async function run(flags: Flags): Promise<number> {
  const { positional: [path, ...more], values } = flags;
  if (path === undefined || more.length > 0) {
    throw new UsageError("Cannot import: give the FILE of one model");
  }
  const out = tensorPath(required(flags, "out", "MODEL"), "out", "a model");
  const bytes = await given(readModelFile(path));
  const reading = await given(readingOf(flags, path));
  const model = await given(Promise.try(() => readModel(bytes, reading)));
  const metadata = Object.fromEntries(
    ["name", ...NOTES].flatMap((note) => values[note] === undefined ? [] : [[note, values[note]]]),
  );
  await writePackFile(out, modelFile(model, metadata));
  for (const note of model.notes) console.error(`note: ${note}`);
  const { labels, attributes, grid: { exponent, largestChange } } = model;
  const change = exponent === Infinity
    ? "weights are as they were"
    : `weights are multiples of 2^-${exponent}, changed by ${
      largestChange.toExponential(1)
    } at most`;
  console.log(
    `wrote ${out}: ${model.format}, ${labels.length} labels, ${attributes.size} attributes; ${change}`,
  );
  return 0;
}
