/**
 * Files of banks of derivations, in the formats of CCGbank, and the parts of banks in a folder.
 *
 * In `.auto` files a sentence has two lines. The first begins with `ID=`, the second is a tree: a
 * constituent is `(<T category head children> child … )`, a word
 * `(<L category modified-tag tag word indexed-category>)`. A word may hold anything but blanks. A
 * conjunct with its conjunction is `X[conj]`, which stands for X\X.
 *
 * In `.parg` files, dependencies between words, a sentence begins with `<s id="ID"> LAST`, LAST the
 * position of its last word, with a note if there is one, and ends with `<\s>`. Between them is a
 * line for each dependency, in columns that tabs separate: position of the argument, position of
 * the head, the head's category, the number of its argument, and both words.
 *
 * Source: Hockenmaier and Steedman 2005, CCGbank: User's Manual.
 *
 * @module
 */

import { basename } from "node:path";
import { readTrees, type Word } from "../corpora/conllu.ts";
import type { Part } from "../corpora/corpus.ts";
import { readFirst, textOf } from "../gzipped_text.ts";
import { brief, visible } from "../visible.ts";
import { type Category, functor, parseCategory, printCategory, Scanner } from "./category.ts";
import { convert } from "./convert/convert.ts";
import { obliqueArgumentsOf } from "./convert/oblique_arguments.ts";
import type { Dependency } from "./dependencies.ts";
import { type BankSentence, type Branch, leafOf, type Tree, withoutChains } from "./tree.ts";

const ID = /^ID=(\S+)(.*)$/;
const BRANCH = /\(<T (\S+) ([01]) ([12])> /y;
const LEAF = /\(<L (\S+) (\S+) (\S+) (\S+) (\S+?)>\)/y;
const BLANK = / ?/y;
const END_OF_BRANCH = / ?\)/y;
/** Constituents in constituents at most: what walks through a tree calls itself for each level. */
const MOST_LEVELS = 1000;
/** Characters of a line in a message. */
const SHOWN = 40;

/**
 * Reads the sentences of an `.auto` file.
 *
 * @param source names the file in errors
 * @throws SyntaxError naming the file, the line and the position of what is no derivation
 */
export function readAuto(text: string, source: string): BankSentence[] {
  const sentences: BankSentence[] = [];
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; at += 2) {
    if (at === lines.length - 1 && lines[at] === "") break;
    const place = (line: number) => `line ${line + 1} of ${source}`;
    const [, id, note] = ID.exec(lines[at]!) ?? [];
    if (id === undefined) {
      throw new SyntaxError(`Cannot read ${place(at)}: "${brief(lines[at]!, SHOWN)}" is no ID=…`);
    }
    const tree = readTree(lines[at + 1] ?? "", place(at + 1));
    sentences.push({ id, tree, ...(note === "" ? {} : { note: note! }) });
  }
  return sentences;
}

/**
 * Writes sentences as `readAuto` reads them: what was read in CCGbank's form comes out byte for
 * byte.
 *
 * @throws RangeError naming the sentence, and the ID or word that has a blank or is empty
 */
export function writeAuto(sentences: readonly BankSentence[]): string {
  const texts = sentences.map(({ id, tree, note = "" }) => `ID=${id}${note}\n${print(tree, id)}\n`);
  return texts.join("");
}

function print(tree: Tree, id: string): string {
  const category = printCategory(tree.category);
  if (tree.kind === "branch") {
    const children = tree.children.map((child) => print(child, id));
    const name = conjunctOf(tree) ?? category;
    return `(<T ${name} ${tree.head} ${children.length}> ${children.join(" ")} )`;
  }
  const { word, pos, modifiedPos, predicate } = tree;
  const fields = [modifiedPos || pos, pos, word, predicate || category];
  const wrong = [...fields, id].find((field) => !/^\S+$/.test(field));
  if (wrong !== undefined) {
    throw new RangeError(
      `Cannot write "${wrong}" of sentence ${id}: fields are not empty, no blanks`,
    );
  }
  return `(<L ${category} ${fields.join(" ")}>)`;
}

/** The name of a conjunct with its conjunction, if files have it so. */
function conjunctOf({ category, isConjunct }: Branch): string | undefined {
  if (!isConjunct || category.kind === "atom") return undefined;
  return `${printCategory(category.argument)}[conj]`;
}

function readTree(text: string, place: string): Tree {
  const scanner = new Scanner(text);
  const refuse = (what: string): never => {
    const near = visible(text.slice(scanner.at, scanner.at + SHOWN));
    throw new SyntaxError(
      `Cannot read ${place} as a derivation: ${what} at position ${scanner.at} ("${near}")`,
    );
  };
  const categoryOf = (text: string): Category => {
    try {
      return parseCategory(text);
    } catch (error) {
      return refuse(brief((error as Error).message));
    }
  };
  const read = (level: number): Tree => {
    if (level > MOST_LEVELS) refuse(`over ${MOST_LEVELS} levels`);
    const leaf = scanner.take(LEAF);
    if (leaf !== undefined) {
      const category = categoryOf(leaf[1]!);
      const [modified, pos, word, predicate] = leaf.slice(2) as [string, string, string, string];
      return {
        ...leafOf(category, word, pos),
        modifiedPos: modified === pos ? "" : modified,
        predicate: predicate === printCategory(category) ? "" : predicate,
      };
    }
    const [, name, head, count] = scanner.take(BRANCH) ?? refuse("no (<T … > and no (<L … >)");
    const [conjunct] = name!.split("[conj]", 1);
    const isConjunct = name === `${conjunct}[conj]`;
    const given = categoryOf(isConjunct ? conjunct! : name!);
    const category = isConjunct ? functor(given, "\\", given) : given;
    const first = read(level + 1);
    if (count === "1" && head !== "0") refuse("a head that is no child");
    if (count === "2") scanner.take(BLANK);
    const children: [Tree] | [Tree, Tree] = count === "1" ? [first] : [first, read(level + 1)];
    if (scanner.take(END_OF_BRANCH) === undefined) refuse("no ) after the children");
    return {
      ...{ kind: "branch", category, head: head === "1" ? 1 : 0, children },
      ...isConjunct && { isConjunct },
    };
  };
  const tree = read(1);
  if (text.slice(scanner.at).trim() !== "") refuse("more than one tree");
  return tree;
}

/** The dependencies of a sentence, with its note, if it has one. */
export interface DependencySentence extends Pick<BankSentence, "id" | "note"> {
  readonly words: readonly string[];
  readonly dependencies: readonly Dependency[];
}

/** Writes dependencies of sentences as a `.parg` file. */
export function writeParg(sentences: readonly DependencySentence[]): string {
  return sentences.map(({ id, words, dependencies, note = "" }) =>
    [
      `<s id="${id}"> ${words.length - 1}${note}`,
      ...dependencies.map(({ head, category, slot, argument }) =>
        [argument, head, printCategory(category), slot, words[argument], words[head]].join("\t")
      ),
      "<\\s>",
    ].map((line) => `${line}\n`).join("")
  ).join("");
}

/**
 * Reads a part of a bank of derivations: `train.auto.gz` or `train.auto`, with chains of unary
 * steps as one step; without them it converts a treebank, see `readTreebank`. What is an argument
 * is known from the training part alone.
 *
 * @throws Deno.errors.NotFound if there is neither, SyntaxError for a malformed file, and for one
 * without sentences, or none of which a derivation can be made
 */
export async function readBank(folder: string, part: Part): Promise<readonly BankSentence[]> {
  const found = await readFirst(folder, [`${part}.auto`]);
  if (found !== undefined) {
    const bank = readAuto(textOf(found.bytes, found.path), found.path);
    if (bank.length === 0) {
      throw new SyntaxError(`Cannot read ${found.path} as a bank: it has no sentences`);
    }
    return bank.map((sentence) => ({ ...sentence, tree: withoutChains(sentence.tree) }));
  }
  const trees = await readTreebank(folder, part);
  if (trees !== undefined) {
    const learned = part === "train" ? trees : await readTreebank(folder, "train");
    const known = obliqueArgumentsOf(learned ?? []);
    const { sentences } = convert(trees, `${basename(folder)}.${part}`, known);
    if (sentences.length > 0) return sentences;
    throw new SyntaxError(`Cannot convert the ${part} part of ${folder}: no tree has a derivation`);
  }
  throw new Deno.errors.NotFound(
    `Cannot find the ${part} part of a bank in ${folder}: no ${part}.auto and no ${part}.conllu`,
  );
}

/**
 * Reads a part of a treebank of the Universal Dependencies: `train.conllu`, or `-train.conllu`
 * after its name as releases have it, plain or with `.gz`; nothing if it is not there.
 *
 * @throws SyntaxError for a malformed file, or one without sentences, RangeError if there are
 * several, which may be of several treebanks
 */
export async function readTreebank(folder: string, part: Part): Promise<Word[][] | undefined> {
  const names = new Set<string>();
  for await (const { name } of Deno.readDir(folder)) {
    const [, plain, its] = /^((?:.*-)?(\w+)\.conllu)(?:\.gz)?$/.exec(name) ?? [];
    if (its === part) names.add(plain!);
  }
  const [name, other] = [...names].sort();
  if (name === undefined) return undefined;
  if (other !== undefined) {
    throw new RangeError(`Cannot choose between ${name} and ${other} in ${folder}: keep one there`);
  }
  const { bytes, path } = (await readFirst(folder, [name]))!;
  const trees = readTrees(textOf(bytes, path), path);
  if (trees.length > 0) return trees;
  throw new SyntaxError(`Cannot read ${path} as a treebank: it has no sentences`);
}
