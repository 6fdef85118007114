/**
 * A* over derivations that are scored by their tags alone.
 *
 * @module
 */

import type { ParsingDecoder } from "./contract.ts";
import { compileGrammar } from "./forest/grammar.ts";
import { isNoForest, notParsed, openForest, Workspace } from "./forest/open_forest.ts";
import { scoreDerivation } from "./forest/score_derivation.ts";
import { TagSearch } from "./forest/tag_search.ts";

/** It has no options. */
export const OPTIONS = {} as const;

/**
 * Finds the derivation with the largest sum of emissions, as if the tags were independent and the
 * tree did not matter, by A* search.
 *
 * An item's priority is what its own words score plus the best emission of each word outside. That
 * is an upper bound, and it falls by what an item's neighbour lacks of its best when the two are
 * joined: it is consistent. So an item is best when it is first taken from the agenda, and the
 * first root that is taken is the best derivation by emissions. It is exact for that score, not
 * for J.
 *
 * The chart is built first, as for every decoder here, only to know which step of the search space
 * counts; the search does not use it, and its work is added. Ties: the item that was met first.
 * Cost: the chart, and O(log items) for each item that the search meets.
 *
 * Source: Lewis and Steedman 2014, Section 3; Klein and Manning 2003.
 */
const tagFactored: ParsingDecoder<typeof OPTIONS> = {
  name: "tag-factored",
  title: "A* by tags alone",
  source: "Lewis and Steedman 2014, Section 3",
  problem: "parsing",
  exact: false,
  maxK: 1,
  options: OPTIONS,
  prepare(model) {
    const grammar = compileGrammar(model);
    const workspace = new Workspace(grammar);
    const search = new TagSearch(grammar);
    return (sentence, work, trace) => {
      const forest = openForest(sentence, work, workspace);
      if (isNoForest(forest)) return notParsed(forest);
      work.iterations++;
      const derivation = search.search(sentence.length, forest.slots, work);
      if (derivation === undefined) {
        throw new Error("Cannot find a derivation by its tags, though there is a forest");
      }
      const { objective } = scoreDerivation(model, sentence, derivation, forest.beam);
      trace?.({ iteration: 1, derivation, objective });
      return { derivation, objective, converged: true, beam: forest.beam };
    };
  },
};
export default tagFactored;
