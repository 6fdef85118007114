/**
 * Loopy belief propagation between parser and tagger.
 *
 * @module
 */

import type { Work } from "../contract.ts";
import { ITERATIONS, type ParsingDecoder, RULE } from "./contract.ts";
import { bestDerivation, type Traced } from "./forest/best_derivation.ts";
import type { Forest } from "./forest/forest.ts";
import { compileGrammar } from "./forest/grammar.ts";
import { leastRisk } from "./forest/least_risk.ts";
import { isNoForest, notParsed, openForest, Workspace } from "./forest/open_forest.ts";
import { answer, ofAllSlots } from "./messages/dual_ascent.ts";
import { type Beliefs, loopyBeliefs } from "./messages/loopy_beliefs.ts";
import { type ReweightedBeliefs, reweightedBeliefs } from "./messages/reweighted_beliefs.ts";
import { TagChain } from "./messages/tag_chain.ts";

/** Messages cannot keep all of what they were. */
const MOST_DAMPING = 99;

/** Options of belief propagation. */
export const OPTIONS = {
  iterations: ITERATIONS,
  tolerance: {
    default: 3,
    minimum: 1,
    meaning: "converged when no belief changes by 10 to the minus this",
  },
  damping: {
    default: 0,
    minimum: 0,
    meaning: "percent of its last value that a message to the tagger keeps, 99 at most",
  },
  reweighted: {
    default: 0,
    minimum: 0,
    meaning: "percent of the tagger's entropy in tree-reweighted messages, 100 at most; 0: loopy",
  },
  rule: RULE,
} as const;

/**
 * Loopy belief propagation over the chain of tags and the forest; see `loopyBeliefs`. The answer is
 * the best derivation by the forest's edges and F + B + e at its leaves, or with `rule=risk` the
 * one whose items are the most probable in the sum, by the last beliefs.
 *
 * Not exact: beliefs are approximate where both parts share several words. It gives no bound on J.
 * Its answer is the best one if transitions are all equal.
 *
 * With `reweighted=ρ` the messages are those of `reweightedBeliefs`: they cannot go in circles, and
 * bound ln Z from above. The answer is the best derivation, or that of least risk, of the parser
 * that has them. None of this is exact where the loopy beliefs are.
 *
 * Cost: the chart; three visits of each edge in the first round and two in later ones, and two of
 * each bigram.
 *
 * Source: Auli and Lopez 2011, Section 4.1; Smith and Eisner 2008; for `reweighted` Wainwright,
 * Jaakkola and Willsky 2005.
 *
 * @throws RangeError for a damping above 99, or `reweighted` above 100
 */
const beliefPropagation: ParsingDecoder<typeof OPTIONS> = {
  name: "belief-propagation",
  title: "Belief propagation",
  source: "Auli and Lopez 2011, Section 4.1",
  problem: "parsing",
  exact: false,
  maxK: 1,
  options: OPTIONS,
  prepare(model, { iterations, tolerance, damping, reweighted, rule }) {
    if (damping > MOST_DAMPING) {
      throw new RangeError(`Cannot damp messages by more than ${MOST_DAMPING} percent: ${damping}`);
    }
    if (reweighted > 100) {
      throw new RangeError(`Cannot weigh the tagger by more than 100 percent: ${reweighted}`);
    }
    const workspace = new Workspace(compileGrammar(model));
    const weight = reweighted / 100;
    const heated = weight === 0
      ? model
      : { ...model, transitions: model.transitions.map((score) => score / weight) };
    const settings = {
      ...{ iterations, tolerance: Number(`1e-${tolerance}`), damping: damping / 100 },
      units: workspace.units,
    };
    return (sentence, work, trace) => {
      const forest = openForest(sentence, work, workspace);
      if (isNoForest(forest)) return notParsed(forest);
      const chain = new TagChain(model, forest.slots);
      const weights = workspace.numbers(forest.left.length);
      const found = (beliefs: Found, work: Work) => {
        const slotCount = sentence.slots.tags.length;
        // While it is traced, the weights are still needed.
        const buffer = trace ? new Float64Array(forest.left.length) : weights;
        return answer(forest, chain, parse(forest, beliefs, rule, work, buffer), {
          converged: beliefs.isConverged,
          beliefs: ofAllSlots(forest, beliefs.slots, slotCount),
          ...weight > 0 && { partitionBound: beliefs.partitionBound! },
        });
      };
      const visit = trace && ((beliefs: Found) => {
        const { derivation, objective, beliefs: slots } = found(beliefs, { ...work });
        const { iteration, delta } = beliefs;
        trace({ iteration, derivation, objective, delta, ...slots && { beliefs: slots } });
      });
      const last = weight > 0
        ? reweightedBeliefs(heated, forest, weight, settings, work, weights, visit)
        : loopyBeliefs(forest, chain, settings, work, weights, visit);
      return found(last, work);
    };
  },
};
export default beliefPropagation;

/** What both kinds of messages end with. */
type Found =
  & Pick<Beliefs, "iteration" | "slots" | "leaves" | "sums" | "delta" | "isConverged">
  & Partial<Pick<ReweightedBeliefs, "partitionBound">>;

function parse(
  forest: Forest,
  { leaves, sums }: Found,
  rule: string,
  work: Work,
  buffer: Float64Array,
): Traced {
  if (rule === "risk") return leastRisk(forest, sums, work, buffer);
  return bestDerivation(forest, leaves, work);
}
