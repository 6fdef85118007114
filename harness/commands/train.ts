/**
 * `deno task train`: from a corpus to a pack.
 *
 * @module
 */

import { train } from "../../datasets/training/train.ts";
import type { Command, Flags } from "../terminal/flags.ts";
import sequence from "../problems/sequence.ts";
import { given } from "../terminal/usage_error.ts";
import { LEARNER_FLAGS, readLearner } from "./_learner.ts";
import { NOTE_FLAGS, readTraining, TRAINING_FLAGS, WORKERS_FLAG } from "./_training.ts";

const command: Command = {
  meaning: "train a perceptron or a CRF on a corpus and write its lattices as a pack",
  flags: {
    data: { value: "DIR", help: "folder with the training and the test file" },
    ...TRAINING_FLAGS,
    decoder: { value: "NAME", help: "exact decoder to train and test with (viterbi)" },
    ...LEARNER_FLAGS,
    ...WORKERS_FLAG,
    ...NOTE_FLAGS,
  },
  run,
};
export default command;

async function run(flags: Flags): Promise<number> {
  const decoder = flags.values["decoder"] ?? sequence.baseline;
  await given(train(await readTraining(flags, decoder, readLearner(flags))));
  return 0;
}
