/**
 * What the answer of a parsing decoder is held against.
 *
 * @module
 */

import type { Failure } from "../../../decoders/parsing/contract.ts";
import { permittedSlots } from "../../../decoders/parsing/forest/forest.ts";
import { type ParsingModel, type ParsingSentence, UNARY } from "../../../decoders/parsing/model.ts";
import { type Enumerated, enumerateDerivations } from "./enumerate.ts";

/** The answers that an exact decoder finds. */
export interface Expected {
  /** The step of the search space at which a decoder must end. */
  readonly beam: number;
  readonly failure?: Failure;
  /** All derivations of that step; none with a failure. */
  readonly derivations: readonly Enumerated[];
  /** The best J, −∞ with a failure. */
  readonly best: number;
}

/**
 * Goes through a search space by its definition: `ast` on while there is no derivation, `reverse`
 * on while there are more items than the limit. undefined if there are too many derivations.
 */
export function expectedOf(model: ParsingModel, sentence: ParsingSentence): Expected | undefined {
  const { order, steps, limit } = sentence.space;
  const last = Math.max(1, steps.length) - 1;
  for (let beam = 0;; beam++) {
    const isLarge = itemCount(model, sentence, beam) > limit;
    const derivations = isLarge ? [] : enumerateDerivations(model, sentence, beam);
    if (derivations === undefined) return undefined;
    const failure = isLarge ? "too large" : derivations.length === 0 ? "unparsed" : undefined;
    const goesOn = order === "ast" ? failure === "unparsed" : failure === "too large";
    if (goesOn && beam < last) continue;
    const best = Math.max(...derivations.map(({ objective }) => objective));
    return { beam, derivations, best, ...(failure === undefined ? {} : { failure }) };
  }
}

/** How many (span, symbol) pairs can be derived, whether a root needs them or not. */
function itemCount(model: ParsingModel, sentence: ParsingSentence, step: number): number {
  const { offsets, tags } = permittedSlots(sentence, step);
  const spans = new Map<string, Set<number>>();
  for (let width = 1; width <= sentence.length; width++) {
    for (let start = 0; start + width <= sentence.length; start++) {
      const end = start + width;
      const symbols = new Set<number>();
      if (width === 1) {
        for (const tag of tags.subarray(offsets[start], offsets[end])) {
          symbols.add(model.tagSymbols[tag]!);
        }
      }
      for (let split = start + 1; split < end; split++) {
        const [left, right] = [spans.get(`${start} ${split}`)!, spans.get(`${split} ${end}`)!];
        model.parent.forEach((parent, rule) => {
          if (left.has(model.left[rule]!) && right.has(model.right[rule]!)) symbols.add(parent);
        });
      }
      const below = new Set(symbols);
      model.parent.forEach((parent, rule) => {
        if (model.right[rule] === UNARY && below.has(model.left[rule]!)) symbols.add(parent);
      });
      spans.set(`${start} ${end}`, symbols);
    }
  }
  return spans.values().reduce((sum, { size }) => sum + size, 0);
}

/** The probability of each slot of a sentence, over all derivations. */
export function exactBeliefs(sentence: ParsingSentence, { derivations, best }: Expected): number[] {
  const sums = Array.from(sentence.slots.tags, () => 0);
  let total = 0;
  for (const { slots, objective } of derivations) {
    const weight = Math.exp(objective - best);
    total += weight;
    for (const slot of slots) sums[slot]! += weight;
  }
  return sums.map((sum) => sum / total);
}
