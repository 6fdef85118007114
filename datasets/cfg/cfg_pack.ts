/**
 * Sentences to parse with a context-free grammar, as the tables of a parsing pack; and derivations
 * as trees of the grammar.
 *
 * @module
 */

import type { Derivation } from "../../decoders/parsing/model.ts";
import { remembered, startsOf } from "../dataset.ts";
import { RowList } from "../linear_model.ts";
import { type ParsingContents, spanTables } from "../packs/parsing_contents.ts";
import { checkSums } from "../parsing_dataset.ts";
import { brief } from "../visible.ts";
import { type BracketTree, taggedWords } from "./brackets.ts";
import {
  checkChildren,
  type CompiledGrammar,
  compileWeighted,
  rounded,
  UNIT_EXPONENT,
  type WeightedGrammar,
} from "./weighted_grammar.ts";

/** A sentence, with its right tree if that is known. */
export interface CfgSentence {
  /** Its tokens. */
  readonly words: readonly string[];
  /** Its right analysis. */
  readonly tree?: BracketTree;
}

/** A grammar with sentences: tables, and names for the metadata. */
export interface CfgPack {
  /** What names its rules and tags. */
  readonly grammar: CompiledGrammar;
  /** The tables. */
  readonly contents: ParsingContents;
  /** Names of the categories; those that only right trees have are the last. */
  readonly categories: readonly string[];
}

/**
 * The tables of a parsing pack. A word's slots are the tags that it may have; ln p(word | tag) is
 * the score of the leaf. All have level 0: every search space permits all of them. There are no
 * features of boundaries and no emissions, so that f is the grammar's score of a tree and g what
 * its pairs of tags score.
 *
 * Right spans are those of the trees as the grammar has them, in pairs, with the ends of chains of
 * unary steps. If one sentence has a tree, all must.
 *
 * @throws RangeError for a word without a tag, for no sentences, for one without words, for a tree
 * over other words, where some sentences alone have a tree, for scores so large that sums of them
 * are not exact, and as `compileWeighted`
 */
export function cfgPack(grammar: WeightedGrammar, sentences: readonly CfgSentence[]): CfgPack {
  if (sentences.length === 0) throw new RangeError("Cannot pack sentences: there are none");
  sentences.forEach(({ words, tree }, sentence) => {
    if (words.length === 0) throw new RangeError(`Cannot pack sentence ${sentence}: no words`);
    const own = tree === undefined ? words : taggedWords(tree).map(({ word }) => word);
    if (own.length === words.length && own.every((word, i) => word === words[i])) return;
    throw new RangeError(`Cannot pack sentence ${sentence}: its tree has other words`);
  });
  const compiled = compileWeighted(grammar);
  const { tables, transitions, tags } = compiled;
  const numbers = new Map(tags.map((tag, number) => [tag, number]));
  const slots = sentences.flatMap(({ words }, sentence) =>
    words.map((word) =>
      slotsOf(grammar, word, sentence)
        .map(({ tag, score }) => ({ tag: numbers.get(tag)!, score }))
        .sort((a, b) => a.tag - b.tag)
    )
  );
  const all = slots.flat();
  const lengths = Int32Array.from(sentences, ({ words }) => words.length);
  const none = new Int32Array(lengths.reduce((sum, length) => sum + length + 1, 0) + 1);
  const lists = { offsets: none, ids: new Int32Array(0) };
  const without = sentences.findIndex(({ tree }) => tree === undefined);
  const isRight = without < 0;
  if (!isRight && sentences.some(({ tree }) => tree !== undefined)) {
    throw new RangeError(`Cannot pack sentence ${without}: others have a tree, and it has none`);
  }
  const { categories, numberOf } = numbered(compiled);
  const contents: ParsingContents = {
    unitExponent: UNIT_EXPONENT,
    grammar: tables,
    transitions,
    slots: {
      lengths,
      depths: new Int32Array(lengths.length).fill(LAST_LEVEL),
      offsets: startsOf(slots),
      tags: Int32Array.from(all, ({ tag }) => tag),
      emissions: new Float64Array(all.length),
      leafScores: Float64Array.from(all, ({ score }) => rounded(score)),
      levels20: new Uint8Array(all.length),
      levels150: new Uint8Array(all.length),
    },
    boundaries: { start: lists, split: lists, end: lists, weights: new RowList().toRows() },
    ...isRight && {
      gold: {
        tags: rightTags(sentences, slots, numbers),
        spans: rightSpans(sentences, numberOf),
      },
    },
  };
  checkSums(contents, "the grammar");
  return { grammar: compiled, categories, contents };
}

/** The last level that tables can name. */
const LAST_LEVEL = 254;

function slotsOf({ words, unknown }: WeightedGrammar, word: string, sentence: number) {
  const found = words.get(word) ?? unknown;
  if (found.length > 0) return found;
  throw new RangeError(`Cannot pack sentence ${sentence}: no tag for the word "${brief(word)}"`);
}

/** Numbers categories that only right trees have behind the others. */
function numbered({ categories, restsFrom }: CompiledGrammar) {
  const names = [...categories];
  const [symbols, rests] = [new Map<string, number>(), new Map<string, number>()];
  names.forEach((name, number) => (number < restsFrom ? symbols : rests).set(name, number));
  const numberOf = (name: string, isRest: boolean): number => {
    return remembered(isRest ? rests : symbols, name, () => names.push(name) - 1);
  };
  return { categories: names, numberOf };
}

function rightTags(
  sentences: readonly CfgSentence[],
  slots: readonly (readonly { readonly tag: number }[])[],
  numbers: ReadonlyMap<string, number>,
): Int32Array {
  const right = sentences.flatMap(({ tree }) => taggedWords(tree!));
  return Int32Array.from(right, ({ tag }, position) => {
    const number = numbers.get(tag);
    return slots[position]!.some((slot) => slot.tag === number) ? number! : -1;
  });
}

function rightSpans(
  sentences: readonly CfgSentence[],
  numberOf: (name: string, isRest: boolean) => number,
) {
  return spanTables(sentences.map(({ tree }) => {
    const spans: (readonly [start: number, end: number, category: number])[] = [];
    // What is open, with where its children so far start and the last of them ends.
    const open = [{ part: tree!, starts: [0], isUnder: false }];
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const { part, starts, isUnder } = top;
      const children = "word" in part ? [] : part.children;
      const [start, last, isUnary] = [starts[0]!, starts.at(-1)!, children.length === 1];
      const next = children[starts.length - 1];
      if (next !== undefined) {
        open.push({ part: next, starts: [last], isUnder: isUnary });
        continue;
      }
      const end = "word" in part ? start + 1 : last;
      open.pop();
      open.at(-1)?.starts.push(end);
      checkChildren(part.label, children);
      for (let i = children.length - 2; i > 0; i--) {
        const rest = children.slice(i).map(({ label }) => label).join(" ");
        if (end - starts[i]! > 1) spans.push([starts[i]!, end, numberOf(rest, true)]);
      }
      // Within a chain, what is neither its top nor its bottom is no item.
      if (end - start > 1 && !(isUnary && isUnder)) {
        spans.push([start, end, numberOf(part.label, false)]);
      }
    }
    return spans;
  }));
}

/**
 * The tree of a derivation as the grammar has it: chains of unary rules written out, rests of right
 * sides put back under their parents.
 */
export function cfgTree(
  { tables, tags, categories, restsFrom, chains }: CompiledGrammar,
  words: readonly string[],
  derivation: Derivation,
): BracketTree {
  // What has been built over each word's start; a rest of a right side is several trees.
  const built = new Map<number, readonly BracketTree[]>();
  derivation.tags.forEach((tag, t) => built.set(t, [{ label: tags[tag]!, word: words[t]! }]));
  for (let i = 0; i < derivation.steps.length; i += 4) {
    const [start, split, , rule] = derivation.steps.subarray(i, i + 4) as unknown as number[];
    const left = built.get(start!)!;
    const chain = chains[rule!];
    if (chain !== undefined) {
      const tree = chain.reduceRight<readonly BracketTree[]>(
        (children, label) => [{ label, children }],
        left,
      );
      built.set(start!, tree);
      continue;
    }
    const children = [...left, ...built.get(split!)!];
    const category = tables.symbolCategories[tables.parent[rule!]!]!;
    const isRest = category >= restsFrom;
    built.set(start!, isRest ? children : [{ label: categories[category]!, children }]);
  }
  return built.get(0)![0]!;
}
