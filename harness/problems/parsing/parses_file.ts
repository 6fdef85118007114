/**
 * Files of sentences to parse with their search space, between the processes of the harness and for
 * those who replay what is wrong.
 *
 * @module
 */

import { readPackFile, writePackFile } from "../../../datasets/packs/pack_file.ts";
import type { ParsingContents } from "../../../datasets/packs/parsing_contents.ts";
import {
  type ParsingDataset,
  parsingDataset,
  parsingFile,
  parsingModel,
  parsingSentences,
} from "../../../datasets/parsing_dataset.ts";
import { SPACE_SETTINGS, type SpaceSettings } from "../../../datasets/search_space.ts";
import type { ParsingModel, ParsingSentence } from "../../../decoders/parsing/model.ts";
import { readSettings, settingsText, spaceOf } from "./settings.ts";

/** Where the metadata of a file have its search space. */
const SPACE = "search_space";

/** A grammar with sentences in their search space. */
export interface Parses {
  readonly model: ParsingModel;
  readonly sentences: readonly ParsingSentence[];
}

/** Writes sentences with their search space; nothing is lost. */
export async function writeParses(
  path: string,
  name: string,
  contents: ParsingContents,
  space: SpaceSettings,
): Promise<void> {
  await writePackFile(path, parsingFile(contents, { name, [SPACE]: settingsText(space) }));
}

/**
 * Reads a parsing pack.
 *
 * @throws SyntaxError, TypeError or RangeError for a malformed one
 */
export async function openParses(path: string): Promise<ParsingDataset> {
  return parsingDataset(await readPackFile(path), path);
}

/**
 * The search space that a file names, `ast` if it names none.
 *
 * @throws UsageError for one that is none
 */
export function spaceOfFile({ metadata, name }: ParsingDataset): SpaceSettings {
  return spaceOf(readSettings(metadata[SPACE] ?? "", SPACE_SETTINGS, name));
}

/**
 * The sentences of a file, in the space that it names or in another.
 *
 * @param limit only so many, from the first on
 */
export async function loadParses(
  path: string,
  space?: SpaceSettings,
  limit?: number,
): Promise<Parses> {
  const dataset = await openParses(path);
  return parsesOf(dataset.contents, space ?? spaceOfFile(dataset), limit);
}

/**
 * The sentences of tables in a space.
 *
 * @param limit only so many, from the first on
 */
export function parsesOf(
  contents: ParsingContents,
  space: SpaceSettings,
  limit = Infinity,
): Parses {
  const count = Math.min(limit, contents.slots.lengths.length);
  const which = Array.from({ length: count }, (_, sentence) => sentence);
  return {
    model: parsingModel(contents, space),
    sentences: parsingSentences(contents, space, which),
  };
}
