/**
 * The contract of parsing decoders: what a file in this folder exports to be one.
 *
 * @module
 */

import type { Declared, Description, OptionsOf, Work } from "../contract.ts";
import type { Derivation, ParsingModel, ParsingSentence } from "./model.ts";

/** Why a sentence has no derivation: the grammar gives none, or its chart exceeds the limit. */
export type Failure = "unparsed" | "too large";

/** Whether a decoder's reason is one of these. */
export function isFailure(reason: unknown): reason is Failure {
  return reason === "unparsed" || reason === "too large";
}

/** What a decoder found for a sentence. */
export interface Parsed {
  /** The derivation; absent if there is a failure. */
  readonly derivation?: Derivation;
  /** The reason if there is no derivation. */
  readonly failure?: Failure;
  /** J of the derivation, −∞ without one. Callers compute it anew. */
  readonly objective: number;
  /** A proven upper bound on J of all derivations in the search space. */
  readonly bound?: number;
  /** Multipliers u of all slots of the sentence. They prove that no J is above L(u). */
  readonly proof?: Float64Array;
  /**
   * The probability of each slot of the sentence, from decoders that estimate it. Exact where all
   * transitions are equal, and where one word at most is ambiguous.
   */
  readonly beliefs?: Float64Array;
  /**
   * An upper bound on ln Z, the logarithm of the sum of e^J over all derivations of the search
   * space, but for rounding. Beliefs that come with it are those of the bound, and exact nowhere.
   */
  readonly partitionBound?: number;
  /** Edges of the product that was searched; 0 if bounds left nothing to search. */
  readonly productEdges?: number;
  /** Whether it came to its end by itself, and not because its iterations were used up. */
  readonly converged: boolean;
  /** The step of the search space that it ended with. */
  readonly beam: number;
}

/** Where a decoder is after an iteration. */
export interface TraceStep {
  /** Number of the iteration, from 1. */
  readonly iteration: number;
  /** What it would answer now. */
  readonly derivation: Derivation;
  /** The objective J of that derivation. */
  readonly objective: number;
  /** The best bound so far. */
  readonly bound?: number;
  /** The largest change of a belief. */
  readonly delta?: number;
  /** The bound of this iteration alone. */
  readonly dual?: number;
  /** The tag of each word that the parser wants. */
  readonly parserTags?: Int32Array;
  /** The tag of each word that the tagger wants. */
  readonly taggerTags?: Int32Array;
  /** What the parser pays for each slot of the sentence, and the tagger gets. */
  readonly multipliers?: Float64Array;
  /** The probability of each slot as far as is known. */
  readonly beliefs?: Float64Array;
}

/** Is told of every iteration. Nothing is traced in a timed run. */
export type Trace = (step: TraceStep) => void;

/**
 * Parses one sentence. Deterministic, no I/O, no clock. Adds what it did to `work`: iterations are
 * rounds of messages or multipliers, nodes are chart items that were created, those of failed
 * attempts included, and edges are those of forests and chains that were combined with a score,
 * once a sweep.
 */
export type Parse = (sentence: ParsingSentence, work: Work, trace?: Trace) => Parsed;

/** A parsing decoder: the default export of a module in this folder, or anywhere for `check`. */
export interface ParsingDecoder<D extends Declared = Declared> extends Description<D> {
  /** Tells it from decoders of lattices. */
  readonly problem: "parsing";
  /** The best derivation only. */
  readonly maxK: 1;
  /**
   * Does what depends on the grammar alone. Called once a model. The returned function may keep
   * buffers between calls, never answers.
   *
   * @throws RangeError for a grammar that is none: see `compileGrammar`
   */
  prepare(model: ParsingModel, options: OptionsOf<D>): Parse;
}

/** Which derivation a decoder answers with. */
export const RULE = {
  default: "viterbi",
  choices: ["viterbi", "risk"],
  meaning: "answer with the best derivation, or with the most items expected to be right",
} as const;

/** How often messages or multipliers go round. */
export const ITERATIONS = {
  default: 25,
  minimum: 1,
  meaning: "rounds at most; it ends earlier if nothing is left to do",
} as const;
