/**
 * What must hold of one answer of a parsing decoder.
 *
 * @module
 */

import type { Parsed } from "../../../decoders/parsing/contract.ts";
import { scoreDerivation } from "../../../decoders/parsing/forest/score_derivation.ts";
import { dualBounds } from "../../../decoders/parsing/messages/dual_ascent.ts";
import { exactBeliefs, type Expected } from "./expected.ts";
import type { ParsingInstance } from "./generators.ts";

/** How far probabilities may be off where they are exact. */
const TOLERANCE = 1e-10;

/** Says what is wrong with an answer, "" if nothing is. */
export type Check = (
  instance: ParsingInstance,
  parsed: Parsed,
  expected: Expected,
  isExact: boolean,
) => string;

/**
 * Ends at the right step, with the right failure or with a derivation of the search space whose J
 * is what the decoder says.
 */
export const checkDerivation: Check = ({ model, sentence }, parsed, expected) => {
  const { derivation, objective, beam, failure } = parsed;
  if (beam !== expected.beam) return `it ends at step ${beam}, not ${expected.beam}`;
  if (failure !== expected.failure) return `it says ${failure}, not ${expected.failure}`;
  if (derivation === undefined) {
    if (failure === undefined) return "it gives no derivation, and no reason";
    return objective === -Infinity ? "" : `its objective is ${objective} without a derivation`;
  }
  if (failure !== undefined) return `it gives a derivation, and says ${failure}`;
  const own = scoreDerivation(model, sentence, derivation, beam).objective;
  return objective === own ? "" : `its objective is ${objective}, its derivation scores ${own}`;
};

/** Bounds hold, proofs prove them, and what is claimed to be the best is. */
export const checkClaims: Check = ({ model, sentence }, parsed, { best, failure }, isExact) => {
  const { objective, bound, proof, beam } = parsed;
  if (failure !== undefined) return "";
  if (isExact && objective !== best) return `it finds ${objective}, the best is ${best}`;
  if (proof !== undefined && bound === undefined) return "it gives a proof of no bound";
  if (bound === undefined) return "";
  if (!(bound >= best)) return `its bound is ${bound}, the best is ${best}`;
  if (bound - objective < model.unit && objective !== best) {
    return `it claims ${objective} with a bound of ${bound}, the best is ${best}`;
  }
  if (proof === undefined) return "";
  const proven = dualBounds(model)(sentence, beam, proof);
  return proven === bound ? "" : `its bound is ${bound}, its multipliers prove ${proven}`;
};

/** What is said to bound ln Z does. */
export const checkPartition: Check = (_, { partitionBound }, { derivations, best, failure }) => {
  if (partitionBound === undefined || failure !== undefined) return "";
  const sum = derivations.reduce((sum, { objective }) => sum + Math.exp(objective - best), 0);
  const exact = best + Math.log(sum);
  const least = exact - TOLERANCE * Math.max(1, Math.abs(exact));
  return partitionBound >= least ? "" : `it bounds ln Z by ${partitionBound}, which is ${exact}`;
};

/** Beliefs are the exact probabilities; only for instances where they must be. */
export const checkBeliefs: Check = ({ sentence }, { beliefs, partitionBound }, expected) => {
  if (beliefs === undefined || expected.failure !== undefined) return "";
  // They are those of a bound.
  if (partitionBound !== undefined) return "";
  if (beliefs.length !== sentence.slots.tags.length) return `it has ${beliefs.length} beliefs`;
  const exact = exactBeliefs(sentence, expected);
  const wrong = exact.findIndex((share, slot) => !(Math.abs(share - beliefs[slot]!) <= TOLERANCE));
  return wrong < 0 ? "" : `its belief of slot ${wrong} is ${beliefs[wrong]}, not ${exact[wrong]}`;
};
