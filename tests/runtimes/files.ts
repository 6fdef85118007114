/**
 * What runs in Deno and in Node: opens a pack, writes it again, and prints its hash and a score.
 *
 * @module
 */

import { auto, prepared } from "@trellis/trellis/decoders";
import { openPack, readPackFile, writePackFile } from "@trellis/trellis/packs";

const [pack, copy] = (globalThis as unknown as { process: { argv: string[] } }).process.argv.slice(
  2,
);
await writePackFile(copy!, await readPackFile(pack!));
const { model, lattice, hash } = await openPack(copy!);
console.log(`files: ${hash} ${prepared(auto, model)(lattice(0), 3).paths[2]!.score}`);
