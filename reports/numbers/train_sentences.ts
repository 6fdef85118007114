/**
 * How many sentences the models of the packs were trained on.
 *
 * @module
 */

import { readPackPage } from "../../datasets/training/pack_page.ts";

const PACKS = new URL("../../datasets/real/", import.meta.url);

/** Training sentences by the content hash of the pack. */
export type TrainSentences = ReadonlyMap<string, number>;

/**
 * Reads the pages beside the packs that come with Trellis. Rows name the hash of their pack: a
 * number is never that of another version of the pack.
 */
export async function readTrainSentences(): Promise<TrainSentences> {
  const found = new Map<string, number>();
  for await (const { name } of Deno.readDir(PACKS)) {
    if (!name.endsWith(".md")) continue;
    const page = readPackPage(await Deno.readTextFile(new URL(name, PACKS)));
    if (page !== undefined) found.set(page.hash, page.trainSentences);
  }
  return found;
}
