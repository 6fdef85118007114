/**
 * The fastest exact decoder for the case at hand.
 *
 * @module
 */

import type { Decode, Decoder, Work } from "./contract.ts";
import dominance from "./dominance.ts";
import iterativeViterbiAStar from "./iterative_viterbi_a_star.ts";
import type { Lattice, Model } from "./lattice.ts";
import viterbiAStar from "./viterbi_a_star.ts";

/** Labels from which a dense pass costs more than an iterative search where bounds help. */
const MANY_LABELS = 1000;
/** Bounds help a sentence if a sweep for its best path looks at less than this share of the edges. */
const PRUNABLE = 0.02;

const SWEEP = { bound: "pair", filter: "auto", kernel: "simd" };
const ITERATIVE = {
  expansion: "column",
  candidates: 2,
  beam: true,
  ends: true,
  popped: true,
  neighbours: true,
};
const DENSE = { deviations: "lazy", kernel: "simd" };

/**
 * Picks a decoder: for k = 1 forward dominance, which takes a dense step where nothing can be dropped;
 * for k > 1 Viterbi A* on a dense pass with SIMD, or, where there are many labels and the sentence's
 * own sweep for its best path shows that bounds help, iterative Viterbi A*.
 *
 * Exact, because each of them is. Ties: those of the decoder that is picked. Cost: that decoder's, and
 * for k > 1 and many labels a sweep before. What is not picked is not prepared.
 *
 * Source: our own.
 */
const auto: Decoder<Record<never, never>> = {
  name: "auto",
  title: "Automatic choice",
  source: "Trellis",
  exact: true,
  maxK: Infinity,
  options: {},
  prepare(model: Model): Decode {
    const sweep = once(() => dominance.prepare(model, SWEEP));
    const iterative = once(() => iterativeViterbiAStar.prepare(model, ITERATIVE));
    const dense = once(() => viterbiAStar.prepare(model, DENSE));
    const edges = model.labelCount ** 2;

    const isPrunable = (lattice: Lattice, work: Work) => {
      if (model.labelCount < MANY_LABELS) return false;
      const before = work.edgeEvaluations;
      sweep()(lattice, 1, work);
      return work.edgeEvaluations - before < PRUNABLE * (lattice.length - 1) * edges;
    };
    const decode: Decode = (lattice, k, work) => {
      if (k === 1) return sweep()(lattice, 1, work);
      return (isPrunable(lattice, work) ? iterative() : dense())(lattice, k, work);
    };
    decode.place = (lattice) => sweep().place!(lattice);
    return decode;
  },
};
export default auto;

/** A function that makes something at its first call and returns it at all. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => made ??= make();
}
