/**
 * What the explorer shows of parsing: a chart, and decoders round by round.
 *
 * @module
 */

import barHillel from "../../decoders/parsing/bar_hillel.ts";
import beliefPropagation from "../../decoders/parsing/belief_propagation.ts";
import type { ParsingDecoder } from "../../decoders/parsing/contract.ts";
import dualDecomposition from "../../decoders/parsing/dual_decomposition.ts";
import { compileGrammar } from "../../decoders/parsing/forest/grammar.ts";
import { isNoForest, openForest, Workspace } from "../../decoders/parsing/forest/open_forest.ts";
import type { ParsingModel, ParsingSentence } from "../../decoders/parsing/model.ts";
import pipeline from "../../decoders/parsing/pipeline.ts";
import { resolveOptions } from "../../decoders/chain/options.ts";
import { newWork } from "../../decoders/contract.ts";
import {
  type ParsingDataset,
  parsingModel,
  parsingSentences,
} from "../../datasets/parsing_dataset.ts";
import { stepsOf } from "../../harness/problems/parsing/answers.ts";
import type { ParsedSentence, ParsingRound, ParsingTrace } from "./trace.ts";

/** One after the other, two that alternate between parser and tagger, and the exact product. */
const PARSERS: readonly ParsingDecoder[] = [
  pipeline,
  dualDecomposition,
  beliefPropagation,
  barHillel,
];

/**
 * Parses a sentence of a pack with each decoder, by adaptive supertagging, as `decode` does.
 *
 * @throws RangeError if there is no such sentence, or it has no parse
 */
export function parsedSentence(dataset: ParsingDataset, sentence: number): ParsedSentence {
  const { name, contents, metadata } = dataset;
  const sentences = contents.slots.lengths.length;
  if (!(sentence >= 0 && sentence < sentences)) {
    throw new RangeError(`Cannot show sentence ${sentence} of ${name}: it has ${sentences}`);
  }
  const model = parsingModel(contents);
  const [one] = parsingSentences(contents, {}, [sentence]);
  const { length, slots: { offsets, tags, emissions } } = one!;
  const forest = openForest(one!, newWork(), new Workspace(compileGrammar(model)));
  if (isNoForest(forest)) {
    throw new RangeError(`Cannot show sentence ${sentence} of ${name}: it has no parse`);
  }
  const items = forest.symbols.length;
  const { tagSymbols, symbolCategories, parent } = contents.grammar;
  const names: readonly string[] = JSON.parse(metadata["categories"] ?? "[]");
  const nameOf = (symbol: number) =>
    names[symbolCategories[symbol]!] ?? `${symbolCategories[symbol]}`;
  return {
    name,
    length,
    sentences,
    slots: { offsets, tags, emissions },
    tagNames: Array.from(tagSymbols, nameOf),
    ruleNames: Array.from(parent, nameOf),
    // Item 0 is the empty one.
    starts: forest.starts.slice(1, items),
    ends: forest.ends.slice(1, items),
    edgeOffsets: forest.edgeOffsets.slice(1, items + 1),
    traces: PARSERS.map((decoder) => traceParser(decoder, model, one!)),
  };
}

function traceParser(
  decoder: ParsingDecoder,
  model: ParsingModel,
  sentence: ParsingSentence,
): ParsingTrace {
  const rounds: ParsingRound[] = [];
  const work = newWork();
  const parse = decoder.prepare(model, resolveOptions(decoder));
  const { derivation, objective, bound, converged } = parse(sentence, work, (step) => {
    const { iteration: _, derivation: { tags }, ...rest } = step;
    // The decoder goes on with the arrays that it tells of.
    rounds.push(structuredClone({ ...rest, tags }));
  });
  return {
    decoder: decoder.name,
    tags: Array.from(derivation?.tags ?? []),
    steps: derivation === undefined ? [] : stepsOf(derivation),
    objective,
    ...bound !== undefined && { bound },
    converged,
    work,
    rounds,
  };
}
