/**
 * `deno task import`: another tool's model as a model file of Trellis, or a grammar with sentences
 * as a parsing pack.
 *
 * @module
 */

import {
  type BracketTree,
  readBrackets,
  taggedWords,
  treebankGrammar,
} from "../../datasets/cfg/brackets.ts";
import { textOf } from "../../datasets/gzipped_text.ts";
import { cfgPack } from "../../datasets/cfg/cfg_pack.ts";
import { readCfg } from "../../datasets/cfg/cfg_text.ts";
import type { WeightedGrammar } from "../../datasets/cfg/weighted_grammar.ts";
import { counted } from "../../datasets/markdown.ts";
import { readModel } from "../../datasets/models/read_model.ts";
import { modelFile } from "../../datasets/models/trellis.ts";
import { NOTES } from "../../datasets/training/recipe.ts";
import { writePackFile } from "../../datasets/packs/pack_file.ts";
import { parsingDataset, parsingFile } from "../../datasets/parsing_dataset.ts";
import { type Command, type Flags, refuseFlags, required, wholeNumber } from "../terminal/flags.ts";
import { refuseSameFile } from "../terminal/output_files.ts";
import { given, UsageError } from "../terminal/usage_error.ts";
import { READING_FLAGS, readingOf, readModelFile } from "./_model_file.ts";
import { NOTE_FLAGS, tensorPath } from "./_training.ts";

/** Formats of grammars; those of models are `readModel`'s. */
const GRAMMARS = ["brackets", "cfg"] as const;
/** Options that only grammars have. */
const GRAMMAR_FLAGS = ["sentences", "rare", "bigrams"];
const MOST_RARE = 1_000_000;

const command: Command = {
  meaning: "write another tool's model for `tag`, or a grammar with sentences as a pack of parses",
  arguments: "FILE",
  flags: {
    out: { value: "MODEL", help: "model file or pack to write, .safetensors or .safetensors.gz" },
    from: {
      value: "NAME",
      help: "format of FILE, where its first bytes do not say; brackets (a treebank) or cfg",
    },
    sentences: {
      value: "FILE",
      help: "brackets, cfg: what to parse, trees in brackets or a sentence a line",
    },
    rare: { value: "N", help: "brackets: words seen less often count as unknown ones (2)" },
    bigrams: { help: "brackets: pairs of tags in a row score, too" },
    ...READING_FLAGS,
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
  refuseSameFile({ FILE: path, out });
  const format = GRAMMARS.find((format) => format === values["from"]);
  if (format !== undefined) return await importGrammar(flags, path, format, out);
  refuseFlags(flags, GRAMMAR_FLAGS, "without --from brackets or --from cfg");
  const bytes = await given(readModelFile(path));
  const reading = await given(readingOf(flags, path));
  const model = await given(Promise.try(() => readModel(bytes, reading)));
  await writePackFile(out, modelFile(model, notesOf(flags)));
  for (const note of model.notes) console.error(`note: ${note}`);
  const { labels, attributes, sums, grid: { exponent, largestChange } } = model;
  // Weights that are added in float32 stay as they are.
  const what = sums === "float32" ? "scores of label pairs" : "weights";
  const change = exponent === Infinity
    ? "weights are as they were"
    : `${what} are multiples of 2^-${exponent}, changed by ${
      largestChange.toExponential(1)
    } at most`;
  console.log(
    `wrote ${out}: ${model.format}, ${labels.length} labels, ${attributes.size} attributes; ${change}`,
  );
  return 0;
}

function notesOf({ values }: Flags): Record<string, string> {
  return Object.fromEntries(
    ["name", ...NOTES].flatMap((note) => values[note] === undefined ? [] : [[note, values[note]]]),
  );
}

async function importGrammar(
  flags: Flags,
  path: string,
  format: typeof GRAMMARS[number],
  out: string,
): Promise<number> {
  refuseFlags(flags, Object.keys(READING_FLAGS), `with --from ${format}`);
  const read = async (path: string) => textOf(await readModelFile(path), path);
  const rare = wholeNumber(flags, "rare", 1, MOST_RARE) ?? 2;
  const bigrams = flags.switches.has("bigrams");
  if (format === "cfg" && (bigrams || flags.values["rare"] !== undefined)) {
    throw new UsageError("Cannot count words or pairs of tags of a cfg: it is no treebank");
  }
  const asked = required(flags, "sentences", "FILE");
  const [text, rows] = [await given(read(path)), await given(read(asked))];
  const { grammar, contents, categories } = await given(Promise.try(() => {
    const grammar = format === "cfg"
      ? readCfg(text, path)
      : treebankGrammar(readBrackets(text, path), { rare, bigrams });
    return cfgPack(grammar, sentencesOf(rows, asked, format === "cfg" ? grammar : undefined));
  }));
  const file = parsingFile(contents, {
    ...notesOf(flags),
    labels: JSON.stringify(grammar.tags),
    categories: JSON.stringify(categories),
  });
  await given(Promise.try(() => parsingDataset(file, out)));
  await writePackFile(out, file);
  const { left, symbolCategories } = grammar.tables;
  console.log(
    `wrote ${out}: ${counted(contents.slots.lengths.length, "sentence")}, ` +
      `${counted(grammar.tags.length, "tag")}, ${counted(left.length, "rule")} over ` +
      counted(symbolCategories.length, "symbol"),
  );
  return 0;
}

/** Trees with their words, those of a cfg with its symbols, or a sentence a line. */
function sentencesOf(text: string, source: string, cfg: WeightedGrammar | undefined) {
  // In a cfg "(" may be a word: there, a label stands right behind its bracket, after any remarks.
  const tree = cfg !== undefined ? /^\s*(# .*\n\s*)*(\(\s*)*\([^\s()]/ : /^\s*(# .*\n\s*)*\(/;
  if (tree.test(text)) {
    return readBrackets(text, source, cfg).map((tree: BracketTree) => ({
      tree,
      words: taggedWords(tree).map(({ word }) => word),
    }));
  }
  return text.split("\n").filter((row) => row.trim() !== "").map((row) => ({
    words: row.trim().split(/\s+/),
  }));
}
