/**
 * Which prepositional phrases are arguments of verbs and adjectives: the treebank has one relation,
 * `obl`, for "live in it" and for "sing in it".
 *
 * @module
 */

import { log } from "../../../decoders/kernels/probability/exp.ts";
import { setOf, type Word } from "../../corpora/conllu.ts";
import { tally } from "../../dataset.ts";
import { ARGUMENT } from "./dependents.ts";

/** Words with the prepositions of their arguments, by `keyOf`. */
export type ObliqueArguments = ReadonlySet<string>;

/** What a word must have: see `obliqueArgumentsOf`. */
const LEAST = { uses: 2, ratio: 3, evidence: 5.4 } as const;
const HEADS = setOf("VERB ADJ");
/** Forms of verbs behind a preposition: treebanks call them either. */
const GERUNDS = setOf("VerbForm=Ger VerbForm=Part");

/**
 * The verbs and adjectives of a treebank with the prepositions that they ask for. A pair is one if
 * the preposition stands behind the word r times as often as behind any verb or adjective, with
 *
 *     r = (pairs / uses of the word) / (uses of the preposition / uses of all words) ≥ 3,
 *     pairs · ln r ≥ 5.4, pairs ≥ 2;
 *
 * twice the second is about the likelihood ratio, and 10.8 of it come by chance once in a thousand.
 * Counted are `obl` without a subtype, and gerunds, "think of it", "think of going"; of two with
 * one preposition the first.
 *
 * This is a guess from counts. Penn Treebank marks such phrases (`-CLR`), and CCGbank takes the
 * marked ones as arguments.
 *
 * Source: Hockenmaier and Steedman 2007 for arguments in CCGbank; Dunning 1993 for the ratio.
 *
 * @param trees the training part
 */
export function obliqueArgumentsOf(trees: readonly (readonly Word[])[]): ObliqueArguments {
  const heads = tally(trees.flat().filter(({ upos }) => HEADS.has(upos)).map(nameOf));
  const found = trees.flatMap((words) => [...obliques(words)]);
  const pairs = tally(found.map(({ key }) => key));
  const prepositions = tally(found.map(({ preposition }) => preposition));
  const all = [...heads.values()].reduce((total, uses) => total + uses, 0);
  const isArgument = ({ head, preposition, key }: Oblique) => {
    const uses = pairs.get(key)!;
    const ratio = uses * all / (heads.get(head)! * prepositions.get(preposition)!);
    return uses >= LEAST.uses && ratio >= LEAST.ratio && uses * log(ratio) >= LEAST.evidence;
  };
  return new Set(found.filter(isArgument).map(({ key }) => key));
}

/** The words with `obl:arg` as the relation of arguments. */
export function withObliqueArguments(words: readonly Word[], known: ObliqueArguments): Word[] {
  const found = new Set(
    [...obliques(words)].flatMap(({ index, key }) => known.has(key) ? [index] : []),
  );
  return words.map((word, i) => found.has(i) ? { ...word, relation: ARGUMENT } : word);
}

/** A prepositional phrase behind a verb or an adjective. */
interface Oblique {
  /** Of its noun. */
  readonly index: number;
  readonly head: string;
  readonly preposition: string;
  /** Head and preposition together: what is counted. */
  readonly key: string;
}

function* obliques(words: readonly Word[]): Generator<Oblique> {
  const prepositions = new Map<number, string>();
  const longer = new Set(words.flatMap(({ relation, head }) => relation === "fixed" ? [head] : []));
  for (const [index, { head, relation, lemma }] of words.entries()) {
    const isFirst = (relation === "case" || relation === "mark") && !prepositions.has(head);
    if (isFirst) prepositions.set(head, longer.has(index) ? "" : lemma.toLowerCase());
  }
  const seen = new Set<string>();
  for (const [index, { head, relation, features }] of words.entries()) {
    const preposition = prepositions.get(index) ?? "";
    const isGerund = relation === "advcl" && features.some((feature) => GERUNDS.has(feature));
    const isOne = relation === "obl" || isGerund;
    if (!isOne || head > index || preposition === "" || !HEADS.has(words[head]?.upos ?? "")) {
      continue;
    }
    if (seen.has(`${head} ${preposition}`)) continue;
    seen.add(`${head} ${preposition}`);
    const name = nameOf(words[head]!);
    yield { index, head: name, preposition, key: `${name} ${preposition}` };
  }
}

function nameOf({ lemma, upos }: Word): string {
  return `${lemma.toLowerCase()} ${upos}`;
}
