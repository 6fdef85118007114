/**
 * A* over derivations that are scored by their tags alone.
 *
 * @module
 */

import type { Work } from "../contract.ts";
import type { ParsingDecoder } from "./contract.ts";
import { MOST_EDGES } from "./forest/chart.ts";
import { compileGrammar } from "./forest/grammar.ts";
import {
  checkSentence,
  isNoForest,
  type NoForest,
  notParsed,
  openForest,
  takeSteps,
  Workspace,
} from "./forest/open_forest.ts";
import { permittedSlots } from "./forest/forest.ts";
import { scoreDerivation } from "./forest/score_derivation.ts";
import { TagSearch } from "./forest/tag_search.ts";
import type { Derivation, ParsingModel, ParsingSentence } from "./model.ts";

/** It has no options. */
export const OPTIONS: Record<string, never> = {};

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
 * A chart has at most K items a span. If it may still be too large for the search space, it is
 * built to know which step counts, and its work is added. Otherwise none is. Ties: the item that
 * was met first. Cost: O(log items) for each item that the search meets, and a look-up for each
 * pair of neighbours that it takes from the agenda.
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
      const { length, space: { limit } } = sentence;
      const spans = length * (length + 1) / 2;
      // Each rule at each span, and at each split of it.
      const edges = model.left.length * spans * (length + 2) / 3;
      const mayBeTooLarge = model.symbolCount * spans > limit || edges > MOST_EDGES;
      const found = mayBeTooLarge
        ? withChart(sentence, work, workspace, search)
        : withoutChart(sentence, work, model, search);
      if (isNoForest(found)) return notParsed(found);
      work.iterations++;
      const { derivation, beam } = found;
      const { objective } = scoreDerivation(model, sentence, derivation, beam);
      trace?.({ iteration: 1, derivation, objective });
      return { derivation, objective, converged: true, beam };
    };
  },
};
export default tagFactored;

/** A derivation and the step of the search space that it is from. */
interface Found {
  readonly derivation: Derivation;
  readonly beam: number;
}

function withoutChart(
  sentence: ParsingSentence,
  work: Work,
  model: ParsingModel,
  search: TagSearch,
): Found | NoForest {
  checkSentence(sentence, model);
  return takeSteps<Found>(sentence, (beam) => {
    const derivation = search.search(sentence.length, permittedSlots(sentence, beam), work);
    return derivation === undefined ? "unparsed" : { derivation, beam };
  });
}

function withChart(
  sentence: ParsingSentence,
  work: Work,
  workspace: Workspace,
  search: TagSearch,
): Found | NoForest {
  const forest = openForest(sentence, work, workspace);
  if (isNoForest(forest)) return forest;
  const derivation = search.search(sentence.length, forest.slots, work);
  if (derivation !== undefined) return { derivation, beam: forest.beam };
  throw new Error("Cannot find a derivation by its tags, though there is a forest");
}
