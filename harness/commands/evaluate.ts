/**
 * `deno task evaluate`: how right labels are, those of a file or those that a decoder finds.
 *
 * @module
 */

import { isBlankLine, parseItem } from "../../datasets/items.ts";
import { readAuto } from "../../datasets/ccg/bank_files.ts";
import {
  NO_TREES,
  type TreeCounts,
  treeCountsText,
  withTree,
} from "../../datasets/ccg/evaluation.ts";
import { type Tree, withoutChains } from "../../datasets/ccg/tree.ts";
import { reasonOf } from "../../datasets/modules.ts";
import { textOf } from "../../datasets/gzipped_text.ts";
import { Evaluation, evaluationText } from "../../datasets/models/evaluation.ts";
import { brief } from "../../datasets/visible.ts";
import { prepared } from "../../decoders/tagging/prepared.ts";
import { findVariant } from "../decoders/variant.ts";
import { verifyAnswer } from "../problems/sequence/judge.ts";
import { type Command, type Flags, oneOf, refuseFlags } from "../terminal/flags.ts";
import {
  DecoderError,
  EXIT_INCOMPLETE,
  EXIT_WRONG,
  given,
  UsageError,
} from "../terminal/usage_error.ts";
import {
  FORBID_BELOW_FLAG,
  labelNames,
  LIMIT_FLAG,
  openSentences,
  PACK_FLAG,
} from "./_pack_flags.ts";
import { readModelFile } from "./_model_file.ts";
import { blocksOf, FORMATS, NO_PATH, PATH_LINE } from "./_tag_blocks.ts";

const EVALUATED = ["columns", "items"] as const;

const command: Command = {
  meaning: "how right labels, chunks by CoNLL's rules, or derivations are",
  arguments: "[FILE | GOLD.auto FOUND.auto]",
  flags: {
    pack: { ...PACK_FLAG, help: `instead of FILE: ${PACK_FLAG.help}, which has right labels` },
    decoder: {
      value: "NAME",
      help: "with --pack: NAME or FILE.ts, {option=value,…} after it (auto)",
    },
    limit: LIMIT_FLAG,
    input: {
      value: "NAME",
      help: "columns (right and found label are the last two; three or more between tabs may " +
        "have spaces in them), or items (the first and the last)",
    },
    "forbid-below": FORBID_BELOW_FLAG,
    format: { value: "NAME", help: "columns (a table) or json (columns)" },
  },
  examples: {
    "evaluate answers.txt": "right and found labels in the last two columns",
    "evaluate dev.auto parsed.auto": "categories, dependencies and spans of what `parse` found",
    "evaluate --pack ewt_pos45 --decoder 'beam{width=2}'": "what a decoder finds in a dataset",
  },
  run,
};
export default command;

async function run(flags: Flags): Promise<number> {
  const { positional: [file, other, ...more], values } = flags;
  if (more.length > 0 || (file !== undefined && values["pack"] !== undefined)) {
    throw new UsageError(
      "Cannot evaluate: give one FILE, two banks, --pack PACK, or columns on standard input",
    );
  }
  const format = oneOf(values, "format", FORMATS);
  if (values["pack"] === undefined) {
    refuseFlags(flags, ["decoder", "limit", "forbid-below"], "without --pack FILE");
  }
  if (values["pack"] !== undefined || other !== undefined) {
    refuseFlags(flags, ["input"], "where no lines of labels are read");
  }
  if (other !== undefined) {
    const counts = await given(compareBanks(file!, other));
    console.log(format === "json" ? JSON.stringify(counts) : treeCountsText(counts));
    return endOf(counts.sentences);
  }
  const evaluation = new Evaluation();
  const input = oneOf(values, "input", EVALUATED);
  if (values["pack"] !== undefined) await addPack(evaluation, flags);
  else await given(addLines(evaluation, file, input));
  const result = evaluation.result();
  console.log(format === "json" ? JSON.stringify(result) : evaluationText(result));
  return endOf(result.tokens);
}

/** The exit code after so many sentences or tokens. */
function endOf(count: number): number {
  if (count > 0) return 0;
  console.error("error: there is nothing to evaluate");
  return EXIT_INCOMPLETE;
}

/**
 * Compares the derivations of two files by their IDs; those that the second lacks are missed. A
 * chain of unary steps counts as one step, which is what parsers of a pack make of it.
 *
 * @throws RangeError for an ID that only the second has, or one of them twice
 */
async function compareBanks(gold: string, found: string): Promise<TreeCounts> {
  const read = async (path: string) =>
    readAuto(textOf(await readModelFile(path), path), path)
      .map(({ id, tree }) => ({ id, tree: withoutChains(tree) }));
  const right = await read(gold);
  const trees = new Map<string, Tree>();
  const ids = new Set<string>();
  for (const { id } of right) {
    if (ids.has(id)) {
      throw new RangeError(`Cannot compare sentence ${id} of ${gold}: it is there twice`);
    }
    ids.add(id);
  }
  for (const { id, tree } of await read(found)) {
    if (!ids.has(id) || trees.has(id)) {
      const why = trees.has(id) ? "it is there twice" : `${gold} has none of that ID`;
      throw new RangeError(`Cannot compare sentence ${id} of ${found}: ${why}`);
    }
    trees.set(id, tree);
  }
  return right.reduce((counts, { id, tree }) => {
    try {
      return withTree(counts, tree, trees.get(id));
    } catch (error) {
      throw new RangeError(`Cannot compare sentence ${id}: ${(error as Error).message}`);
    }
  }, NO_TREES);
}

/**
 * The right label is the last but one column of a line, or the first field of an item; the found
 * one is the last (conlleval). Columns stand between tabs where a line has three or more so, and
 * may have spaces in them; otherwise between blanks, as `tag` puts a tab and a label behind lines
 * that have spaces between theirs. Lines of `tag` that name the best path are no tokens.
 *
 * @throws SyntaxError naming the line for one without two columns, another path than the best, a
 * sentence without any, and for probabilities where labels should be; TypeError for a folder
 */
async function addLines(
  evaluation: Evaluation,
  path: string | undefined,
  input: (typeof EVALUATED)[number],
): Promise<void> {
  const what = path ?? "standard input";
  if (path !== undefined && (await Deno.stat(path)).isDirectory) {
    throw new TypeError(`Cannot evaluate ${path}: it is a folder`);
  }
  const stream = path === undefined ? Deno.stdin.readable : (await Deno.open(path)).readable;
  let sentence: [gold: string, found: string][] = [];
  const finish = () => {
    if (sentence.length === 0) return;
    evaluation.add(sentence.map(([gold]) => gold), sentence.map(([, found]) => found));
    sentence = [];
  };
  for await (const { lines, line } of blocksOf(stream, false, undefined, what)) {
    lines.forEach((row, index) => {
      if (isBlankLine(row)) return finish();
      const refuse = (why: string): never => {
        const place = `line ${line + index} of ${what}`;
        throw new SyntaxError(`Cannot evaluate ${place}, ${why}: ${brief(row)}`);
      };
      const rank = PATH_LINE.exec(row)?.[1];
      if (rank === "1") return;
      if (rank !== undefined) refuse("a path that is not the best");
      if (row === NO_PATH) refuse("a sentence whose right labels are not there");
      const isThere = (column: string) => column !== "";
      const tabbed = row.split("\t").filter(isThere);
      const isTabbed = input === "items" || tabbed.length > 2;
      const columns = isTabbed ? tabbed : row.split(/[\t ]+/).filter(isThere);
      if (columns.length < 2) refuse("no right label and another");
      const [gold, found] = input === "items"
        ? [parseItem(columns[0]!).label!, columns.at(-1)!]
        : columns.slice(-2).map((column) => column.trim());
      sentence.push([gold!, found!]);
    });
  }
  finish();
  const labels = Object.entries(evaluation.result().labels);
  const found = labels.flatMap(([label, { predicted }]) => predicted > 0 ? [Number(label)] : []);
  if (found.every((value) => value >= 0 && value <= 1) && !found.every(Number.isInteger)) {
    throw new SyntaxError(
      `Cannot evaluate ${what}: its last column has probabilities, as \`tag --marginals\` prints them`,
    );
  }
  const areApart = labels.every(([, { gold, predicted }]) => gold === 0 || predicted === 0);
  if (input === "items" || labels.length === 0 || !areApart) return;
  console.error("note: no label is in both columns; right ones of items come first: --input items");
}

/**
 * What a decoder finds in a pack; gold labels that its model does not have count as wrong.
 *
 * @throws DecoderError for an answer that is not what it says, or none
 */
async function addPack(evaluation: Evaluation, flags: Flags): Promise<void> {
  const { dataset, count } = await openSentences(flags);
  const { gold, lengths, model, name } = dataset;
  if (gold === undefined) throw new UsageError(`Cannot evaluate ${name}: it has no right labels`);
  const names = dataset.metadata["labels"] === undefined ? undefined : labelNames(dataset);
  if (names !== undefined && new Set(names).size < names.length) {
    throw new UsageError(`Cannot evaluate ${name}: two of its labels have one name`);
  }
  // Names that no label has: a tagset may have one of punctuation that is called "?".
  const nameOf = (label: number) => label < 0 ? "(no label)" : names?.[label] ?? String(label);
  const { decoder, options } = await findVariant(flags.values["decoder"] ?? "auto");
  const decode = await given(Promise.try(() => prepared(decoder, model, options)));
  let start = 0;
  for (let sentence = 0; sentence < count; sentence++) {
    const end = start + lengths[sentence]!;
    const right = Array.from(gold.subarray(start, end), nameOf);
    const lattice = dataset.lattice(sentence);
    const failing = `Cannot evaluate ${decoder.name}: sentence ${sentence}`;
    const { best, wrong } = await Promise.try(() => {
      const { paths } = decode(lattice, 1);
      return { best: paths[0], wrong: verifyAnswer(model, lattice, 1, paths).defect };
    }).catch((error) => {
      throw new DecoderError(`${failing}: ${reasonOf(error)}`, EXIT_INCOMPLETE);
    });
    if (wrong !== "") throw new DecoderError(`${failing}: ${wrong}`, EXIT_WRONG);
    evaluation.add(right, best ? Array.from(best.labels, nameOf) : right.map(() => "(no path)"));
    start = end;
  }
}
