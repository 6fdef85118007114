/**
 * Options that several parsing decoders have.
 *
 * @module
 */

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
