/**
 * What is told of each parse beside the rows.
 *
 * @module
 */

import type { Work } from "../../../decoders/contract.ts";
import { countMatches } from "../../../decoders/parsing/forest/matches.ts";
import { scoreDerivation } from "../../../decoders/parsing/forest/score_derivation.ts";
import type { Derivation, ParsingModel, ParsingSentence } from "../../../decoders/parsing/model.ts";
import type { AnswerNumbers } from "../../store/answers.ts";
import { rightTags } from "./check.ts";
import { dependencyCounts } from "./dependency_counts.ts";
import { type ClaimedParse, claimOf, type ToldParse } from "./claimed_parse.ts";
import type { ParsingSample } from "./sample.ts";

/**
 * The numbers of all answers. Scores and matches are those of the derivations, whatever decoders
 * say; of a derivation that is none they are not known.
 */
export function answerNumbers(
  { model, sentences, indices, forests, contents, names }: ParsingSample,
  answers: readonly ToldParse[],
  works: readonly Work[],
): AnswerNumbers[] {
  const sizes = forests();
  const dependencies = dependencyCounts(model, contents, names);
  return answers.map((told, i) => {
    const sentence = sentences[i]!;
    const answer = claimOf(told);
    const { known, right } = rightTags(sentence.gold?.tags, answer);
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
      ...{ right_tags: right, known_tags: known },
      ...spansOf(model, sentence, derivation),
      ...dependencies(i, derivation),
    };
  });
}

function scoresOf(
  model: ParsingModel,
  sentence: ParsingSentence,
  { derivation, beam }: ClaimedParse,
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

/** Without a derivation all right spans are missed. */
function spansOf(
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
