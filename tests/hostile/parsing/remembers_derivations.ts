/**
 * Hostile: remembers derivations by the tags that there are to choose from, and scores them anew.
 *
 * @module
 */

import { scoreDerivation } from "../../../decoders/parsing/forest/score_derivation.ts";
import { byKey, hostileParser } from "./_exact.ts";

/** Claims of each derivation that it is the best still. */
export default hostileParser("remembers-derivations", (model) => {
  const recall = byKey(({ slots }) => Array.from(slots.tags).join())();
  return (sentence, compute) => {
    const { parsed, work } = recall(sentence, compute);
    const { derivation, beam, failure } = parsed;
    if (derivation === undefined || failure !== undefined) return { parsed, work };
    const { objective } = scoreDerivation(model, sentence, derivation, beam);
    const { proof: _, ...rest } = parsed;
    return { parsed: { ...rest, objective, bound: objective }, work };
  };
});
