/**
 * A dependency tree as heads with their dependents on both sides.
 *
 * @module
 */

import type { Word } from "../../corpora/conllu.ts";

/** A word and what depends on it. */
export interface Node {
  /** Index in the sentence. */
  readonly index: number;
  readonly word: Word;
  /** Relation to the head, with its subtype. */
  relation: string;
  /** Dependents before it, the nearest first. */
  left: Node[];
  /** Dependents after it, the nearest first. */
  right: Node[];
}

/** The relation without its subtype. */
export function mainRelation({ relation }: Pick<Node, "relation">): string {
  return relation.split(":", 1)[0]!;
}

/**
 * The root of a sentence, with all its dependents, as derivations need them: a contiguous `flat`
 * name has its last word as head, `not` right after an auxiliary or a copula depends on that, and
 * each further word of a fixed expression on the one before.
 *
 * @returns nothing for a tree that is not projective: a derivation joins neighbours only
 */
export function dependentsOf(words: readonly Word[]): Node | undefined {
  if (!isProjective(words)) return undefined;
  const heads = words.map(({ head }) => head);
  const relations = words.map(({ relation }) => relation);
  attachNegation(words, heads, relations);
  endFlatNames(heads, relations);
  chainFixed(heads, relations);
  const nodes = words.map((word, index): Node => ({
    ...{ index, word, relation: relations[index]! },
    ...{ left: [], right: [] },
  }));
  for (const [index, head] of heads.entries()) {
    if (head > index) nodes[head]!.left.unshift(nodes[index]!);
    else if (head >= 0) nodes[head]!.right.push(nodes[index]!);
  }
  return nodes[heads.indexOf(-1)];
}

/** Whether the words below each word stand next to each other. */
function isProjective(words: readonly Word[]): boolean {
  return words.every(({ head }, index) => {
    const [from, to] = head < index ? [head, index] : [index, head];
    for (let between = from + 1; between < to; between++) {
      const other = words[between]!.head;
      if (other < from || other > to) return false;
    }
    return true;
  });
}

/** Words that negate an auxiliary before them. */
const NEGATIONS: ReadonlySet<string> = new Set(["not", "n't", "n’t", "nt", "n`t"]);

function attachNegation(words: readonly Word[], heads: number[], relations: string[]): void {
  for (let i = 1; i < words.length; i++) {
    const before = relations[i - 1]!.split(":", 1)[0]!;
    const isAuxiliary = before === "aux" || before === "cop";
    if (!isAuxiliary || !NEGATIONS.has(words[i]!.form.toLowerCase())) continue;
    if (heads[i] !== heads[i - 1] || heads.includes(i)) continue;
    heads[i] = i - 1;
    relations[i] = "advmod:neg";
  }
}

/** Makes the last word of each contiguous name its head; the others stand before it. */
function endFlatNames(heads: number[], relations: string[]): void {
  const count = heads.length;
  for (let first = 0; first < count; first++) {
    const parts: number[] = [];
    for (let i = 0; i < count; i++) {
      if (heads[i] === first && relations[i]!.split(":", 1)[0] === "flat") parts.push(i);
    }
    const last = first + parts.length;
    if (parts.length === 0 || parts.some((part, i) => part !== first + i + 1)) continue;
    if (heads.some((head, i) => head > first && head <= last && i > last)) continue;
    for (let i = 0; i < count; i++) {
      if (heads[i] === first && i !== last) heads[i] = last;
    }
    heads[last] = heads[first]!;
    relations[last] = relations[first]!;
    heads[first] = last;
    relations[first] = "flat";
  }
}

function chainFixed(heads: number[], relations: string[]): void {
  // From the end on: each still depends on the first word when it is looked at.
  for (let i = heads.length - 1; i > 1; i--) {
    if (relations[i] !== "fixed" || relations[i - 1] !== "fixed") continue;
    if (heads[i] === heads[i - 1]) heads[i] = i - 1;
  }
}
