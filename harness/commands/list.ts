/**
 * `deno task list`: what there is.
 *
 * @module
 */

import type { Command } from "../terminal/flags.ts";
import { listing } from "../terminal/listing.ts";

const command: Command = {
  meaning: "name decoders, datasets, suites and corpus formats",
  flags: {},
  run,
};
export default command;

async function run(): Promise<number> {
  console.log(await listing());
  return 0;
}
