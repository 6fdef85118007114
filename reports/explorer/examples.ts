/**
 * The packs that the explorer's page has in itself.
 *
 * @module
 */

import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { packMetadata } from "../../datasets/packs/pack_file.ts";
import { isParsing } from "../../datasets/packs/parsing_contents.ts";
import { readPlainFile } from "../../datasets/plain_file.ts";
import { given, UsageError } from "../../harness/terminal/usage_error.ts";
import type { ExplorerContent } from "./html.ts";

const REAL = new URL("../../datasets/real/", import.meta.url);
/** Packs of the page, and the sentence of the first one that it shows first. */
const EXAMPLES = ["ewt_pos_morph_chunk443", "ewt_pos45", "hwu_slot_scenario323"];
const SENTENCE = 11;
const PARSES = ["parsing/ewt_ccg_joint_dev"];
/** Bytes of a pack of the reader's in a page that browsers still open with ease. */
const MOST_BYTES = 2 ** 27;

/**
 * A page's packs: those of Trellis, or one of the reader's in place of those of lattices or parses.
 *
 * @param sentence that is shown first; the project's own choice if it is left out
 * @throws UsageError for a file that cannot be read, or is too large for a page
 */
export async function packsOf(pack?: string, sentence?: number): Promise<ExplorerContent> {
  const hasParses = pack !== undefined &&
    isParsing({ metadata: await given(packMetadata(pack)) });
  const ours = pack === undefined || hasParses;
  if (hasParses && sentence !== undefined) {
    throw new UsageError("Cannot show a sentence of parses first: --sentence is of lattices");
  }
  const pathOf = (name: string) => fileURLToPath(new URL(`${name}.safetensors.gz`, REAL));
  const lattices = await readPacks(ours ? EXAMPLES.map(pathOf) : [pack]);
  const parses = await readPacks(hasParses ? [pack] : PARSES.map(pathOf));
  return {
    packs: new Map([...lattices, ...parses]),
    parses: [...parses.keys()],
    sentence: sentence ?? (ours ? SENTENCE : 0),
  };
}

/** The bytes of packs by their names. */
async function readPacks(paths: readonly string[]): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const packs = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const path of paths) {
    const bytes = await given(readPlainFile(path));
    if (bytes.length > MOST_BYTES) {
      throw new UsageError(`Cannot put ${path} into a page: it has ${bytes.length} bytes`);
    }
    packs.set(basename(path).replace(/\.safetensors(\.gz)?$/, ""), bytes);
  }
  return packs;
}
