/**
 * The best label sequences of a chain: dense Viterbi is the baseline and the reference.
 *
 * @module
 */

import type { Problem } from "./contract.ts";
import { check } from "./sequence/check.ts";
import { describeDecoders, resolveDataset } from "./sequence/discover.ts";
import { writeFailing } from "./sequence/failing.ts";
import { leastWork } from "./sequence/least_work.ts";
import { load } from "./sequence/open.ts";
import { readAnswer } from "./sequence/read_answer.ts";
import { replay } from "./sequence/replay.ts";
import type { SequenceSample } from "./sequence/sample.ts";
import { readPaths } from "./sequence/sheet.ts";
import type { Selection } from "./sequence/shrink.ts";
import { shrinkSentence } from "./sequence/shrink_sentence.ts";
import type { ClaimedPath } from "./sequence/verify.ts";

/** An answer is a list of paths, best first. */
const sequence: Problem<SequenceSample, readonly ClaimedPath[], Selection> = {
  name: "sequence",
  baseline: "viterbi",
  reference: "viterbi",
  decoders: describeDecoders,
  resolve: resolveDataset,
  load,
  readAnswer,
  readSheet: (parts, { lengths, size }, k) => readPaths(parts, lengths, size, k),
  check,
  leastWork: ({ lengths, size }, { exact }, sentence, paths) =>
    leastWork(lengths[sentence]!, size, paths.length, exact),
  shrink: shrinkSentence,
  writeFailing,
  replay,
};
export default sequence;
