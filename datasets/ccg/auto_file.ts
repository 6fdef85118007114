/**
 * `.auto` files: derivations in the format of CCGbank.
 *
 * A sentence has two lines. The first begins with `ID=`, the second is a tree: a constituent is
 * `(<T category head children> child … )`, a word
 * `(<L category modified-tag tag word indexed-category>)`. A word may hold anything but blanks.
 *
 * Source: Hockenmaier and Steedman 2005, CCGbank: User's Manual.
 *
 * @module
 */

import { type Category, parseCategory, printCategory } from "./category.ts";
import type { BankSentence, Leaf, Tree } from "./tree.ts";

const ID = /^ID=(\S+)(.*)$/;
const BRANCH = /\(<T (\S+) ([01]) ([12])> /y;
const LEAF = /\(<L (\S+) (\S+) (\S+) (\S+) (\S+?)>\)/y;
const END = / ?\)/y;

/**
 * Reads the sentences of a file.
 *
 * @param source names the file in errors
 * @throws SyntaxError naming the file, the line and the position of what is no derivation
 */
export function readAuto(text: string, source: string): BankSentence[] {
  const sentences: BankSentence[] = [];
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at += 2) {
    if (at === lines.length - 1 && lines[at] === "") break;
    const place = (line: number) => `line ${line + 1} of ${source}`;
    const [, id, note] = ID.exec(lines[at]!) ?? [];
    if (id === undefined) {
      throw new SyntaxError(`Cannot read ${place(at)}: "${lines[at]!.slice(0, 40)}" is no ID=…`);
    }
    const tree = new Reader(lines[at + 1] ?? "", place(at + 1)).read();
    sentences.push({ id, tree, ...(note === "" ? {} : { note: note! }) });
  }
  return sentences;
}

/**
 * Writes sentences as `readAuto` reads them: what was read comes out byte for byte.
 *
 * @throws RangeError naming the sentence and the word that has a blank, or is empty
 */
export function writeAuto(sentences: readonly BankSentence[]): string {
  return sentences.map(({ id, tree, note = "" }) => `ID=${id}${note}\n${print(tree, id)}\n`).join(
    "",
  );
}

function print(tree: Tree, id: string): string {
  const category = printCategory(tree.category);
  if (tree.kind === "branch") {
    const children = tree.children.map((child) => print(child, id));
    return `(<T ${category} ${tree.head} ${children.length}> ${children.join(" ")} )`;
  }
  const { word, pos, modifiedPos, predicate } = tree;
  const fields = [modifiedPos || pos, pos, word, predicate || category];
  const wrong = fields.find((field) => !/^\S+$/.test(field));
  if (wrong !== undefined) {
    throw new RangeError(
      `Cannot write "${wrong}" of sentence ${id}: fields are not empty, no blanks`,
    );
  }
  return `(<L ${category} ${fields.join(" ")}>)`;
}

/** Reads one tree from left to right. */
class Reader {
  readonly #text: string;
  readonly #place: string;
  #at = 0;

  constructor(text: string, place: string) {
    this.#text = text;
    this.#place = place;
  }

  read(): Tree {
    const tree = this.#tree();
    if (this.#text.slice(this.#at).trim() !== "") this.#refuse("more than one tree");
    return tree;
  }

  #tree(): Tree {
    const leaf = this.#match(LEAF);
    if (leaf !== undefined) return this.#leaf(leaf);
    const branch = this.#match(BRANCH) ?? this.#refuse("no (<T … > and no (<L … >)");
    const [, text, head, count] = branch;
    const category = this.#category(text!);
    const first = this.#tree();
    if (count === "1") {
      if (head !== "0") this.#refuse("a head that is no child");
      this.#end();
      return { kind: "branch", category, head: 0, children: [first] };
    }
    if (this.#text[this.#at] === " ") this.#at++;
    const second = this.#tree();
    this.#end();
    return { kind: "branch", category, head: head === "1" ? 1 : 0, children: [first, second] };
  }

  #leaf([, text, modified, pos, word, predicate]: RegExpExecArray): Leaf {
    const category = this.#category(text!);
    return {
      ...{ kind: "leaf", category, word: word!, pos: pos! },
      modifiedPos: modified === pos ? "" : modified!,
      predicate: predicate === printCategory(category) ? "" : predicate!,
    };
  }

  #category(text: string): Category {
    try {
      return parseCategory(text);
    } catch (error) {
      return this.#refuse((error as Error).message);
    }
  }

  #end(): void {
    if (this.#match(END) === undefined) this.#refuse("no ) after the children");
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text) ?? undefined;
    if (match !== undefined) this.#at = pattern.lastIndex;
    return match;
  }

  #refuse(what: string): never {
    const near = this.#text.slice(this.#at, this.#at + 40);
    throw new SyntaxError(
      `Cannot read ${this.#place} as a derivation: ${what} at position ${this.#at} ("${near}")`,
    );
  }
}
