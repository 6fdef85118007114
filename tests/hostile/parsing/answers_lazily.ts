/**
 * Hostile: returns an object that parses when somebody reads it.
 *
 * @module
 */

import type { Parsed } from "../../../decoders/parsing/contract.ts";
import { hostileParser, type Memory } from "./_exact.ts";

/** Promises a parse. */
export default hostileParser("parses-lazily", () => {
  let work: Memory["work"] | undefined;
  return (sentence, compute) => {
    let memory: Memory | undefined;
    // What is counted must be known now: it is that of the first sentence.
    work ??= compute(sentence).work;
    const parsed = new Proxy({} as Parsed, {
      get(_, name) {
        memory ??= compute(sentence);
        return Reflect.get(memory.parsed, name);
      },
    });
    return { parsed, work };
  };
});
