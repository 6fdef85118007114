/**
 * The pipeline, which claims that what it finds is the best there is.
 *
 * @module
 */

import type { ParsingDecoder } from "../../decoders/parsing/contract.ts";
import pipeline from "../../decoders/parsing/pipeline.ts";

const boast: ParsingDecoder = {
  ...pipeline as unknown as ParsingDecoder,
  name: "parsing-boast",
  prepare(model) {
    const parse = pipeline.prepare(model, { rule: "viterbi" });
    return (sentence, work) => {
      const parsed = parse(sentence, work);
      return parsed.derivation === undefined ? parsed : { ...parsed, bound: parsed.objective };
    };
  },
};
export default boast;
