/**
 * Parts of banks in a folder, whether they are derivations or a treebank to convert.
 *
 * @module
 */

import { basename, join } from "node:path";
import { readTrees, type Word } from "../corpora/conllu.ts";
import { inflated, readPlainFile } from "../plain_file.ts";
import { readAuto } from "./auto_file.ts";
import { convert } from "./convert/convert.ts";
import type { BankSentence } from "./tree.ts";

/** The parts of a bank. */
export type Part = "train" | "dev" | "test";

/**
 * Reads a part of a bank of derivations: `train.auto.gz` or `train.auto`; without them it converts
 * a treebank, see `readTreebank`.
 *
 * @throws Deno.errors.NotFound if there is neither, SyntaxError for a malformed file
 */
export async function readBank(folder: string, part: Part): Promise<readonly BankSentence[]> {
  const found = await readFirst(folder, (name) => /^(\w+)\.auto(\.gz)?$/.exec(name)?.[1] === part);
  if (found !== undefined) return readAuto(found.text, found.path);
  const trees = await readTreebank(folder, part);
  if (trees !== undefined) return convert(trees, `${basename(folder)}.${part}`).sentences;
  throw new Deno.errors.NotFound(
    `Cannot find the ${part} part of a bank in ${folder}: no ${part}.auto and no ${part}.conllu`,
  );
}

/**
 * Reads a part of a treebank of the Universal Dependencies: `train.conllu`, or `-train.conllu`
 * after its name as releases have it, plain or with `.gz`; nothing if it is not there.
 *
 * @throws SyntaxError for a malformed file, or one without sentences
 */
export async function readTreebank(folder: string, part: Part): Promise<Word[][] | undefined> {
  const isPart = (name: string) => /^(?:.*-)?(\w+)\.conllu(\.gz)?$/.exec(name)?.[1] === part;
  const found = await readFirst(folder, isPart);
  if (found === undefined) return undefined;
  const trees = readTrees(found.text, found.path);
  if (trees.length > 0) return trees;
  throw new SyntaxError(`Cannot read ${found.path} as a treebank: it has no sentences`);
}

/** The first file, by name, that is wanted. */
async function readFirst(
  folder: string,
  isWanted: (name: string) => boolean,
): Promise<{ readonly text: string; readonly path: string } | undefined> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(folder)) if (isWanted(name)) names.push(name);
  const [name] = names.sort();
  if (name === undefined) return undefined;
  const path = join(folder, name);
  return { text: new TextDecoder().decode(inflated(await readPlainFile(path), path)), path };
}
