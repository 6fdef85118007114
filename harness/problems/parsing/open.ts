/**
 * The sentences of a file in an isolate, and a parsing decoder for them.
 *
 * @module
 */

import type { Parse, Parsed, ParsingDecoder } from "../../../decoders/parsing/contract.ts";
import type { ParsingSentence } from "../../../decoders/parsing/model.ts";
import type { Loaded, Opened, Opening, Room, Sheet } from "../contract.ts";
import { rescored, scoresOf } from "./scores.ts";
import { tellParse } from "./claimed_parse.ts";
import { loadParses } from "./parses_file.ts";

/** Reads the sentences of a file, which has no right analyses but for those who may see them. */
export async function load(pack: string): Promise<Loaded> {
  const { model, sentences } = await loadParses(pack);
  return {
    async decoder({ url, options }: Opening) {
      const decoder = await importDecoder(url);
      return () => opened(decoder.prepare(model, options), sentences);
    },
  };
}

function opened(
  parse: Parse,
  sentences: readonly ParsingSentence[],
): Opened<ParsingSentence, Parsed> {
  return {
    sentences,
    clocks: ["decode"],
    decode: (sentence, _k, work) => parse(sentence, work),
    room: (which) => roomOf(which.map((sentence) => sentences[sentence]!)),
    sheet: parseSheet,
    toJson: tellParse,
  };
}

/** Sentences whose slots have their scores in one array. */
function roomOf(sentences: readonly ParsingSentence[]): Room<ParsingSentence> {
  const sizes = sentences.map((sentence) => scoresOf(sentence).length);
  const numbers = new Float64Array(sizes.reduce((sum, size) => sum + size, 0));
  let end = 0;
  const starts = sizes.map((size) => (end += size) - size);
  const inputs = sentences.map((sentence, i) => {
    const own = rescored(sentence, numbers.subarray(starts[i], starts[i]! + sizes[i]!));
    return () => ({ ...own });
  });
  return { starts, numbers: () => numbers, inputs, arrive() {}, scores: () => numbers };
}

/** Answers as JSON: to write it takes little of the time for a parse. */
function parseSheet(): Sheet<Parsed> {
  let texts: string[] = [];
  return {
    clear() {
      texts = [];
    },
    add(parsed) {
      texts.push(JSON.stringify(tellParse(parsed)));
    },
    parts: () => [new TextEncoder().encode(`[${texts.join()}]`)],
  };
}

/** The decoder of a module. */
export async function importDecoder(url: string): Promise<ParsingDecoder> {
  return (await import(url) as { default: ParsingDecoder }).default;
}
