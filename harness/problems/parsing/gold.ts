/**
 * Who may see right analyses.
 *
 * @module
 */

import type { ParsingSentence } from "../../../decoders/parsing/model.ts";
import { PARSING_DECODERS } from "../../decoders/discover.ts";

/** The decoder that finds the best and the worst derivation by right analyses. */
const ORACLE = new URL("oracle.ts", PARSING_DECODERS).href;

/** Whether a decoder may see right analyses. */
export function seesGold(url: string): boolean {
  return url === ORACLE;
}

/**
 * The sentences as a decoder gets them: without right analyses, unless it is the project's oracle
 * or the search space is that of right tags, which no decoder can build without them.
 *
 * @param url URL of the decoder's module
 */
export function sentencesFor(
  url: string,
  sentences: readonly ParsingSentence[],
): readonly ParsingSentence[] {
  if (seesGold(url)) return sentences;
  return sentences.map((sentence) => {
    const { gold, ...rest } = sentence;
    if (gold === undefined || sentence.space.order !== "gold") return rest;
    return { ...rest, gold: { tags: gold.tags } };
  });
}
