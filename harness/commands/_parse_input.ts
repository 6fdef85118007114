/**
 * Sentences to be parsed as they stand in the input of `parse`.
 *
 * @module
 */

import { readAuto } from "../../datasets/ccg/bank_files.ts";
import { leavesOf, wordText } from "../../datasets/ccg/tree.ts";
import { isBlankLine } from "../../datasets/items.ts";
import { brief, visible } from "../../datasets/visible.ts";
import { blocksOf } from "./_tag_blocks.ts";

/** What standard input holds. */
export const INPUTS = ["columns", "conllu", "text", "auto", "scores"] as const;
export type Input = (typeof INPUTS)[number];

/** A sentence as it was read. */
export interface Asked {
  readonly id: string;
  readonly forms: readonly string[];
  /** Left out where it is to be predicted. */
  readonly pos?: readonly string[];
  /** The scores of each word's categories by name, of another tagger. */
  readonly scores?: readonly Readonly<Record<string, number>>[];
  /** Which sentence it is and where it stands, for messages. */
  readonly place: string;
}

/** Where the word and its part of speech are among the columns of a line. */
const COLUMNS = { columns: [0, 1], conllu: [1, 4] } as const;
const NOTHING = "_";

/**
 * Reads sentences of a stream one by one; no more than a block of them is in memory.
 *
 * `columns`: a word and its part of speech a line, an empty line behind each sentence. `conllu`:
 * FORM and XPOS, or UPOS where that is `_`, as in converted treebanks; the ID is `sent_id`, if
 * there is one. `text`: a sentence a line, words between blanks. `auto`: words and parts of speech
 * of derivations. `scores`: a line of JSON a sentence, `{"words": [...], "pos": [...], "tags":
 * [{"N": -0.1, …}, …]}`, with the scores that a tagger of one's own gives the categories of each
 * word. Other IDs are numbers from 1. Blanks within words become `_`, as in banks.
 *
 * @param isTagged whether parts of speech are taken from the input
 * @throws SyntaxError naming the sentence and the line, RangeError as `blocksOf`
 */
export async function* sentencesOf(
  stream: AsyncIterable<Uint8Array>,
  input: Input,
  isTagged: boolean,
): AsyncGenerator<Asked> {
  let [number, first] = [0, 1];
  let id: string | undefined;
  let rows: string[] = [];
  const place = () => `sentence ${number} (line ${first} of standard input)`;
  const finish = (): Asked => {
    number++;
    const words = rowsToWords(rows, input, isTagged, place());
    return { id: id ?? String(number), place: place(), ...words };
  };
  const isLined = input === "text" || input === "auto" || input === "scores";
  for await (const { lines, line } of blocksOf(stream, isLined)) {
    for (const [index, row] of lines.entries()) {
      const at = line + index;
      if (input === "auto") {
        if (rows.length === 0 && isBlankLine(row)) continue;
        if (rows.push(row) < 2) {
          first = at;
          continue;
        }
      }
      if (!isLined && !isBlankLine(row)) {
        if (rows.length === 0 && id === undefined) first = at;
        if (input !== "conllu" || !row.startsWith("#")) rows.push(row);
        else id = /^# *sent_id *= *(\S+)/.exec(row)?.[1] ?? id;
        continue;
      }
      if (input === "text" || input === "scores") [rows, first] = [[row], at];
      if (rows.some((text) => !isLined || text.trim() !== "")) yield finish();
      [rows, id] = [[], undefined];
    }
    if (!isLined && rows.length > 0) {
      yield finish();
      [rows, id] = [[], undefined];
    }
  }
  if (rows.length > 0 && input === "auto") yield finish();
}

function rowsToWords(
  rows: readonly string[],
  input: Input,
  isTagged: boolean,
  place: string,
): Pick<Asked, "forms" | "pos" | "scores"> & { readonly id?: string } {
  const refuse = (why: string): never => {
    throw new SyntaxError(`Cannot parse ${place}: ${visible(why)}`);
  };
  if (input === "text") return { forms: rows[0]!.trim().split(/\s+/) };
  if (input === "scores") return readScores(rows[0]!, isTagged, refuse);
  if (input === "auto") {
    const [{ id, tree }] = readAuto(rows.join("\n"), place) as [ReturnType<typeof readAuto>[0]];
    const leaves = leavesOf(tree);
    const pos = isTagged ? { pos: leaves.map(({ pos }) => pos) } : {};
    return { id, forms: leaves.map(({ word }) => word), ...pos };
  }
  const [form, tag] = COLUMNS[input];
  // Multiword tokens and empty nodes stand for words that follow, or for none.
  const own = rows.map((row) => row.includes("\t") ? row.split("\t") : row.trim().split(/ +/))
    .filter(([first]) => input !== "conllu" || !/^\d+[-.]\d+$/.test(first!))
    .map((row) => input === "conllu" && row[4] === NOTHING ? row.with(4, row[3]!) : row);
  const columnOf = (which: number, what: string) =>
    own.map((columns) => {
      const value = columns[which] ?? "";
      if (value !== "" && (which !== 4 || value !== NOTHING)) return value;
      return refuse(
        `"${columns.join(" ")}" has no ${what}${
          what === "word" ? "" : "; --tagger FILE predicts it"
        }`,
      );
    });
  const forms = columnOf(form, "word").map(wordText);
  return isTagged ? { forms, pos: columnOf(tag, "part of speech") } : { forms };
}

function readScores(
  json: string,
  isTagged: boolean,
  refuse: (why: string) => never,
): Pick<Asked, "forms" | "pos" | "scores"> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    return refuse(brief((error as Error).message));
  }
  const { words, pos, tags } = Object(value);
  const isTexts = (list: unknown) =>
    Array.isArray(list) && list.every((one) => typeof one === "string" && one !== "");
  if (!isTexts(words)) return refuse('"words" is no list of words');
  if (isTagged && !isTexts(pos)) {
    return refuse('"pos" is no list of parts of speech; --tagger FILE predicts them');
  }
  const isScores = (scores: unknown) =>
    typeof scores === "object" && scores !== null && Object.values(scores).length > 0 &&
    Object.values(scores).every((score) => Number.isFinite(score));
  if (!Array.isArray(tags) || !tags.every(isScores)) {
    return refuse('"tags" is no list of scores by category, finite ones, for each word');
  }
  if (tags.length !== words.length || (isTagged && pos.length !== words.length)) {
    return refuse(
      `${words.length} words, but ${tags.length} of "tags"` +
        (isTagged ? ` and ${pos.length} of "pos"` : ""),
    );
  }
  return { forms: words.map(wordText), scores: tags, ...isTagged && { pos } };
}
