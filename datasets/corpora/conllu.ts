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

import type { CorpusReader, Sentence } from "./corpus.ts";
import { readTrees, type Word } from "./trees.ts";

/**
 * Reads CoNLL-U. Part of speech and morphology are predicted together: the label is `UPOS|FEATS`,
 * and the sentences have no `pos` to look at.
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
