/**
 * Bracketed treebanks, as the Penn Treebank's `.mrg` files: trees, and the grammar of what is in
 * them.
 *
 * @module
 */

import { log } from "../../decoders/kernels/probability/exp.ts";
import { remembered, tally } from "../dataset.ts";
import { brief, withoutBrackets } from "../visible.ts";
import { tagsOf, type WeightedGrammar } from "./weighted_grammar.ts";

/** The label of what stands for nothing: traces. */
const TRACE = "-NONE-";
/** A label less its functions and indices; what begins with a hyphen has none, such as -LRB-. */
const CATEGORY = /^-.*|^.[^=|-]*/;
/** Levels of brackets at most. */
const MOST_LEVELS = 1000;
/** The label of a tree without one and with several children. */
const NO_LABEL = "TOP";
/** Added to each count of two tags in a row. */
const SMOOTHING = 0.5;

/** A word with its tag, or what some constituents make together. */
export type BracketTree =
  | { readonly label: string; readonly word: string }
  | { readonly label: string; readonly children: readonly BracketTree[] };

/**
 * Reads trees such as `(S (NP (DT the) (NN dog)) (VP (VBZ barks)))`, whatever is between them.
 * Brackets without a label around one tree are left out, traces (`-NONE-`) and what then has no
 * word, too; labels end before their functions and indices: `NP-SBJ-1` and `NP=2` are `NP`. Those
 * that the grammar has as symbols stay whole, such as `N-bar`. What follows a `#` by itself
 * outside of trees is a remark, as `parse --format brackets --proof` has them.
 *
 * @param source names the text in errors
 * @param of the grammar that the trees are of, if there is one
 * @throws SyntaxError naming the line
 */
export function readBrackets(text: string, source: string, of?: WeightedGrammar): BracketTree[] {
  const symbols = of === undefined ? [] : [...of.rules.map(({ parent }) => parent), ...tagsOf(of)];
  const whole = new Map(symbols.map((symbol) => [withoutBrackets(symbol), symbol]));
  const trees: BracketTree[] = [];
  const open: OpenBracket[] = [];
  let [line, isRemark] = [1, false];
  const refuse = (why: string) => new SyntaxError(`Cannot read line ${line} of ${source}: ${why}`);
  for (const [token] of text.matchAll(/\n|[()]|[^\s()]+/g)) {
    const top = open.at(-1);
    if (token === "\n") [line, isRemark] = [line + 1, false];
    else if (isRemark || (top === undefined && token === "#")) isRemark = true;
    else if (token === "(") {
      if (top?.word !== undefined) throw refuse(`"${brief(top.word)}" and brackets in one`);
      if (open.push({ children: [] }) > MOST_LEVELS) throw refuse(`over ${MOST_LEVELS} levels`);
    } else if (token === ")") {
      const done = open.pop();
      if (done === undefined) throw refuse("a bracket closes what none opened");
      const tree = closed(done, whole);
      if (tree === "empty") throw refuse(`nothing in the brackets of "${brief(done.label ?? "")}"`);
      if (tree !== undefined) (open.at(-1)?.children ?? trees).push(tree);
      else if (open.length > 0) open.at(-1)!.hasTrace = true;
    } else if (top === undefined) throw refuse(`"${brief(token)}" outside of all brackets`);
    else if (top.label === undefined && top.children.length === 0) top.label = token;
    else if (top.word === undefined && top.children.length === 0) top.word = token;
    else throw refuse(`"${brief(token)}" where brackets should be`);
  }
  if (open.length > 0) throw refuse(`${open.length} brackets are open at the end`);
  return trees;
}

/** A tree whose brackets are open: its label, its word and its children so far. */
interface OpenBracket {
  label?: string;
  word?: string;
  hasTrace?: true;
  readonly children: BracketTree[];
}

/**
 * A tree from what stood between two brackets; undefined for a trace, or nothing but traces.
 *
 * @param whole symbols by how trees write them
 */
function closed(
  { label, word, hasTrace, children }: OpenBracket,
  whole: ReadonlyMap<string, string>,
): BracketTree | "empty" | undefined {
  if (label === TRACE) return undefined;
  const own = label === undefined ? NO_LABEL : whole.get(label) ?? CATEGORY.exec(label)![0];
  if (word !== undefined) return { label: own, word };
  if (children.length === 0) return hasTrace ? undefined : "empty";
  return label === undefined && children.length === 1 ? children[0]! : { label: own, children };
}

/**
 * The constituents of a tree, words among them, parents before their children. Like all that goes
 * through trees here it keeps its own stack: programs make trees deeper than they may call.
 */
function* constituentsOf(tree: BracketTree): Generator<BracketTree> {
  const ahead = [tree];
  for (let part = ahead.pop(); part !== undefined; part = ahead.pop()) {
    yield part;
    if (!("word" in part)) { for (const child of part.children.toReversed()) ahead.push(child); }
  }
}

/** The words of a tree with their tags, from left to right. */
export function taggedWords(tree: BracketTree): { readonly word: string; readonly tag: string }[] {
  return [...constituentsOf(tree)]
    .flatMap((part) => "word" in part ? [{ word: part.word, tag: part.label }] : []);
}

/** A tree in brackets, on a line; those of labels and words are -LRB- and -RRB-. */
export function printBrackets(tree: BracketTree): string {
  let text = "";
  const ahead: (BracketTree | string)[] = [tree];
  for (let part = ahead.pop(); part !== undefined; part = ahead.pop()) {
    if (typeof part === "string") text += part;
    else {
      text += `(${withoutBrackets(part.label)}`;
      ahead.push(")");
      if ("word" in part) ahead.push(` ${withoutBrackets(part.word)}`);
      else for (const child of part.children.toReversed()) ahead.push(child, " ");
    }
  }
  return text;
}

/** How a grammar is read off trees. */
export interface TreebankOptions {
  /** Words seen less often stand for words that were never seen; 2 by default, 1 for none. */
  readonly rare?: number;
  /** Whether pairs of tags in a row score, too; they do not by default. */
  readonly bigrams?: boolean;
}

/**
 * The probabilistic grammar of trees by relative frequency: ln count(X → α) / count(X), where α may
 * be a word; rare words count as one word that stands for unknown ones. Roots score ln of their
 * share.
 *
 * With `bigrams` two tags in a row score ln p(b | a) / p(b), each pair counted half a time more.
 * Then J is a tree's log-probability plus how much likelier its tags follow one another than by
 * themselves: what the parser does not know of neighbours.
 *
 * Source: Charniak 1996, Section 2, for grammars by counting.
 *
 * @throws RangeError for no trees
 */
export function treebankGrammar(
  trees: readonly BracketTree[],
  { rare = 2, bigrams = false }: TreebankOptions = {},
): WeightedGrammar {
  if (trees.length === 0) throw new RangeError("Cannot read a grammar off trees: there are none");
  const sentences = trees.map(taggedWords);
  const uses = tally(sentences.flat().map(({ word }) => word));
  const [labels, sides, tagged]: [string[], string[], string[]] = [[], [], []];
  for (const part of trees.flatMap((tree) => [...constituentsOf(tree)])) {
    labels.push(part.label);
    if ("word" in part) {
      tagged.push(JSON.stringify([part.label, uses.get(part.word)! < rare ? null : part.word]));
    } else sides.push(JSON.stringify([part.label, ...part.children.map(({ label }) => label)]));
  }
  const parents = tally(labels);
  const score = (count: number, of: string) => log(count / parents.get(of)!);
  const words = new Map<string, { tag: string; score: number }[]>();
  const unknown: { tag: string; score: number }[] = [];
  for (const [key, count] of tally(tagged)) {
    const [tag, word] = JSON.parse(key) as [string, string | null];
    const entries = word === null ? unknown : remembered(words, word, () => []);
    entries.push({ tag, score: score(count, tag) });
  }
  const roots = tally(trees.map(({ label }) => label));
  return {
    rules: [...tally(sides)].map(([key, count]) => {
      const [parent, ...children] = JSON.parse(key) as [string, ...string[]];
      return { parent, children, score: score(count, parent) };
    }),
    words,
    unknown,
    roots: new Map([...roots].map(([label, count]) => [label, log(count / trees.length)])),
    ...bigrams && { bigrams: pairScores(sentences.map((words) => words.map(({ tag }) => tag))) },
  };
}

function pairScores(sentences: readonly (readonly string[])[]): (a: string, b: string) => number {
  const all = tally(sentences.flat());
  const total = [...all.values()].reduce((sum, count) => sum + count, 0);
  const before = tally(sentences.flatMap((tags) => tags.slice(0, -1)));
  const pairs = tally(sentences.flatMap((tags) => tags.slice(1).map((b, t) => `${tags[t]} ${b}`)));
  return (a, b) => {
    const pair = (pairs.get(`${a} ${b}`) ?? 0) + SMOOTHING;
    const first = (before.get(a) ?? 0) + SMOOTHING * all.size;
    return log(pair / first) - log((all.get(b) ?? SMOOTHING) / total);
  };
}
