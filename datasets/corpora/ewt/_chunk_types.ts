/**
 * What kind of base chunk a word makes when it is the last word of one.
 *
 * @module
 */

import type { Word } from "../trees.ts";

/** Kinds of base chunks, named as in CoNLL-2000; `O` is none. */
export type ChunkType = "NP" | "VP" | "PP" | "ADJP" | "ADVP" | "SBAR" | "PRT" | "INTJ" | "O";

const BY_PART_OF_SPEECH: Readonly<Record<string, ChunkType>> = {
  NOUN: "NP",
  PROPN: "NP",
  PRON: "NP",
  VERB: "VP",
  AUX: "VP",
  ADJ: "ADJP",
  ADV: "ADVP",
  SCONJ: "SBAR",
  INTJ: "INTJ",
  PUNCT: "O",
  CCONJ: "O",
};

/** A determiner is a noun phrase of its own only where a noun could stand. */
const NOMINAL: ReadonlySet<string> = new Set([
  "root",
  "nsubj",
  "nsubj:pass",
  "obj",
  "iobj",
  "obl",
  "obl:unmarked",
  "nmod",
  "conj",
]);

/** Numbers and symbols that only modify or count are no noun phrase of their own. */
const MODIFYING: ReadonlySet<string> = new Set(["nummod", "compound", "amod", "list"]);

/** Parts of speech that are prepositions where they mark a case. */
const PREPOSITIONAL: ReadonlySet<string> = new Set(["ADP", "SCONJ", "ADJ", "ADV", "PART"]);

/** The kind of chunk that ends with the word. */
export function chunkType({ upos, relation }: Word): ChunkType {
  if (relation === "compound:prt") return "PRT";
  if (relation === "case" && PREPOSITIONAL.has(upos)) return "PP";
  switch (upos) {
    case "ADP":
      return relation === "mark" ? "SBAR" : "PP";
    case "DET":
      return NOMINAL.has(relation) ? "NP" : "O";
    case "NUM":
    case "SYM":
    case "X":
      return MODIFYING.has(relation) ? "O" : "NP";
    default:
      return BY_PART_OF_SPEECH[upos] ?? "O";
  }
}
