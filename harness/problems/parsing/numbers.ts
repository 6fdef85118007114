/**
 * The numbers of each parse beside the rows: scores, spans and dependencies that are right.
 *
 * @module
 */

import type { Work } from "../../../decoders/contract.ts";
import { isFailure } from "../../../decoders/parsing/contract.ts";
import { countMatches } from "../../../decoders/parsing/forest/matches.ts";
import { scoreDerivation } from "../../../decoders/parsing/forest/score_derivation.ts";
import type { Derivation, ParsingModel, ParsingSentence } from "../../../decoders/parsing/model.ts";
import type { AnswerNumbers } from "../../store/side_tables.ts";
import { countRight } from "../checked.ts";
import { type JsonParse, parseFromJson, type ReturnedParse } from "./answers.ts";
import type { ParsingSample } from "./sample.ts";
import { dependenciesOf, type Dependency } from "../../../datasets/ccg/dependencies.ts";
import { common, isSameLabel, isSamePair } from "../../../datasets/ccg/evaluation.ts";
import type { Category } from "../../../datasets/ccg/category.ts";
import { derivedTree } from "../../../datasets/ccg/grammar.ts";
import type { ParsingContents } from "../../../datasets/packs/parsing_contents.ts";

const UNKNOWN: DependencyCounts = {
  matched_labelled: NaN,
  matched_unlabelled: NaN,
  predicted_dependencies: NaN,
  gold_dependencies: NaN,
};

/**
 * The numbers of all answers. Scores and matches are those of the derivations, whatever decoders
 * say; of a derivation that is none they are not known.
 */
export function answerNumbers(
  { model, sentences, indices, forests, contents, names }: ParsingSample,
  answers: readonly JsonParse[],
  works: readonly Work[],
): AnswerNumbers[] {
  const sizes = forests();
  const dependencies = dependencyCounts(model, contents, names);
  return answers.map((json, i) => {
    const sentence = sentences[i]!;
    const answer = parseFromJson(json);
    const { goldTokens, rightTokens } = countRight(
      [sentence.gold?.tags],
      [answer.derivation?.tags],
    );
    const scores = scoresOf(model, sentence, answer);
    const derivation = Number.isNaN(scores.objective) ? undefined : answer.derivation;
    return {
      ...{ sentence: indices[i]!, words: sentence.length, beam: answer.beam },
      ...sizes[i]!,
      converged: answer.converged ? 1 : 0,
      iterations: works[i]!.iterations,
      ...scores,
      bound: answer.bound ?? NaN,
      claimed: (answer.bound ?? Infinity) - scores.objective < model.unit ? 1 : 0,
      right_tags: rightTokens,
      known_tags: goldTokens,
      ...spanCounts(model, sentence, derivation),
      ...dependencies(i, derivation),
      failure: isFailure(answer.failure) ? answer.failure : "",
    };
  });
}

function scoresOf(
  model: ParsingModel,
  sentence: ParsingSentence,
  { derivation, beam }: ReturnedParse,
): Pick<AnswerNumbers, "objective" | "parser_score"> {
  const none = { objective: NaN, parser_score: NaN };
  if (derivation === undefined) return none;
  try {
    const { objective, parser } = scoreDerivation(model, sentence, derivation, beam);
    return { objective, parser_score: parser };
  } catch (error) {
    if (error instanceof RangeError) return none;
    throw error;
  }
}

/** Counts the right spans of a derivation. Without one all are missed. */
export function spanCounts(
  model: ParsingModel,
  { gold, length }: ParsingSentence,
  derivation: Derivation | undefined,
): Pick<AnswerNumbers, "matched_spans" | "predicted_spans" | "gold_spans"> {
  if (gold?.spans === undefined) {
    return { matched_spans: NaN, predicted_spans: NaN, gold_spans: NaN };
  }
  const none = { tags: new Int32Array(length).fill(-1), steps: new Int32Array(0) };
  const counted = derivation ?? none;
  const { matched, predicted, gold: right } = countMatches(model, gold, counted);
  const tags = counted.tags.filter((tag, word) => tag === gold.tags[word]).length;
  return {
    // Tags are parts, too.
    matched_spans: matched - tags,
    predicted_spans: predicted - length,
    gold_spans: right - length,
  };
}

type DependencyCounts = Pick<
  AnswerNumbers,
  "matched_labelled" | "matched_unlabelled" | "predicted_dependencies" | "gold_dependencies"
>;

/**
 * Counts the dependencies of a derivation that are right: head, category, slot and argument
 * (labelled), or head and argument alone. Both are multisets. Without a derivation all are missed;
 * NaN where the right ones or the names of categories are not known.
 */
export function dependencyCounts(
  model: ParsingModel,
  { gold, grammar }: ParsingContents,
  categories: readonly Category[] | undefined,
): (sentence: number, derivation: Derivation | undefined) => DependencyCounts {
  const right = gold?.dependencies;
  if (right === undefined || categories === undefined) return () => UNKNOWN;
  return (sentence, derivation) => {
    const [from, to] = [right.offsets[sentence]!, right.offsets[sentence + 1]!];
    const known = Array.from({ length: to - from }, (_, i): Dependency => ({
      head: right.heads[from + i]!,
      category: categories[right.categories[from + i]!]!,
      slot: right.slots[from + i]!,
      argument: right.arguments[from + i]!,
    }));
    const found = derivation === undefined
      ? []
      : dependenciesOf(derivedTree(derivation, model, grammar.symbolCategories, categories));
    return {
      matched_labelled: common(found, known, isSameLabel),
      matched_unlabelled: common(found, known, isSamePair),
      predicted_dependencies: found.length,
      gold_dependencies: known.length,
    };
  };
}
