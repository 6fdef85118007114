/**
 * Dependencies between words: which word fills which argument of which other.
 *
 * @module
 */

import type { Category } from "./category.ts";
import { combine } from "./combinators.ts";
import { coordinate, type Headed, joinArguments, joinHeads, unknownHeads } from "./heads.ts";
import { lackedBy, type LexicalHeads, lexicalHeads, nounOf } from "./lexical_heads.ts";
import { ruleOf } from "./license.ts";
import type { Branch, Tree } from "./tree.ts";
import { isModifier } from "./unify.ts";

/** A word that fills an argument of another. */
export interface Dependency {
  /** Position of the word whose category has the argument. */
  readonly head: number;
  /** That category. */
  readonly category: Category;
  /** Which of its arguments, from 1, the innermost first. */
  readonly slot: number;
  /** Position of the word that fills it. */
  readonly argument: number;
}

/**
 * The dependencies of a derivation, by heads and slots.
 *
 * Each word's category gets heads, see `lexicalHeads`; where two constituents are combined, what
 * one takes and what the other gives have the same heads. What two conjuncts give has the heads of
 * both, and they share their arguments. Type-raising passes through; what a unary rule makes a
 * modifier of a noun or a verb phrase lacks that noun, or the subject of that phrase.
 *
 * Source: Clark and Curran 2007, Section 3.
 */
export function dependenciesOf(tree: Tree): Dependency[] {
  const words: (LexicalHeads & { readonly category: Category })[] = [];
  const find = (part: Tree): Headed => {
    if (part.kind === "leaf") {
      const { category } = part;
      const found = lexicalHeads(category, words.length);
      words.push({ ...found, category });
      return found.headed;
    }
    const [left, right] = part.children.map(find);
    return right === undefined ? unary(part, left!) : binary(part, left!, right);
  };
  find(tree);
  return words.flatMap(({ category, slots }, head) =>
    slots.flatMap((slot, i) =>
      slot.head.words().filter((argument) => argument !== head)
        .map((argument) => ({ head, category, slot: i + 1, argument }))
    )
  );
}

function unary(branch: Branch, child: Headed): Headed {
  const { category, children: [{ category: from }] } = branch;
  if (category.kind === "functor" && ruleOf(branch) === "raised") {
    const target = unknownHeads(category.result);
    const argument = { head: target.head, functor: { result: target, argument: child } };
    return { head: child.head, functor: { result: target, argument } };
  }
  const made = unknownHeads(category, child.head);
  if (category.kind === "functor" && isModifier(category)) {
    const filler = nounOf({ category: category.argument, headed: made.functor!.argument });
    const missing = lackedBy({ category: from, headed: child });
    if (filler !== undefined && missing !== undefined) filler.headed.head.join(missing.headed.head);
  } else {
    joinArguments(made, child);
  }
  return made;
}

function binary(branch: Branch, left: Headed, right: Headed): Headed {
  const [{ category: l }, { category: r }] = branch.children as [Tree, Tree];
  const rule = combine(l, r).find(({ category }) => category === branch.category)?.rule;
  if (rule === undefined) return { ...[left, right][branch.head]! };
  if (rule === "punct") return l === branch.category ? left : right;
  if (rule === "conj") {
    const other = unknownHeads(r);
    joinArguments(other, right);
    return { head: right.head, functor: { result: coordinate(other, right), argument: other } };
  }
  const passed = Number(/\d$/.exec(rule)?.[0] ?? 0);
  return rule.startsWith(">") ? apply(left, right, passed) : apply(right, left, passed);
}

/** A functor takes what another gives when it has so many arguments more. */
function apply(functor: Headed, other: Headed, passed: number): Headed {
  const { result, argument } = functor.functor!;
  const pending: Headed[] = [];
  let inner = other;
  for (let i = 0; i < passed; i++) {
    pending.unshift(inner.functor!.argument);
    inner = inner.functor!.result;
  }
  joinHeads(argument, inner);
  return pending.reduce(
    (made, argument): Headed => ({ head: made.head, functor: { result: made, argument } }),
    result,
  );
}
