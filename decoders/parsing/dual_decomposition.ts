/**
 * Dual decomposition of parser and tagger.
 *
 * @module
 */

import type { Work } from "../contract.ts";
import { ITERATIONS, type Parsed, type ParsingDecoder, RULE } from "./contract.ts";
import type { Forest } from "./forest/forest.ts";
import { compileGrammar } from "./forest/grammar.ts";
import { InsideOutside } from "./forest/inside_outside.ts";
import { leastRisk } from "./forest/least_risk.ts";
import { isNoForest, notParsed, openForest, Workspace } from "./forest/open_forest.ts";
import type { Traced } from "./forest/best_derivation.ts";
import { answer, type Ascent, dualAscent, ofAllSlots } from "./messages/dual_ascent.ts";
import { TagChain } from "./messages/tag_chain.ts";

/** Options of dual decomposition. */
export const OPTIONS = {
  iterations: ITERATIONS,
  step: {
    default: 1,
    minimum: 1,
    meaning: "the first change of a multiplier, in nats",
  },
  steps: {
    default: "rises",
    choices: ["rises", "polyak", "bundle"],
    meaning: "steps shorten as the bound rises, follow its gap, or use all earlier answers",
  },
  fallback: {
    default: "best",
    choices: ["best", "last", "parser"],
    meaning: "without a proof: the derivation of the best J, the last one, or that of the best f",
  },
  rule: RULE,
} as const;

/**
 * Dual decomposition: the parser's best derivation and the tagger's best tags, with multipliers
 * that make them agree; see `dualAscent`.
 *
 * Every answer comes with the smallest bound L(u) that was met, and with its multipliers u as a
 * proof. Where L(u) − J(y) is less than the model's unit, y is the best there is; it need not be so
 * everywhere, hence the decoder as a whole does not claim to be exact. The first iteration alone is
 * the pipeline.
 *
 * With `rule=risk` the answer is the derivation whose items are the most probable in the sum, by
 * the parser's distribution with the last multipliers.
 *
 * Cost: the chart, and a visit of each edge and bigram an iteration.
 *
 * Source: Rush et al. 2010; Auli and Lopez 2011, Section 4.2.
 */
const dualDecomposition: ParsingDecoder<typeof OPTIONS> = {
  name: "dual-decomposition",
  title: "Dual decomposition",
  source: "Rush et al. 2010; Auli and Lopez 2011, Section 4.2",
  problem: "parsing",
  exact: false,
  maxK: 1,
  options: OPTIONS,
  prepare(model, { iterations, step, steps, fallback, rule }) {
    const workspace = new Workspace(compileGrammar(model));
    return (sentence, work, trace) => {
      const forest = openForest(sentence, work, workspace);
      if (isNoForest(forest)) return notParsed(forest);
      const chain = new TagChain(model, forest.slots);
      const found = (ascent: Ascent, work: Work): Parsed => {
        const derivation = rule === "risk"
          ? safest(forest, ascent, work, workspace)
          : chosen(ascent, fallback);
        return answer(forest, chain, derivation, {
          converged: ascent.isProven,
          bound: ascent.bound,
          proof: ofAllSlots(forest, ascent.proof, sentence.slots.tags.length),
        });
      };
      const options = { iterations, step, steps };
      const last = dualAscent(
        model,
        forest,
        chain,
        options,
        work,
        trace && ((ascent) => {
          const { derivation, objective } = found(ascent, { ...work });
          const { iteration, bound, value: dual, last, tagSlots, multipliers } = ascent;
          trace({
            ...{ iteration, derivation: derivation!, objective, bound, dual },
            parserTags: last.derivation.tags,
            taggerTags: tagSlots.map((slot) => forest.slots.tags[slot]!),
            multipliers: ofAllSlots(forest, multipliers, sentence.slots.tags.length),
          });
        }),
      );
      return found(last, work);
    };
  },
};
export default dualDecomposition;

function chosen({ best, last, byParser, isProven }: Ascent, fallback: string): Traced {
  if (isProven || fallback === "best") return best.derivation;
  return fallback === "last" ? last.derivation : byParser.derivation;
}

function safest(
  forest: Forest,
  { multipliers }: Ascent,
  work: Work,
  workspace: Workspace,
): Traced {
  const buffer = workspace.numbers(forest.left.length);
  const sums = new InsideOutside(forest, buffer, workspace.units);
  const leaves = forest.slots.leafScores.map((score, slot) => score - multipliers[slot]!);
  work.edgeEvaluations += sums.run(leaves) * forest.left.length;
  return leastRisk(forest, sums, work, buffer);
}
