/**
 * Settings of parsing datasets, as names and the command line have them, and files of sentences
 * with their search space, between the processes of the harness and for who replays what is wrong.
 *
 * @module
 */

import {
  canonicalSpace,
  searchSpace,
  SPACE_SETTINGS,
  type SpaceSettings,
} from "../../../datasets/search_space.ts";
import { UsageError } from "../../terminal/usage_error.ts";
import { type GivenSettings, readSettings } from "../packs.ts";
import { readPackFile, writePackFile } from "../../../datasets/packs/pack_file.ts";
import type { ParsingContents } from "../../../datasets/packs/parsing_contents.ts";
import {
  type ParsingDataset,
  parsingDataset,
  parsingFile,
  parsingModel,
  parsingSentences,
} from "../../../datasets/parsing_dataset.ts";
import type { ParsingModel, ParsingSentence } from "../../../decoders/parsing/model.ts";

/** Where the metadata of a file have its search space. */
const SPACE = "search_space";

/**
 * The search space among settings, each with the value that it has without being set.
 *
 * @throws UsageError for what contradicts itself or is out of range
 */
export function spaceOf(settings: GivenSettings): SpaceSettings {
  const own: SpaceSettings = Object.fromEntries(
    SPACE_SETTINGS.filter((name) => name in settings).map((name) => [name, settings[name]]),
  );
  try {
    searchSpace(own);
    return canonicalSpace(own);
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

/** `--space`: the name of a space, or settings. */
export function readSpace(text: string): SpaceSettings {
  const settings = text.includes("=") ? text : `space=${text}`;
  return spaceOf(readSettings(settings, SPACE_SETTINGS, "--space"));
}

/** Settings as names have them. */
export function settingsText(settings: GivenSettings | SpaceSettings): string {
  return Object.entries(settings).map(([name, value]) => `${name}=${value}`).join();
}

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

/** All sentences of a file, in the space that it names. */
export async function loadParses(path: string): Promise<Parses> {
  const dataset = await openParses(path);
  return parsesOf(dataset.contents, spaceOfFile(dataset));
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
