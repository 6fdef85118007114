/**
 * Shrinking a sentence that a decoder parses wrongly.
 *
 * @module
 */

import barHillel from "../../../decoders/parsing/bar_hillel.ts";
import { newWork, type Options } from "../../../decoders/contract.ts";
import { preparedParser } from "./prepared_parser.ts";
import type { ParsingContents } from "../../../datasets/packs/parsing_contents.ts";
import { selectPart, selectSentences } from "../../../datasets/parsing_part.ts";
import type { SpaceSettings } from "../../../datasets/search_space.ts";
import type { ParsingDecoder } from "../../../decoders/parsing/contract.ts";
import type { Opening } from "../contract.ts";
import { minimize } from "../minimize.ts";
import { judgeParses } from "./judge.ts";
import { importDecoder } from "./open.ts";
import { openParses, parsesOf, spaceOfFile, writeParses } from "./parses_file.ts";
import type { ParsingSample } from "./sample.ts";

/** Which words of a sentence and which rules of the grammar are left. */
export interface ParsingPart {
  readonly words: readonly number[];
  readonly rules: readonly number[];
}

/** The part of a sentence of a file that is still wrong; null if the sentence is right alone. */
export async function shrinkSentence(
  { pack, url, options }: Opening,
  sentence: number,
): Promise<ParsingPart | null> {
  const dataset = await openParses(pack);
  const decoder = await importDecoder(url);
  const whole = selectSentences(dataset.contents, [sentence]);
  return shrinkParses(whole, spaceOfFile(dataset), decoder, options);
}

/** The same for the tables of one sentence. */
export function shrinkParses(
  whole: ParsingContents,
  space: SpaceSettings,
  decoder: ParsingDecoder,
  options: Options,
): ParsingPart | null {
  const isWrong = (part: ParsingPart) =>
    isWrongOn(selectPart(whole, part), space, decoder, options);
  let part: ParsingPart = {
    words: [...Array(whole.slots.lengths[0]!).keys()],
    rules: [...whole.grammar.left.keys()],
  };
  if (!isWrong(part)) return null;
  for (let size = Infinity; size > sizeOf(part);) {
    size = sizeOf(part);
    for (const axis of ["words", "rules"] as const) {
      part = {
        ...part,
        [axis]: minimize(part[axis], (kept) => isWrong({ ...part, [axis]: kept })),
      };
    }
  }
  return part;
}

function sizeOf({ words, rules }: ParsingPart): number {
  return words.length + rules.length;
}

function isWrongOn(
  contents: ParsingContents,
  space: SpaceSettings,
  decoder: ParsingDecoder,
  options: Options,
): boolean {
  const { model, sentences: [sentence] } = parsesOf(contents, space);
  const reference = preparedParser(barHillel, model)(sentence!, newWork());
  const answer = preparedParser(decoder, model, options)(sentence!, newWork());
  return judgeParses(model)(sentence!, answer, reference).defect !== "";
}

/** Whether what an isolate told can be a part of a sentence. */
function isPart(told: unknown, contents: ParsingContents): told is ParsingPart {
  const { words, rules }: Partial<ParsingPart> = { ...told as object };
  return isRising(words, contents.slots.lengths[0]!) &&
    isRising(rules, contents.grammar.left.length);
}

function isRising(items: unknown, end: number): boolean {
  return Array.isArray(items) && items.length > 0 &&
    items.every((item, i) =>
      Number.isInteger(item) && item < end && item > (i === 0 ? -1 : items[i - 1])
    );
}

/**
 * Writes the smallest part on which a decoder is wrong as a pack with its search space. If it is
 * wrong only after the sentences before, these are written too.
 */
export async function writeFailing(
  path: string,
  { name, contents, space }: ParsingSample,
  sentence: number,
  part: ParsingPart | null | undefined,
): Promise<void> {
  const title = `${name}, sentence ${sentence}`;
  if (part === null) {
    const before = Array.from({ length: sentence + 1 }, (_, i) => i);
    return await writeParses(path, title, selectSentences(contents, before), space);
  }
  const whole = selectSentences(contents, [sentence]);
  const isOne = part !== undefined && isPart(part, whole);
  await writeParses(path, title, isOne ? selectPart(whole, part) : whole, space);
}
