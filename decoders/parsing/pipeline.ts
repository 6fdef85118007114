/**
 * The pipeline: the tagger only says which tags the parser may use.
 *
 * @module
 */

import { type ParsingDecoder, RULE } from "./contract.ts";
import { bestDerivation } from "./forest/best_derivation.ts";
import { compileGrammar } from "./forest/grammar.ts";
import { InsideOutside } from "./forest/inside_outside.ts";
import { leastRisk } from "./forest/least_risk.ts";
import { isNoForest, notParsed, openForest, Workspace } from "./forest/open_forest.ts";
import { answer } from "./messages/dual_ascent.ts";
import { TagChain } from "./messages/tag_chain.ts";

/** Options of the pipeline. */
export const OPTIONS = { rule: RULE } as const;

/**
 * The pipeline of supertagger and parser, the baseline. The tagger's beam decides which tags are
 * permitted; then the parser's best derivation is taken, max_y f(y), and g is not looked at.
 *
 * With `rule=risk` it is the derivation whose items are the most probable in the sum, by the
 * parser's own distribution e^f / Z; a unary step counts p − ½, see `leastRisk`.
 *
 * Ties: see `traceBest`. Cost: the chart, and a visit of each edge; with `rule=risk` three more.
 *
 * Source: Clark and Curran 2007; Auli and Lopez 2011, Sections 2 and 5.
 *
 * @example
 * ```ts
 * import pipeline from "./pipeline.ts";
 * import { newWork } from "../contract.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const model = {
 *   tagCount: 2, symbolCount: 2, unit: 1, tagSymbols: Int32Array.of(0, 1),
 *   left: Int32Array.of(0), right: Int32Array.of(1), parent: Int32Array.of(0),
 *   ruleScores: Float64Array.of(5), lengthScores: new Float64Array(8),
 *   childLengthScores: new Float64Array(64), rootScores: Float64Array.of(0, -Infinity),
 *   transitions: new Float64Array(4),
 * };
 * const sentence = {
 *   length: 2,
 *   slots: {
 *     offsets: Int32Array.of(0, 2, 4), tags: Int32Array.of(0, 1, 0, 1),
 *     emissions: new Float64Array(4), leafScores: Float64Array.of(1, 2, 3, 4),
 *   },
 *   levels: { 20: new Uint8Array(4), 150: new Uint8Array(4) },
 *   space: { order: "ast", steps: [{ level: 0, cutoff: 20 }], limit: 100 },
 *   addBoundaryScores() {},
 * } as const;
 * const { derivation, objective } = pipeline.prepare(model, { rule: "viterbi" })(
 *   sentence,
 *   newWork(),
 * );
 * assertEquals(derivation, { tags: Int32Array.of(0, 1), steps: Int32Array.of(0, 1, 2, 0) });
 * assertEquals(objective, 10);
 * ```
 */
const pipeline: ParsingDecoder<typeof OPTIONS> = {
  name: "pipeline",
  title: "Pipeline",
  source: "Clark and Curran 2007; Auli and Lopez 2011, Section 5",
  problem: "parsing",
  exact: false,
  maxK: 1,
  options: OPTIONS,
  prepare(model, { rule }) {
    const workspace = new Workspace(compileGrammar(model));
    return (sentence, work, trace) => {
      const forest = openForest(sentence, work, workspace);
      if (isNoForest(forest)) return notParsed(forest);
      work.iterations++;
      const { leafScores } = forest.slots;
      const chain = new TagChain(model, forest.slots);
      const finished = { converged: true };
      if (rule === "viterbi") {
        const best = answer(forest, chain, bestDerivation(forest, leafScores, work), finished);
        trace?.({ iteration: 1, derivation: best.derivation, objective: best.objective });
        return best;
      }
      const buffer = workspace.numbers(forest.left.length);
      const sums = new InsideOutside(forest, buffer, workspace.units);
      work.edgeEvaluations += sums.run(leafScores) * forest.left.length;
      const safest = answer(forest, chain, leastRisk(forest, sums, work, buffer), finished);
      trace?.({ iteration: 1, derivation: safest.derivation, objective: safest.objective });
      return safest;
    };
  },
};
export default pipeline;
