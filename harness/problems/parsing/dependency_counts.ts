/**
 * How many dependencies of an answer are right.
 *
 * @module
 */

import { dependenciesOf, type Dependency } from "../../../datasets/ccg/dependencies.ts";
import { type CategoryNames, derivedTree } from "../../../datasets/ccg/grammar.ts";
import type { ParsingContents } from "../../../datasets/packs/parsing_contents.ts";
import type { Derivation, ParsingModel } from "../../../decoders/parsing/model.ts";
import type { AnswerNumbers } from "../../store/answers.ts";

type DependencyCounts = Pick<
  AnswerNumbers,
  "matched_labelled" | "matched_unlabelled" | "predicted_dependencies" | "gold_dependencies"
>;

const UNKNOWN: DependencyCounts = {
  matched_labelled: NaN,
  matched_unlabelled: NaN,
  predicted_dependencies: NaN,
  gold_dependencies: NaN,
};

/**
 * Counts the dependencies of a derivation that are right: head, category, slot and argument
 * (labelled), or head and argument alone. Both are multisets. Without a derivation all are missed;
 * NaN where the right ones or the names of categories are not known.
 */
export function dependencyCounts(
  model: ParsingModel,
  { gold, grammar }: ParsingContents,
  names: CategoryNames | undefined,
): (sentence: number, derivation: Derivation | undefined) => DependencyCounts {
  const right = gold?.dependencies;
  if (right === undefined || names === undefined) return () => UNKNOWN;
  return (sentence, derivation) => {
    const [from, to] = [right.offsets[sentence]!, right.offsets[sentence + 1]!];
    const known = Array.from({ length: to - from }, (_, i): Dependency => ({
      head: right.heads[from + i]!,
      category: names.categories[right.categories[from + i]!]!,
      slot: right.slots[from + i]!,
      argument: right.arguments[from + i]!,
    }));
    const found = derivation === undefined
      ? []
      : dependenciesOf(derivedTree(derivation, model, grammar.symbolCategories, names));
    return {
      matched_labelled: common(found, known, isSameLabel),
      matched_unlabelled: common(found, known),
      predicted_dependencies: found.length,
      gold_dependencies: known.length,
    };
  };
}

/** How many of two multisets are the same. */
function common(
  found: readonly Dependency[],
  known: readonly Dependency[],
  isSame: (one: Dependency, other: Dependency) => boolean = () => true,
): number {
  const left = [...known];
  let count = 0;
  for (const one of found) {
    const at = left.findIndex((other) =>
      one.head === other.head && one.argument === other.argument && isSame(one, other)
    );
    if (at < 0) continue;
    left.splice(at, 1);
    count++;
  }
  return count;
}

function isSameLabel(one: Dependency, other: Dependency): boolean {
  return one.category === other.category && one.slot === other.slot;
}
