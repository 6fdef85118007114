/**
 * Opening a parsing decoder on the sentences of a file.
 *
 * @module
 */

import type { Parsed, ParsingDecoder } from "../../../decoders/parsing/contract.ts";
import type { ParsingSentence } from "../../../decoders/parsing/model.ts";
import { now } from "../../isolate/captured.ts";
import type { Opened, Opening } from "../contract.ts";
import { tellParse, type ToldParse } from "./claimed_parse.ts";
import { sentencesFor } from "./gold.ts";
import { loadParses } from "./parses_file.ts";

/** Prepares a decoder for the sentences of a file. */
export async function open(
  { pack, url, options }: Opening,
): Promise<Opened<ParsingSentence, Parsed, ToldParse>> {
  // Before the decoder, which has no part in how its sentences are read.
  const { model, sentences } = await loadParses(pack);
  const decoder = await importDecoder(url);
  const start = now();
  const parse = decoder.prepare(model, options);
  const prepareMs = now() - start;
  return {
    sentences: sentencesFor(url, sentences),
    prepareMs,
    decode: (sentence, _k, work) => parse(sentence, work),
    // A new object each time, so that who remembers objects gains nothing.
    place: (sentence) => () => ({ ...sentence }),
    toJson: tellParse,
  };
}

/** The decoder of a module. */
export async function importDecoder(url: string): Promise<ParsingDecoder> {
  return (await import(url) as { default: ParsingDecoder }).default;
}
