/**
 * CoNLL-U, the format of the Universal Dependencies.
 *
 * How to make a dataset of a treebank, here of German GSD (a few hundred labels; richer morphology
 * gives thousands):
 *
 * 1. Get a treebank from https://universaldependencies.org, `UD_German-GSD` say.
 * 2. `mkdir gsd && cp UD_German-GSD/*-ud-train.conllu gsd/train.conllu`, and the same for `test`.
 * 3. `deno task train --format conllu --data gsd --out gsd.safetensors.gz`.
 * 4. `deno task bench --dataset gsd.safetensors.gz`.
 * 5. The three tasks of English EWT that stand in for the papers' datasets: `deno task data`.
 *
 * @module
 */

import { brief } from "../visible.ts";
import { type Layout, readRows } from "./columns.ts";
import type { CorpusReader, Sentence } from "./corpus.ts";

const LAYOUT: Layout = {
  separator: "\t",
  columns: "ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC".split(" "),
  skip: (line) => line.startsWith("#"),
};

/** Stands in a column that has no value. */
const NOTHING = "_";

/** A word of a tree; what the project has no use for is left out. */
export interface Word {
  /** The word as written. */
  readonly form: string;
  /** The form that stands for all forms of the word. */
  readonly lemma: string;
  /** Universal part of speech. */
  readonly upos: string;
  /** Part of speech in the treebank's own tag set; `_` for none. */
  readonly xpos: string;
  /** Features as `Name=Value`, in the order of the file. */
  readonly features: readonly string[];
  /** Index in the sentence of the word that this one depends on; −1 for the root. */
  readonly head: number;
  /** Relation to the head, with its subtype. */
  readonly relation: string;
  /** What the enhanced tree says, but for what depends on empty nodes. */
  readonly enhanced: readonly Enhanced[];
}

/** A dependency of the enhanced tree, of which a word may have several. */
export interface Enhanced {
  /** Index in the sentence of the word that it depends on; −1 for the root. */
  readonly head: number;
  /** Relation to that word, with its subtypes. */
  readonly relation: string;
}

/** A set of relations or tags, which are named with blanks between them. */
export function setOf(names: string): ReadonlySet<string> {
  return new Set(names.split(" "));
}

/**
 * Reads the words of each sentence. Lines of multiword tokens (`3-4`) are skipped, since their
 * words follow; so are empty nodes (`8.1`), which stand for nothing in the text.
 *
 * Source: https://universaldependencies.org/format.html
 *
 * @throws SyntaxError naming the file and the line, or the sentence if its words are not numbered
 * from 1 on or its heads are no tree
 *
 * @example
 * ```ts
 * import { readTrees } from "./conllu.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const lines = [
 *   "1\tIt\tit\tPRON\tPRP\tCase=Nom\t2\tnsubj\t_\t_",
 *   "2\trains\train\tVERB\tVBZ\t_\t0\troot\t_\t_",
 *   "",
 * ];
 * const text = lines.join("\n");
 * assertEquals(readTrees(text, "example")[0]!.map(({ form, head }) => [form, head]), [
 *   ["It", 1],
 *   ["rains", -1],
 * ]);
 * ```
 */
export function readTrees(text: string, source: string): Word[][] {
  const trees: Word[][] = [];
  readRows(text, source, LAYOUT).forEach((sentence, index) => {
    const rows = sentence.filter(([id]) => !/^\d+[-.]\d+$/.test(id!));
    const wrong = fault(rows);
    if (wrong !== undefined) {
      throw new SyntaxError(`Cannot read sentence ${index + 1} of ${source} as a tree: ${wrong}`);
    }
    if (rows.length > 0) trees.push(rows.map(toWord));
  });
  return trees;
}

function toWord(row: readonly string[]): Word {
  const [, form, lemma, upos, xpos, feats, head, relation, enhanced] = row;
  return {
    form: form!,
    lemma: lemma!,
    upos: upos!,
    xpos: xpos!,
    features: feats === NOTHING ? [] : feats!.split("|"),
    head: Number(head) - 1,
    relation: relation!,
    enhanced: enhanced!.split("|").flatMap((text) => {
      const [, at, name] = /^(\d+):(.+)$/.exec(text) ?? [];
      return at === undefined ? [] : [{ head: Number(at) - 1, relation: name! }];
    }),
  };
}

/** What keeps the rows from being a tree, undefined if nothing does. */
function fault(rows: readonly string[][]): string | undefined {
  const heads = rows.map((row) => Number(row[6]!) - 1);
  // Words whose path to the root is known.
  const isRooted = new Uint8Array(rows.length);
  for (const [i, row] of rows.entries()) {
    if (row[0] !== String(i + 1)) return `word ${i + 1} has the ID ${brief(row[0]!)}`;
    if (!/^\d+$/.test(row[6]!) || heads[i]! >= rows.length) {
      return `word ${i + 1} has the HEAD ${brief(row[6]!)}`;
    }
    // A path to the root visits no word twice, so that more steps than words are a cycle.
    let [at, steps] = [i, 0];
    while (at >= 0 && !isRooted[at] && steps <= rows.length) {
      [at, steps] = [heads[at] ?? -1, steps + 1];
    }
    if (steps > rows.length) return `word ${i + 1} depends on itself`;
    for (at = i; at >= 0 && !isRooted[at]; at = heads[at] ?? -1) isRooted[at] = 1;
  }
  const root = heads.indexOf(-1);
  const other = heads.indexOf(-1, root + 1);
  if (root >= 0 && other >= 0) return `words ${root + 1} and ${other + 1} both have the HEAD 0`;
  return undefined;
}

/**
 * Reads CoNLL-U. Part of speech and morphology are predicted together: the label is `UPOS|FEATS`,
 * and the sentences have no `pos` as an input.
 *
 * @example
 * ```ts
 * import conllu from "./conllu.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const lines = [
 *   "1\tDogs\tdog\tNOUN\tNNS\tNumber=Plur\t2\tnsubj\t_\t_",
 *   "2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_",
 *   "",
 * ];
 * const text = lines.join("\n");
 * assertEquals(conllu.read(text, "example"), [
 *   { forms: ["Dogs", "bark"], labels: ["NOUN|Number=Plur", "VERB|_"] },
 * ]);
 * ```
 */
const conllu: CorpusReader = {
  name: "conllu",
  description: "CoNLL-U, the Universal Dependencies; labels are UPOS|FEATS",
  files: { train: ["train.conllu"], test: ["test.conllu"], dev: ["dev.conllu"] },
  read(text: string, source: string): Sentence[] {
    return readTrees(text, source).map((words) => ({
      forms: words.map(({ form }) => form),
      labels: words.map(label),
    }));
  },
};

export default conllu;

function label({ upos, features }: Word): string {
  return [upos, ...(features.length === 0 ? ["_"] : features)].join("|");
}
