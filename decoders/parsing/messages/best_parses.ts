/**
 * The best parses of a sentence, and samples of its parses, by the parser's score or by J.
 *
 * @module
 */

import type { Work } from "../../contract.ts";
import type { Failure } from "../contract.ts";
import { bestDerivations } from "../forest/k_best.ts";
import type { Traced } from "../forest/best_derivation.ts";
import { type Forest, ForestStore } from "../forest/forest.ts";
import { compileGrammar } from "../forest/grammar.ts";
import { InsideOutside } from "../forest/inside_outside.ts";
import { isNoForest, openForest, Workspace } from "../forest/open_forest.ts";
import { tagProduct } from "../forest/tag_product.ts";
import type { ParsingModel, ParsingSentence } from "../model.ts";
import { dualAscent, type Primal, primalOf } from "./dual_ascent.ts";
import { sharedScores } from "./loopy_beliefs.ts";
import { TagChain } from "./tag_chain.ts";

/** What parses are ordered by: f, or J. */
export type ScoredBy = "parser" | "joint";

/** Steps of the dual ascent. */
const ASCENT = { iterations: 50, step: 1 };
/** So many derivations are looked at, where bounds do not say sooner that there is none better. */
const MOST_SEEN = 100_000;
/** A larger product is not sampled from. */
const MOST_EDGES = 4_000_000;

/** The best parses of a sentence. */
export interface BestParses {
  /** From the best on; fewer than were asked for if there are no more. */
  readonly parses: readonly Primal[];
  /** No parse that is not among them scores more than this; −∞ if there is none. */
  readonly bound: number;
  /** Whether the bound proves that they are the best there are. */
  readonly isProven: boolean;
  /** The reason why there are no parses. */
  readonly failure?: Failure;
}

/** Finds parses, with the room that it takes. */
export class ParseLister {
  readonly #model: ParsingModel;
  readonly #workspace: Workspace;
  readonly #by: ScoredBy;
  readonly #most: number;

  /**
   * Prepares for a grammar.
   *
   * @param most derivations to look at for one sentence, ordered by J
   * @throws RangeError as `compileGrammar`
   */
  constructor(model: ParsingModel, by: ScoredBy, most = MOST_SEEN) {
    this.#model = model;
    this.#workspace = new Workspace(compileGrammar(model));
    this.#by = by;
    this.#most = most;
  }

  /**
   * The k best parses of a sentence.
   *
   * By f they are those of `bestDerivations`. By J, for any multipliers u of the slots,
   * J(y) = (f(y) − Σ u) + (g(y) + Σ u) is at most f_u(y) + max g_u. So derivations are taken in the
   * order of f_u, and scored by J; once f_u of the next one and max g_u together are no more than
   * the k-th best J, nothing that follows is better. The multipliers are those of `dualAscent`, so
   * that the first bound is that of dual decomposition. All sums are exact. Our own.
   *
   * Where bounds do not end it, it ends after 100,000 derivations, and says that nothing is proven.
   *
   * Ties: those with the larger f_u. Cost: a chart, the ascent, and what is looked at.
   */
  best(sentence: ParsingSentence, k: number, work: Work): BestParses {
    const forest = openForest(sentence, work, this.#workspace);
    if (isNoForest(forest)) {
      return { parses: [], bound: -Infinity, isProven: true, failure: forest.failure };
    }
    const chain = new TagChain(this.#model, forest.slots);
    const { leafScores, emissions } = forest.slots;
    if (this.#by === "parser") {
      const found = Array.from(bestDerivations(forest, leafScores).take(k + 1));
      const parses = found.slice(0, k).map((one) => primalOf(forest, chain, one));
      return { parses, bound: found[k]?.score ?? -Infinity, isProven: true };
    }
    const { proof } = dualAscent(this.#model, forest, chain, ASCENT, work);
    const leaves = leafScores.map((score, slot) => score - proof[slot]!);
    const most = chain.best(emissions.map((score, slot) => score + proof[slot]!), work).score;
    const parses: Primal[] = [];
    let [seen, rest] = [0, -Infinity];
    for (const one of bestDerivations(forest, leaves)) {
      const bound = one.score + most;
      const isEnd = parses.length === k && bound <= parses[k - 1]!.objective;
      if (isEnd || seen++ === this.#most) {
        return { parses, bound: Math.max(bound, rest), isProven: isEnd };
      }
      const primal = primalOf(forest, chain, one);
      const place = parses.findLastIndex(({ objective }) => objective >= primal.objective) + 1;
      parses.splice(place, 0, primal);
      if (parses.length > k) rest = Math.max(rest, parses.pop()!.objective);
    }
    return { parses, bound: rest, isProven: true };
  }

  /**
   * Parses drawn from e^score / Z, each on its own; see `InsideOutside.draw`. By J they are drawn
   * from the product of forest and chain, so that they are exact, too.
   *
   * @param random a number from 0 to below 1
   * @returns why there are none: no parse, or a product of more than 4,000,000 edges
   */
  sample(
    sentence: ParsingSentence,
    count: number,
    random: () => number,
    work: Work,
  ): readonly Primal[] | Failure {
    const forest = openForest(sentence, work, this.#workspace);
    if (isNoForest(forest)) return forest.failure;
    const chain = new TagChain(this.#model, forest.slots);
    const isJoint = this.#by === "joint";
    const summed = isJoint ? tagProduct(forest, chain, MOST_EDGES, new ForestStore()) : forest;
    if (summed === undefined) return "too large";
    const sums = new InsideOutside(summed);
    const leaves = isJoint ? sharedScores(forest) : forest.slots.leafScores;
    work.edgeEvaluations += sums.run(leaves) * summed.left.length;
    return Array.from({ length: count }, () => scored(summed, sums.draw(random), forest, chain));
  }
}

/** Scores what was drawn from a forest, or from its product, whose edges hold transitions. */
function scored(summed: Forest, drawn: Traced, forest: Forest, chain: TagChain): Primal {
  const found = primalOf(summed, chain, drawn);
  if (summed === forest) return found;
  const transitions = chain.score(new Float64Array(forest.slots.tags.length), drawn.slots);
  return {
    derivation: drawn,
    objective: found.objective - transitions,
    parser: found.parser - transitions,
  };
}
