/**
 * `deno task train_factorial`: from a corpus to a product pack.
 *
 * @module
 */

import { trainFactorial } from "../../datasets/training/factorial.ts";
import type { Command, Flags } from "../terminal/flags.ts";
import sequence from "../problems/sequence.ts";
import { given } from "../terminal/usage_error.ts";
import { NOTE_FLAGS, readTraining, TRAINING_FLAGS } from "./_training.ts";

const command: Command = {
  meaning: "train two chains, parts of speech and chunks, and write their product lattices",
  flags: {
    data: { value: "DIR", help: "folder of a corpus with labels XPOS|features|chunk" },
    ...TRAINING_FLAGS,
    ...NOTE_FLAGS,
  },
  run,
};
export default command;

async function run(flags: Flags): Promise<number> {
  await given(trainFactorial(await readTraining(flags, sequence.baseline)));
  return 0;
}
