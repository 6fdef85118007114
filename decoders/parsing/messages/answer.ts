/**
 * Answers of parsing decoders.
 *
 * @module
 */

import type { Parsed } from "../contract.ts";
import type { Forest } from "../forest/forest.ts";
import type { Traced } from "../forest/trace_best.ts";
import type { Derivation } from "../model.ts";
import { primalOf } from "./dual_ascent.ts";
import type { TagChain } from "./tag_chain.ts";

/** The answer with a derivation of a forest, J scored anew. */
export function answer(
  forest: Forest,
  chain: TagChain,
  derivation: Traced,
  rest: Pick<Parsed, "converged" | "bound" | "proof" | "beliefs" | "productEdges">,
): Parsed & { readonly derivation: Derivation } {
  const { objective } = primalOf(forest, chain, derivation);
  const { tags, steps } = derivation;
  return { derivation: { tags, steps }, objective, beam: forest.beam, ...rest };
}
