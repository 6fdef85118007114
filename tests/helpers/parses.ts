/**
 * Small parsing tasks, for tests of the harness.
 *
 * @module
 */

import { parsingFile } from "../../datasets/parsing_dataset.ts";
import { writePackFile } from "../../datasets/packs/pack_file.ts";
import type { ParsingContents } from "../../datasets/packs/parsing_contents.ts";
import { syntheticParsing } from "../../datasets/synthetic/parsing/contents.ts";

/** Twelve sentences of five words over 40 tags. */
export const SMALL_PARSES: ParsingContents = syntheticParsing({
  ...{ tagCount: 40, sentences: 12, seed: 3, length: 5 },
});

/** Writes them as a pack of this path, which it gives. */
export async function writeSmallParses(path: string): Promise<string> {
  await writePackFile(path, parsingFile(SMALL_PARSES, { name: "small" }));
  return path;
}
