/**
 * The best joint parses: derivations of a grammar with the tags of a chain.
 *
 * The baseline takes the tagger's beams and then the parser's best; the reference is exact.
 *
 * @module
 */

import type { Problem } from "./contract.ts";
import { answerNumbers } from "./parsing/numbers.ts";
import { check } from "./parsing/judge.ts";
import { type JsonParse, leastWork, readParse, readParses } from "./parsing/answers.ts";
import { resolveParses } from "./parsing/discover.ts";
import { describeDecoders } from "../decoders/discover.ts";
import { seesGold, trace } from "./parsing/open.ts";
import type { ParsingSample } from "./parsing/sample.ts";
import { wrongParses } from "./parsing/counterexample.ts";
import type { Part } from "./counterexample.ts";

/** An answer is a derivation with its score, its bound and what proves it. */
const parsing: Problem<ParsingSample, JsonParse, Part> = {
  name: "parsing",
  baseline: "pipeline",
  reference: "bar-hillel",
  decoders: () => describeDecoders("parsing"),
  resolve: resolveParses,
  opener: new URL("./parsing/open.ts", import.meta.url).href,
  seesGold,
  readAnswer: readParse,
  readSheet: readParses,
  check,
  leastWork: (_sample, _asked, _sentence, answer) => leastWork(answer),
  answerNumbers,
  trace,
  ...wrongParses,
};
export default parsing;
