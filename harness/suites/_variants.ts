/**
 * Decoder variants that several suites name.
 *
 * @module
 */

/** Loops in SIMD, and the beams that are not exact. */
export const SIMD: readonly string[] = [
  "beam{kernel=simd}",
  "beam{width=5,kernel=simd}",
  "block-skip{kernel=simd}",
  "dominance{kernel=simd}",
  "viterbi{kernel=simd}",
];

/** The papers' search with the labels of each position in an order of their own: in plain loops. */
export const OWN_ORDER_PLAIN = "iterative-viterbi{order=emission}";

/** The same and its kernel, which has the same counts. */
export const OWN_ORDER: readonly string[] = [
  OWN_ORDER_PLAIN,
  "iterative-viterbi{order=emission,kernel=simd}",
];

/** The same for several paths. */
export const OWN_ORDER_PATHS: readonly string[] = [
  "iterative-viterbi-a-star{order=emission}",
  "iterative-viterbi-a-star{order=emission,kernel=simd}",
];

/** The heuristics of A* besides its default, m = 6. */
export const A_STAR: readonly string[] = ["heuristic=naive", "level=0", "level=3", "level=9"]
  .map((option) => `a-star{${option}}`);

/** Ablations of the papers' decoders. */
export const ABLATIONS: readonly string[] = [
  "iterative-viterbi{expansion=uniform}",
  "iterative-viterbi{prune=false}",
  "iterative-viterbi{lowerBound=none}",
  "iterative-viterbi{raise=active}",
  "iterative-viterbi{kernel=simd}",
  "carpediem{bound=source}",
  "carpediem{bound=target}",
  "column-generation{add=all}",
  "column-generation{init=best}",
  "column-generation{init=beam,width=1}",
];

/** Decoders that take from 40 ms to half a second for a sentence with 2,597 labels. */
export const SLOW: readonly string[] = ["a-star", "carpediem", "viterbi-a-star"];

/** The papers' Table 5, with the ablations of iterative Viterbi A*. */
export const FIVE_BEST: readonly string[] = [
  ...["auto", "beam", "beam{width=5}", "block-skip", "column-generation"],
  ...["iterative-viterbi-a-star", ...OWN_ORDER_PATHS],
  ...["viterbi-a-star", "viterbi-a-star{kernel=simd}"],
  ...["a-star", ...A_STAR],
  "viterbi-a-star{deviations=eager}",
  ...["neighbours=true", "candidates=1", "candidates=4", "beam=false", "ends=false"]
    .map((option) => `iterative-viterbi-a-star{${option}}`),
  "iterative-viterbi-a-star{popped=false}",
];

/** Those with other aims than speed: they run where they are asked for. */
export const ASKED_FOR: readonly string[] = ["posterior", "scan"];
