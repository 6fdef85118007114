/**
 * All derivations of a small sentence, one by one: what parsing decoders are held against.
 *
 * @module
 */

import { ruleScorer } from "../../../decoders/parsing/forest/score_derivation.ts";
import { permittedSlots } from "../../../decoders/parsing/forest/forest.ts";
import {
  type Derivation,
  type ParsingModel,
  type ParsingSentence,
  UNARY,
} from "../../../decoders/parsing/model.ts";

/** A derivation with its scores. */
export interface Enumerated extends Derivation {
  /** The slot of each word, among all slots of the sentence. */
  readonly slots: readonly number[];
  /** The joint objective J = f + g. */
  readonly objective: number;
  /** The parser's score f. */
  readonly parser: number;
  /** The tagger's score g. */
  readonly tagger: number;
}

/** A subtree of a derivation, with its scores. */
interface Part {
  readonly symbol: number;
  readonly slots: readonly number[];
  readonly steps: readonly number[];
  readonly score: number;
}

/**
 * Lists all derivations that a step of the search space permits, by plain recursion over spans.
 * undefined if a span has more than `most` subtrees.
 */
export function enumerateDerivations(
  model: ParsingModel,
  sentence: ParsingSentence,
  step: number,
  most = 1500,
): Enumerated[] | undefined {
  const { length } = sentence;
  const scoreOf = ruleScorer(model, sentence);
  const permitted = permittedSlots(sentence, step);
  const spans = new Map<string, Part[]>();
  for (let width = 1; width <= length; width++) {
    for (let start = 0; start + width <= length; start++) {
      const end = start + width;
      const parts: Part[] = [];
      if (width === 1) {
        for (let i = permitted.offsets[start]!; i < permitted.offsets[end]!; i++) {
          const symbol = model.tagSymbols[permitted.tags[i]!]!;
          const score = permitted.leafScores[i]!;
          parts.push({ symbol, slots: [permitted.ids[i]!], steps: [], score });
        }
      }
      for (let split = start + 1; split < end; split++) {
        for (const left of spans.get(`${start} ${split}`)!) {
          for (const right of spans.get(`${split} ${end}`)!) {
            model.parent.forEach((symbol, rule) => {
              if (model.left[rule] !== left.symbol || model.right[rule] !== right.symbol) return;
              parts.push({
                symbol,
                slots: [...left.slots, ...right.slots],
                steps: [...left.steps, ...right.steps, start, split, end, rule],
                score: left.score + right.score + scoreOf(start, split, end, rule),
              });
            });
            if (parts.length > most) return undefined;
          }
        }
      }
      for (const child of parts.slice()) {
        model.parent.forEach((symbol, rule) => {
          if (model.left[rule] !== child.symbol || model.right[rule] !== UNARY) return;
          const steps = [...child.steps, start, -1, end, rule];
          const score = child.score + scoreOf(start, -1, end, rule);
          parts.push({ symbol, slots: child.slots, steps, score });
        });
      }
      if (parts.length > most) return undefined;
      spans.set(`${start} ${end}`, parts);
    }
  }
  return spans.get(`0 ${length}`)!
    .filter(({ symbol }) => model.rootScores[symbol] !== -Infinity)
    .map((part) => withScores(model, sentence, part));
}

function withScores(
  { rootScores, transitions, tagCount }: ParsingModel,
  { slots: { tags, emissions } }: ParsingSentence,
  { symbol, slots, steps, score }: Part,
): Enumerated {
  const own = Int32Array.from(slots, (slot) => tags[slot]!);
  let tagger = 0;
  slots.forEach((slot, position) => {
    tagger += emissions[slot]!;
    if (position > 0) tagger += transitions[own[position - 1]! * tagCount + own[position]!]!;
  });
  const parser = score + rootScores[symbol]!;
  const objective = parser + tagger;
  return { tags: own, steps: Int32Array.from(steps), slots, parser, tagger, objective };
}
