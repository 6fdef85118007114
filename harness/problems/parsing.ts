/**
 * The best joint parses: derivations of a grammar with the tags of a chain.
 *
 * The baseline takes the tagger's beams and then the parser's best; the reference is exact.
 *
 * @module
 */

import type { Problem } from "./contract.ts";
import { answerNumbers } from "./parsing/answer_numbers.ts";
import { check } from "./parsing/check.ts";
import { readParse, readParses, type ToldParse } from "./parsing/claimed_parse.ts";
import { describeParsers, resolveParses } from "./parsing/discover.ts";
import { leastWork } from "./parsing/least_work.ts";
import { seesGold } from "./parsing/gold.ts";
import { load } from "./parsing/open.ts";
import { replay } from "./parsing/replay.ts";
import type { ParsingSample } from "./parsing/sample.ts";
import { type ParsingPart, shrinkSentence, writeFailing } from "./parsing/shrink.ts";
import { trace } from "./parsing/trace.ts";

/** An answer is a derivation with its score, its bound and what proves it. */
const parsing: Problem<ParsingSample, ToldParse, ParsingPart> = {
  name: "parsing",
  baseline: "pipeline",
  reference: "bar-hillel",
  decoders: describeParsers,
  resolve: resolveParses,
  load,
  seesGold,
  readAnswer: readParse,
  readSheet: readParses,
  check,
  leastWork: (_sample, _asked, _sentence, answer) => leastWork(answer),
  answerNumbers,
  trace,
  shrink: shrinkSentence,
  writeFailing,
  replay,
};
export default parsing;
