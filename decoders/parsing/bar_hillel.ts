/**
 * The exact joint decoder: the product of forest and chain.
 *
 * @module
 */

import type { Work } from "../contract.ts";
import { ITERATIONS, type Parsed, type ParsingDecoder } from "./contract.ts";
import { bestDerivation, maxMarginals } from "./forest/best_derivation.ts";
import { type Forest, ForestStore } from "./forest/forest.ts";
import { compileGrammar } from "./forest/grammar.ts";
import { isNoForest, notParsed, openForest, Workspace } from "./forest/open_forest.ts";
import { prune } from "./forest/prune.ts";
import { tagProduct } from "./forest/tag_product.ts";
import { answer, type Ascent, dualAscent, ofAllSlots } from "./messages/dual_ascent.ts";
import { sharedScores } from "./messages/loopy_beliefs.ts";
import { TagChain } from "./messages/tag_chain.ts";
import type { ParsingModel } from "./model.ts";

/** Edges of the product at most: a larger one is not built. */
const MOST_EDGES = 4_000_000;
/** Steps of the dual ascent before the product is built. */
const ASCENT = { iterations: ITERATIONS.default, step: 1 };

/** Options of the exact decoder. */
export const OPTIONS = {
  prune: {
    default: true,
    meaning: "build the product of what dual bounds leave, not of everything",
  },
} as const;

/**
 * The best derivation by J, found in the product of the forest and the chain of tags; see
 * `tagProduct`. This is the reference of all parsing decoders.
 *
 * With `prune=true` dual decomposition goes first. If it has no proof, its multipliers u bound
 * every part: a derivation y through a slot has J(y) ≤ best f − u through the slot + best g + u
 * through it, and one through an edge at most best f − u through the edge + best g + u. What is
 * bounded below best known J + unit is dropped. Every derivation that is strictly better stays, so
 * the product of the rest finds it; if nothing is left, the best known one is proven.
 *
 * With `prune=false` it is the plain product, the independent oracle for the other way.
 *
 * A product of more than 4,000,000 edges is not built. The plain product then fails as too large;
 * with pruning the best known derivation is returned with its bound, and without a claim.
 *
 * Ties: any of the best. Cost: the chart, at most 25 iterations, and the product's edges.
 *
 * Source: Bar-Hillel, Perles and Shamir 1961; Auli and Lopez 2011, Section 4; pruning by dual
 * bounds is our own (`PROOFS.md` in this folder).
 */
const barHillel: ParsingDecoder<typeof OPTIONS> = {
  name: "bar-hillel",
  title: "Product of parser and tagger",
  source: "Bar-Hillel, Perles and Shamir 1961; Auli and Lopez 2011, Section 4",
  problem: "parsing",
  exact: true,
  maxK: 1,
  options: OPTIONS,
  prepare(model, options) {
    const workspace = new Workspace(compileGrammar(model));
    const store = new ForestStore();
    return (sentence, work, trace) => {
      const forest = openForest(sentence, work, workspace);
      if (isNoForest(forest)) return notParsed(forest);
      const chain = new TagChain(model, forest.slots);
      if (!options.prune) return plain(forest, chain, work, store);
      const ascent = dualAscent(
        model,
        forest,
        chain,
        ASCENT,
        work,
        trace && ((ascent) => {
          const { iteration, bound, best: { derivation, objective } } = ascent;
          trace({ iteration, derivation, objective, bound });
        }),
      );
      const proof = ofAllSlots(forest, ascent.proof, sentence.slots.tags.length);
      if (!ascent.isProven) {
        const found = searched(model, forest, chain, ascent, work, store);
        return found.converged ? found : { ...found, proof };
      }
      const { bound, best: { derivation } } = ascent;
      return answer(forest, chain, derivation, { converged: true, bound, productEdges: 0, proof });
    };
  },
};
export default barHillel;

function plain(forest: Forest, chain: TagChain, work: Work, store: ForestStore): Parsed {
  work.iterations++;
  const product = tagProduct(forest, chain, MOST_EDGES, store);
  if (product === undefined) return notParsed({ failure: "too large", beam: forest.beam });
  return bestOf(product, work);
}

/** The best derivation of a product, which nothing in it is above. */
function bestOf(product: Forest, work: Work): Parsed {
  const { left, beam } = product;
  const { tags, steps, score } = bestDerivation(product, sharedScores(product), work);
  const end = { bound: score, productEdges: left.length, converged: true, beam };
  return { derivation: { tags, steps }, objective: score, ...end };
}

/** Searches the product for a derivation strictly better than the ascent's. */
function searched(
  { unit }: ParsingModel,
  forest: Forest,
  chain: TagChain,
  { proof, best: { derivation, objective }, bound }: Ascent,
  work: Work,
  store: ForestStore,
): Parsed {
  work.iterations++;
  const proven = (productEdges: number) =>
    answer(forest, chain, derivation, { converged: true, bound: objective, productEdges });
  const least = objective + unit;
  const { leafScores, emissions } = forest.slots;
  const parser = maxMarginals(forest, leafScores.map((score, slot) => score - proof[slot]!), work);
  const tagger = chain.maxMarginals(emissions.map((score, slot) => score + proof[slot]!), work);
  const most = tagger.reduce((most, score) => Math.max(most, score), -Infinity);
  const rest = prune(forest, {
    slots: Uint8Array.from(tagger, (score, slot) => parser.slots[slot]! + score < least ? 0 : 1),
    edge: (edge) => parser.edge(edge) + most >= least,
  });
  if (rest === undefined) return proven(0);
  const product = tagProduct(rest, chain, MOST_EDGES, store);
  if (product === undefined) {
    return answer(forest, chain, derivation, { converged: false, bound });
  }
  const better = bestOf(product, work);
  return better.objective > objective ? better : proven(product.left.length);
}
