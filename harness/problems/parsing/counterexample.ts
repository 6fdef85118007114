/**
 * Sentences that a decoder parses wrongly, as groups with their grammar and search space.
 *
 * @module
 */

import barHillel from "../../../decoders/parsing/bar_hillel.ts";
import { resolveOptions } from "../../../decoders/chain/options.ts";
import { newWork, type Options } from "../../../decoders/contract.ts";
import type { Parse, ParsingDecoder } from "../../../decoders/parsing/contract.ts";
import type { ParsingModel } from "../../../decoders/parsing/model.ts";
import type { ParsingContents } from "../../../datasets/packs/parsing_contents.ts";
import { selectPart, selectSentences } from "../../../datasets/parsing_part.ts";
import type { SpaceSettings } from "../../../datasets/search_space.ts";
import { brief } from "../../../datasets/visible.ts";
import { given } from "../../terminal/usage_error.ts";
import type { Opening, ReplayOptions } from "../contract.ts";
import { counterexamples, type JudgeGroup } from "../counterexample.ts";
import { type ReturnedParse, stepsOf } from "./answers.ts";
import { openParsingDataset } from "./discover.ts";
import { judgeParses } from "./judge.ts";
import { sentencesFor } from "./open.ts";
import { openParses, type Parses, parsesOf, spaceOfFile, writeParses } from "./parses_file.ts";
import type { ParsingSample } from "./sample.ts";

/** Sentences with their grammar, in one search space. */
interface Sentences {
  readonly contents: ParsingContents;
  readonly space: SpaceSettings;
  /** As decoders have them, if they were made to see whether that can be done. */
  readonly parses?: Parses;
}

/** The parts of a sentence are its words and the rules of its grammar. */
export const wrongParses = counterexamples<ParsingSample, Sentences, ParsingDecoder>({
  reference: barHillel.name,
  load: loadSentences,
  async find(pack, options) {
    const group = await given(findSentences(pack, options));
    return { group, count: group.parses.sentences.length };
  },
  of: ({ contents, space }) => ({ contents, space }),
  pick: ({ contents, space }, sentences) => ({
    contents: selectSentences(contents, sentences),
    space,
  }),
  sizes: ({ contents: { slots, grammar } }) => ({
    words: slots.lengths[0]!,
    rules: grammar.left.length,
  }),
  select: ({ contents, space }, { words = [], rules = [] }) => ({
    contents: selectPart(contents, { words, rules }),
    space,
  }),
  write: (path, title, { contents, space }) => writeParses(path, title, contents, space),
  judge: judgeWith,
});

async function loadSentences(pack: string): Promise<Sentences> {
  const dataset = await openParses(pack);
  return { contents: dataset.contents, space: spaceOfFile(dataset) };
}

/** The sentences of a file, or of a dataset, in the space of its name. */
async function findSentences(
  pack: string,
  { space, limit }: ReplayOptions,
): Promise<Required<Sentences>> {
  const { dataset: { contents }, space: named } = await openParsingDataset(pack, space, limit);
  // A file without that space is refused here, where errors are the user's.
  return { contents, space: named, parses: parsesOf(contents, named, limit) };
}

/** Compares parses with those of the Bar-Hillel product; both derivations are shown. */
function judgeWith(decoder: ParsingDecoder, { url, options }: Opening): JudgeGroup<Sentences> {
  return ({ contents, space, parses }) => {
    const { model, sentences } = parses ?? parsesOf(contents, space);
    const visible = sentencesFor(url, sentences);
    const parse = preparedParser(decoder, model, options);
    const parseReference = preparedParser(barHillel, model);
    const judge = judgeParses(model);
    return (index) => {
      const sentence = visible[index]!;
      const reference = parseReference(sentence, newWork());
      const answer = parse(sentence, newWork());
      return {
        defect: judge(sentence, answer, reference).defect,
        shown: () => [shown(answer), shown(reference)],
      };
    };
  };
}

/** Prepares a decoder for a model; options that are not set have their defaults. */
export function preparedParser(
  decoder: ParsingDecoder,
  model: ParsingModel,
  options: Options = {},
): Parse {
  return decoder.prepare(model, resolveOptions(decoder, options));
}

function shown({ derivation, failure, objective, bound }: ReturnedParse): string {
  if (derivation === undefined) return brief(String(failure ?? "none"));
  const limit = bound === undefined ? "" : `, at most ${bound}`;
  const steps = stepsOf(derivation).map((step) => step.join(" ")).join("; ");
  return `${objective}${limit} (${Array.from(derivation.tags)}; ${steps})`;
}
