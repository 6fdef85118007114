/**
 * Base chunks of the kind of CoNLL-2000, read off a dependency tree of English EWT.
 *
 * @module
 */

import type { Word } from "../trees.ts";
import { type ChunkType, chunkType } from "./_chunk_types.ts";
import { phraseStart } from "./_phrases.ts";
import { verbGroupStart } from "./_verb_groups.ts";

/** Kinds of chunks that take in the words of a fixed expression (`as well`, `so that`). */
const WITH_FIXED: ReadonlySet<ChunkType> = new Set(["ADVP", "SBAR"]);

/**
 * The BIO label of each word: `B-NP`, `I-NP`, `O` and so on.
 *
 * Chunks do not overlap and are found from the right: the last word that is in none ends the next,
 * its part of speech and relation say of which kind it is, and the chunk reaches left as far as
 * there are modifiers (noun, adjective and adverb phrases), words of the same verb group, or words
 * of the same fixed expression. A possessive `'s` begins a chunk, as it does in CoNLL-2000.
 *
 * Source: Tjong Kim Sang and Buchholz 2000, "Introduction to the CoNLL-2000 Shared Task", for the
 * kinds of chunks; the rules are our own.
 *
 * @example
 * ```ts
 * import { readTrees } from "../trees.ts";
 * import { baseChunks } from "./chunks.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const text = [
 *   "1\tthe\tthe\tDET\tDT\t_\t2\tdet\t_\t_",
 *   "2\tdogs\tdog\tNOUN\tNNS\t_\t4\tnsubj\t_\t_",
 *   "3\tmay\tmay\tAUX\tMD\t_\t4\taux\t_\t_",
 *   "4\tbark\tbark\tVERB\tVB\t_\t0\troot\t_\t_",
 * ].join("\n");
 * assertEquals(baseChunks(readTrees(text, "example")[0]!), ["B-NP", "I-NP", "B-VP", "I-VP"]);
 * ```
 */
export function baseChunks(words: readonly Word[]): string[] {
  const labels = new Array<string>(words.length);
  for (let end = words.length - 1; end >= 0;) {
    const { start, type } = chunkAt(words, end);
    for (let i = start; i <= end; i++) {
      const begins = i === start || words[i]!.xpos === "POS";
      labels[i] = type === "O" ? "O" : `${begins ? "B" : "I"}-${type}`;
    }
    end = start - 1;
  }
  return labels;
}

/** The chunk that ends at a word. */
function chunkAt(words: readonly Word[], end: number): { start: number; type: ChunkType } {
  const verbs = verbGroupStart(words, end);
  if (verbs <= end) return { start: verbs, type: "VP" };
  const first = fixedStart(words, end);
  if (first < end) {
    const type = chunkType(words[first]!);
    if (WITH_FIXED.has(type)) return { start: first, type };
    // The rest of `due to` and the like is no clause mark of its own.
    if (words[end]!.upos === "SCONJ") return { start: end, type: "O" };
  }
  const type = chunkType(words[end]!);
  return { start: phraseStart(words, end, type), type };
}

/** Index of the first word of the fixed expression that ends at a word, or of the word. */
function fixedStart(words: readonly Word[], end: number): number {
  const { relation, upos, head } = words[end]!;
  const isWhole = () =>
    words.slice(head + 1, end).every((word) => word.relation === "fixed" && word.head === head);
  // Prepositions and nouns (`in order`) keep chunks of their own.
  return relation === "fixed" && upos !== "ADP" && upos !== "NOUN" && head < end && isWhole()
    ? head
    : end;
}
