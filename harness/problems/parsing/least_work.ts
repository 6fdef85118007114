/**
 * The least work that a parse takes.
 *
 * @module
 */

import { newWork, type Work } from "../../../decoders/contract.ts";
import type { ToldParse } from "./claimed_parse.ts";

/**
 * The least that a decoder counts for an answer: whoever returns a derivation of n words has made
 * the items of its n leaves and of its steps, and scored an edge for each step. An answer without a
 * derivation may need nothing: a word without tags says it all.
 */
export function leastWork({ tags, steps }: ToldParse): Work {
  if (tags === null || steps === null) return newWork();
  const items = tags.length + steps.length;
  return { iterations: 0, nodeExpansions: items, edgeEvaluations: steps.length };
}
