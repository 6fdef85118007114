/**
 * Joint parsing and tagging with any context-free grammar: decoders with proofs, and readers of
 * grammars and bracketed treebanks. No files, nothing of Node: it runs in browsers.
 *
 * ```ts
 * import {
 *   cfgPack,
 *   cfgTree,
 *   newWork,
 *   parsingModel,
 *   parsingSentences,
 *   pipeline,
 *   printBrackets,
 *   readCfg,
 * } from "./mod.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const grammar = readCfg(
 *   `S -> NP VP
 *    NP -> 'dogs' [0.75] | 'cats' [0.25]
 *    VP -> 'bark' [0.5] | 'chase' NP [0.5]`,
 *   "toy.cfg",
 * );
 * const words = ["dogs", "chase", "cats"];
 * const { grammar: compiled, contents } = cfgPack(grammar, [{ words }]);
 * const parse = pipeline.prepare(parsingModel(contents), { rule: "viterbi" });
 * const { derivation } = parse(parsingSentences(contents, {})[0]!, newWork());
 * const tree = cfgTree(compiled, words, derivation!);
 * assertEquals(printBrackets(tree), `(S (NP dogs) (VP ("chase" chase) (NP cats)))`);
 * ```
 *
 * @module
 */

export { newWork, type Work } from "../../decoders/contract.ts";
export { default as barHillel } from "../../decoders/parsing/bar_hillel.ts";
export { default as beliefPropagation } from "../../decoders/parsing/belief_propagation.ts";
export { default as dualDecomposition } from "../../decoders/parsing/dual_decomposition.ts";
export { default as oracle } from "../../decoders/parsing/oracle.ts";
export { default as pipeline } from "../../decoders/parsing/pipeline.ts";
export { default as tagFactored } from "../../decoders/parsing/tag_factored.ts";
export type {
  Failure,
  Parse,
  Parsed,
  ParsingDecoder,
  Trace,
  TraceStep,
} from "../../decoders/parsing/contract.ts";
export { type DualBound, dualBounds } from "../../decoders/parsing/messages/dual_ascent.ts";
export {
  type Beam,
  type BoundaryRole,
  type Cutoff,
  type Derivation,
  type GoldParse,
  lengthBucket,
  type ParsingModel,
  type ParsingSentence,
  type SearchSpace,
  type Slots,
} from "../../decoders/parsing/model.ts";
export { parsingModel, parsingSentences } from "../parsing_dataset.ts";
export type { SpaceSettings } from "../search_space.ts";
export type {
  BoundaryTables,
  DependencyTables,
  GoldTables,
  GrammarTables,
  Lists,
  ParsingContents,
  SlotTables,
  SpanTables,
} from "../packs/parsing_contents.ts";
export type { SparseRows } from "../linear_model.ts";

export {
  type BracketTree,
  printBrackets,
  readBrackets,
  treebankGrammar,
  type TreebankOptions,
} from "./brackets.ts";
export { type CfgPack, cfgPack, type CfgSentence, cfgTree } from "./cfg_pack.ts";
export { readCfg } from "./cfg_text.ts";
export {
  type CompiledGrammar,
  compileWeighted,
  type WeightedGrammar,
  type WeightedRule,
  type WordTag,
} from "./weighted_grammar.ts";
