/**
 * `.parg` files: dependencies between words in the format of CCGbank.
 *
 * A sentence begins with `<s id="ID"> LAST`, LAST the position of its last word, and ends with
 * `<\s>`. Between them is a line for each dependency, in columns that tabs separate: position of
 * the argument, position of the head, the head's category, the number of its argument, and both
 * words. What follows is how far a dependency is bounded; it is read over.
 *
 * Source: Hockenmaier and Steedman 2005, CCGbank: User's Manual.
 *
 * @module
 */

import { parseCategory, printCategory } from "./category.ts";
import type { Dependency } from "./dependencies.ts";

/** The dependencies of a sentence. */
export interface DependencySentence {
  readonly id: string;
  /** All words that dependencies name; others are empty when they are read. */
  readonly words: readonly string[];
  readonly dependencies: readonly Dependency[];
}

const BEGIN = /^<s id="([^"]+)"> (\d+)\s*$/;
const END = /^<\\s>\s*$/;

/**
 * Reads the sentences of a file.
 *
 * @param source names the file in errors
 * @throws SyntaxError naming the file and the line that is no dependency
 */
export function readParg(text: string, source: string): DependencySentence[] {
  const sentences: DependencySentence[] = [];
  let current: { id: string; words: string[]; dependencies: Dependency[] } | undefined;
  const refuse = (line: number, what: string): never => {
    throw new SyntaxError(`Cannot read line ${line + 1} of ${source}: ${what}`);
  };
  text.split("\n").forEach((line, at) => {
    const begin = BEGIN.exec(line);
    if (begin !== null) {
      if (current !== undefined) refuse(at, "a sentence begins in a sentence");
      current = {
        id: begin[1]!,
        words: new Array<string>(Number(begin[2]) + 1).fill(""),
        dependencies: [],
      };
    } else if (END.test(line)) {
      if (current === undefined) refuse(at, "no sentence has begun");
      sentences.push(current!);
      current = undefined;
    } else if (line.trim() !== "") {
      const [argument, head, category, slot, filler, word] = line.trim().split(/\s+/);
      const places = [argument, head, slot].map(Number);
      if (current === undefined || word === undefined || !places.every(Number.isInteger)) {
        refuse(at, `"${line.slice(0, 40)}" is no dependency`);
      }
      current!.dependencies.push({
        ...{ head: places[1]!, argument: places[0]!, slot: places[2]! },
        category: parseCategory(category!),
      });
      current!.words[places[0]!] = filler!;
      current!.words[places[1]!] = word!;
    }
  });
  if (current !== undefined) refuse(text.split("\n").length - 1, "the last sentence has no end");
  return sentences;
}

/** Writes sentences as `readParg` reads them: what was read comes out the same. */
export function writeParg(sentences: readonly DependencySentence[]): string {
  return sentences.map(({ id, words, dependencies }) =>
    [
      `<s id="${id}"> ${words.length - 1}`,
      ...dependencies.map(({ head, category, slot, argument }) =>
        [argument, head, printCategory(category), slot, words[argument], words[head]].join("\t")
      ),
      "<\\s>",
    ].map((line) => `${line}\n`).join("")
  ).join("");
}
