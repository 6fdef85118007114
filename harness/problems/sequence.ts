/**
 * The best label sequences of a chain: dense Viterbi is the baseline and the reference.
 *
 * @module
 */

import type { Problem } from "./contract.ts";
import { check, leastWork, type ReturnedPath } from "./sequence/judge.ts";
import { resolveDataset } from "./sequence/discover.ts";
import { describeDecoders } from "../decoders/discover.ts";
import { readAnswer, readPaths } from "./sequence/answers.ts";
import type { SequenceSample } from "./sequence/sample.ts";
import { wrongPaths } from "./sequence/counterexample.ts";
import type { Part } from "./counterexample.ts";

/** An answer is a list of paths, best first. */
const sequence: Problem<SequenceSample, readonly ReturnedPath[], Part> = {
  name: "sequence",
  baseline: "viterbi",
  reference: "viterbi",
  decoders: () => describeDecoders("sequence"),
  resolve: resolveDataset,
  opener: new URL("./sequence/open.ts", import.meta.url).href,
  readAnswer,
  readSheet: (parts, { lengths, size }, k) => readPaths(parts, lengths, size, k),
  check,
  leastWork: ({ lengths, size }, { exact }, sentence, paths) =>
    leastWork(lengths[sentence]!, size, paths.length, exact),
  ...wrongPaths,
};
export default sequence;
