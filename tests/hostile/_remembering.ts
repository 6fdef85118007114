/**
 * What decoders have in common that remember results instead of computing them.
 *
 * @module
 */

import type { Decoded, Decoder, Work } from "../../decoders/contract.ts";
import { type Lattice, type Model, scorePath } from "../../decoders/lattice.ts";
import { plain } from "../wrong/plain.ts";

/** What is remembered of a sentence. */
export interface Memory {
  readonly decoded: Decoded;
  readonly work: Work;
}

/** Computes the answer to a sentence, and the work that it took. */
export type Compute = (lattice: Lattice) => Memory;

/** Gives the answer to a sentence, remembered or not. */
export type Recall = (lattice: Lattice, compute: Compute) => Memory;

/** A decoder that is right whenever it computes, and counts as if it always did. */
export function remembering(name: string, recallFor: (model: Model) => Recall): Decoder {
  return {
    ...plain,
    name,
    title: name,
    maxK: 1,
    prepare: (model, options) => {
      const decode = plain.prepare(model, options);
      const recall = recallFor(model);
      const compute: Compute = (lattice) => {
        const work = { iterations: 0, nodeExpansions: 0, edgeEvaluations: 0 };
        return { decoded: decode(lattice, 1, work), work };
      };
      return (lattice, _k, work) => {
        const { decoded, work: taken } = recall(lattice, compute);
        work.iterations += taken.iterations;
        work.nodeExpansions += taken.nodeExpansions;
        work.edgeEvaluations += taken.edgeEvaluations;
        return decoded;
      };
    },
  };
}

/** Remembers by a key of the sentence. */
export function byKey<Key>(keyOf: (lattice: Lattice, model: Model) => Key) {
  return (model: Model): Recall => {
    const memories = new Map<Key, Memory>();
    return (lattice, compute) => {
      const key = keyOf(lattice, model);
      const memory = memories.get(key) ?? compute(lattice);
      memories.set(key, memory);
      return memory;
    };
  };
}

/** Remembers the labels of an answer by a key of the sentence, and adds up their scores anew. */
export function labelsByKey<Key>(keyOf: (lattice: Lattice, model: Model) => Key) {
  return (model: Model): Recall => {
    const recall = byKey(keyOf)(model);
    return (lattice, compute) => {
      const { decoded, work } = recall(lattice, compute);
      const [path] = decoded.paths;
      return { decoded: path === undefined ? decoded : scored(model, lattice, path.labels), work };
    };
  };
}

/** A number that tells contents from one another; rows less their first scores, if centred. */
export function fingerprint(
  { length, emissions }: Lattice,
  { labelCount }: Model,
  isCentred = false,
): number {
  let sum = length;
  for (let t = 0; t < length; t++) {
    const offset = isCentred ? emissions[t * labelCount]! : 0;
    for (let y = 0; y < labelCount; y++) {
      const score = emissions[t * labelCount + y]! - offset;
      sum = (sum * 31 + (score === -Infinity ? 7 : score)) % 1e9;
    }
  }
  return sum;
}

/** The best label of each position on its own. */
export function bestLabels({ length, emissions }: Lattice, { labelCount }: Model): Int32Array {
  return Int32Array.from({ length }, (_, t) => {
    let best = 0;
    for (let y = 1; y < labelCount; y++) {
      if (emissions[t * labelCount + y]! > emissions[t * labelCount + best]!) best = y;
    }
    return best;
  });
}

/** An answer of given labels with their right score. */
export function scored(model: Model, lattice: Lattice, labels: Int32Array): Decoded {
  return { paths: [{ score: scorePath(model, lattice, labels), labels }] };
}
