/**
 * The sentences of a file in an isolate, who may see right analyses, and a parsing decoder for
 * them.
 *
 * @module
 */

import type {
  Parse,
  Parsed,
  ParsingDecoder,
  TraceStep,
} from "../../../decoders/parsing/contract.ts";
import type { ParsingSentence } from "../../../decoders/parsing/model.ts";
import { importDecoder } from "../../decoders/load_decoder.ts";
import type { Loaded, Opening, PreparedDecoder, Room, Sheet } from "../contract.ts";
import { rescored, scoresOf } from "./sample.ts";
import { parseToJson } from "./answers.ts";
import { loadParses } from "./parses_file.ts";
import { DECODERS } from "../../decoders/discover.ts";
import { newWork } from "../../../decoders/contract.ts";
import { scoreDerivation } from "../../../decoders/parsing/forest/score_derivation.ts";
import type { TracePoint } from "../../store/side_tables.ts";

/** The decoder that finds the best and the worst derivation by right analyses. */
const ORACLE = new URL("oracle.ts", DECODERS.parsing).href;

/** Reads the sentences of a file, which has no right analyses but for those who may see them. */
export async function load(pack: string): Promise<Loaded> {
  const { model, sentences } = await loadParses(pack);
  return {
    async decoder({ url, options }: Opening) {
      const decoder = await importDecoder<ParsingDecoder>(url);
      return () => preparedDecoder(decoder.prepare(model, options), sentences);
    },
  };
}

function preparedDecoder(
  parse: Parse,
  sentences: readonly ParsingSentence[],
): PreparedDecoder<ParsingSentence, Parsed> {
  return {
    sentences,
    clocks: ["decode"],
    decode: (sentence, _k, work) => parse(sentence, work),
    room: (which) => roomOf(which.map((sentence) => sentences[sentence]!)),
    sheet: parseSheet,
    toJson: parseToJson,
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
      texts.push(JSON.stringify(parseToJson(parsed)));
    },
    parts: () => [new TextEncoder().encode(`[${texts.join()}]`)],
  };
}

/** Whether a decoder may see right analyses. */
export function seesGold(url: string): boolean {
  return url === ORACLE;
}

/**
 * The sentences as a decoder gets them: without right analyses, unless it is the project's oracle
 * or the search space is that of right tags, which no decoder can build without them.
 *
 * @param url URL of the decoder's module
 */
export function sentencesFor(
  url: string,
  sentences: readonly ParsingSentence[],
): readonly ParsingSentence[] {
  if (seesGold(url)) return sentences;
  return sentences.map((sentence) => {
    const { gold, ...rest } = sentence;
    if (gold === undefined || sentence.space.order !== "gold") return rest;
    return { ...rest, gold: { tags: gold.tags } };
  });
}

/**
 * Parses all sentences of a file once more and tells of each iteration the best objective so far,
 * scored anew, the decoder's best bound so far and whether that proves the objective.
 */
export async function trace({ pack, url, options }: Opening): Promise<TracePoint[]> {
  const { model, sentences } = await loadParses(pack);
  const parse = (await importDecoder<ParsingDecoder>(url)).prepare(model, options);
  const points: TracePoint[] = [];
  sentences.forEach((sentence, index) => {
    const steps: TraceStep[] = [];
    const { beam } = parse(sentence, newWork(), (step) => steps.push(step));
    let best = -Infinity;
    let limit = Infinity;
    for (const { iteration, derivation, bound = Infinity, delta = NaN } of steps) {
      best = Math.max(best, scoreDerivation(model, sentence, derivation, beam).objective);
      limit = Math.min(limit, bound);
      const proven = limit - best < model.unit ? 1 : 0;
      points.push({ sentence: index, iteration, objective: best, bound: limit, delta, proven });
    }
  });
  return points;
}
