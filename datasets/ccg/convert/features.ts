/**
 * Features of clauses: what form a verb has.
 *
 * @module
 */

import type { Word } from "../../corpora/conllu.ts";

/** Forms of verbs by tags of the Penn Treebank. */
const BY_TAG: Readonly<Record<string, string>> = {
  ...{ VB: "b", VBP: "dcl", VBZ: "dcl", VBD: "dcl", MD: "dcl", VBG: "ng", VBN: "pss" },
};

/**
 * The feature of the clause of a verb: `dcl` finite, `b` bare or imperative, `ng` participle of the
 * present, `pt` of the past after *have*, `pss` otherwise. Where the treebank has no form, by the
 * tag.
 */
export function verbFeature({ features, xpos }: Word, followsHave: boolean): string {
  const has = (feature: string) => features.includes(feature);
  if (has("Mood=Imp") || has("VerbForm=Inf")) return "b";
  if (has("VerbForm=Fin")) return "dcl";
  if (has("VerbForm=Ger") || has("VerbForm=Part") && has("Tense=Pres")) return "ng";
  const form = has("VerbForm=Part") ? "pss" : BY_TAG[xpos] ?? "dcl";
  return form === "pss" && followsHave ? "pt" : form;
}

/** Whether a word asks a question, or introduces a clause as a question does. */
export function isInterrogative({ features }: Word): boolean {
  return features.includes("PronType=Int");
}

/** Whether a word is a relative pronoun or adverb. */
export function isRelative({ features }: Word): boolean {
  return features.includes("PronType=Rel");
}
