/**
 * Context-free grammars as text.
 *
 * @module
 */

import { log } from "../../decoders/kernels/probability/exp.ts";
import { remembered } from "../dataset.ts";
import { brief } from "../visible.ts";
import type { WeightedGrammar, WeightedRule } from "./weighted_grammar.ts";

/** A word in quotes, a probability, a bar, an arrow, or a symbol. */
const TOKEN = /\s*(?:"([^"]+)"|'([^']+)'|\[([^\]]*)\]|(\|)|(->|→)|([^\s|"'[\]]+))/y;

/**
 * Reads a grammar such as
 *
 * ```text
 * # the first parent is the root
 * S -> NP VP
 * NP -> "dogs" [0.5] | "cats" [0.5]
 * VP -> "bark" [0.25] | "chase" NP [0.75]
 * ```
 *
 * A rule a line, its alternatives between bars, words in quotes, probabilities in brackets. A rule
 * without one scores 0, one with it ln of it. `%start X` names another root. What follows `#` is a
 * remark. A word among other children gets a tag of its own, which no other word has.
 *
 * It is the notation of NLTK, less its empty right sides and features.
 *
 * @param source names the text in errors
 * @throws SyntaxError naming the line, or a symbol that no rule makes
 *
 * @example
 * ```ts
 * import { readCfg } from "./cfg_text.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const { rules, words } = readCfg("S -> S S | 'a' [0.5]", "a.cfg");
 * assertEquals(rules, [{ parent: "S", children: ["S", "S"], score: 0 }]);
 * assertEquals(words.get("a"), [{ tag: "S", score: Math.log(0.5) }]);
 * ```
 */
export function readCfg(text: string, source: string): WeightedGrammar {
  const rules = new Map<string, WeightedRule>();
  const words = new Map<string, { tag: string; score: number }[]>();
  let root: string | undefined;
  let isStart = false;
  text.split(/\r?\n/).forEach((row, index) => {
    const refuse = (why: string) =>
      new SyntaxError(`Cannot read line ${index + 1} of ${source}: ${why}`);
    const line = row.replace(/(^|\s)#.*$/, "").trim();
    if (line === "") return;
    const start = /^%start\s+(\S+)$/.exec(line);
    if (start !== null) {
      [root, isStart] = [start[1]!, true];
      return;
    }
    const { parent, alternatives } = readRule(line, refuse);
    if (!isStart) root ??= parent;
    for (const { children, score } of alternatives) {
      const tag = (word: string) => children.length === 1 ? parent : `"${word}"`;
      for (const { word } of children) {
        if (word === undefined) continue;
        const entries = remembered(words, word, () => []);
        const isOwn = children.length === 1;
        if (!entries.some((entry) => entry.tag === tag(word))) {
          entries.push({ tag: tag(word), score: isOwn ? score : 0 });
        } else if (isOwn) throw refuse(`"${brief(word)}" is a word of ${brief(parent)} already`);
      }
      if (children.length === 1 && children[0]!.word !== undefined) continue;
      const symbols = children.map(({ word, symbol }) => symbol ?? tag(word!));
      const key = JSON.stringify([parent, ...symbols]);
      if (rules.has(key)) throw refuse(`${brief(parent)} -> ${brief(symbols.join(" "))} twice`);
      rules.set(key, { parent, children: symbols, score });
    }
  });
  if (root === undefined) throw new SyntaxError(`Cannot read ${source}: there is no rule in it`);
  const parents = [...rules.values()].map(({ parent }) => parent);
  const made = new Set([...parents, ...[...words.values()].flat().map(({ tag }) => tag)]);
  const used = [root, ...[...rules.values()].flatMap(({ children }) => children)];
  const missing = used.find((symbol) => !made.has(symbol));
  if (missing !== undefined) {
    throw new SyntaxError(`Cannot use ${source}: no rule makes the symbol ${brief(missing)}`);
  }
  return { rules: [...rules.values()], words, unknown: [], roots: new Map([[root, 0]]) };
}

interface Child {
  readonly symbol?: string;
  readonly word?: string;
}

function readRule(line: string, refuse: (why: string) => SyntaxError) {
  const alternatives: { children: Child[]; score: number }[] = [];
  let parent: string | undefined;
  let [children, score]: [Child[], number | undefined] = [[], undefined];
  let hasArrow = false;
  const finish = () => {
    if (children.length === 0) throw refuse("a right side is empty");
    alternatives.push({ children, score: score ?? 0 });
    [children, score] = [[], undefined];
  };
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < line.length) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(line);
    if (found === null) throw refuse(`not a rule from "${brief(line.slice(at))}"`);
    const [, double, single, probability, bar, arrow, symbol] = found;
    const word = double ?? single;
    if (parent === undefined) {
      if (symbol === undefined) throw refuse("a rule begins with a symbol");
      parent = symbol;
    } else if (!hasArrow) {
      if (arrow === undefined) throw refuse('"->" stands behind the first symbol');
      hasArrow = true;
    } else if (bar !== undefined) finish();
    else if (arrow !== undefined) throw refuse("a second arrow");
    else if (score !== undefined) throw refuse("a probability is the last of an alternative");
    else if (probability !== undefined) {
      const value = probability.trim() === "" ? NaN : Number(probability);
      if (!(value > 0 && value <= 1)) throw refuse(`no probability: [${brief(probability)}]`);
      score = log(value);
    } else children.push(word === undefined ? { symbol: symbol! } : { word });
  }
  if (!hasArrow) throw refuse('a rule has "->"');
  finish();
  return { parent: parent!, alternatives };
}
