import { parseCategory } from "../../datasets/ccg/category.ts";
import {
  type BankSentence,
  type Branch,
  type Leaf,
  leafOf,
  type Tree,
} from "../../datasets/ccg/tree.ts";
import { Random } from "../../datasets/random.ts";

/** A word of a derivation. */
export function leaf(word: string, pos: string, category: string): Leaf {
  return leafOf(parseCategory(category), word, pos);
}

/** What one or two constituents make. */
export function branch(category: string, ...children: [Tree] | [Tree, Tree]): Branch {
  return { kind: "branch", category: parseCategory(category), head: 0, children };
}

/** A derivation as text: `form:CATEGORY` is a word, `{ CATEGORY child child }` what they make. */
export function derivation(text: string): Tree {
  const tokens = text.trim().split(/\s+/);
  const read = (): Tree => {
    const token = tokens.shift()!;
    if (token !== "{") return leaf(token.split(":")[0]!, "X", token.split(":")[1]!);
    const category = tokens.shift()!;
    const children: Tree[] = [];
    while (tokens[0] !== "}") children.push(read());
    tokens.shift();
    return branch(category, ...children as [Tree]);
  };
  return read();
}

/** Small sentences: noun phrases, verbs with and without an object, adverbs of verbs or clauses. */
export function smallBank(size: number, seed: number): BankSentence[] {
  const random = new Random(seed);
  const pick = (words: string) => {
    const all = words.split(" ");
    return all[random.integer(all.length)]!;
  };
  const nounPhrase = (): Tree => {
    if (random.integer(2) === 0) return branch("NP", leaf(pick("dogs cats saws"), "NNS", "N"));
    return branch("NP", leaf(pick("the a"), "DT", "NP/N"), leaf(pick("dog saw man"), "NN", "N"));
  };
  const verbPhrase = (): Tree => {
    const verb = random.integer(3) === 0
      ? leaf(pick("sleeps saw runs"), "VBZ", "S[dcl]\\NP")
      : branch("S[dcl]\\NP", leaf(pick("sees saw runs"), "VBZ", "(S[dcl]\\NP)/NP"), nounPhrase());
    if (random.integer(3) > 0) return verb;
    return branch("S[dcl]\\NP", verb, leaf(pick("often well"), "RB", "(S\\NP)\\(S\\NP)"));
  };
  return Array.from({ length: size }, (_, i) => {
    const bare = branch("S[dcl]", nounPhrase(), verbPhrase());
    const clause = random.integer(3) > 0
      ? bare
      : branch("S[dcl]", bare, leaf(pick("often today"), "RB", "S\\S"));
    const tree = random.integer(2) === 0 ? clause : branch("S[dcl]", clause, leaf(".", ".", "."));
    return { id: `small.${i + 1}`, tree };
  });
}
