/**
 * The k best paths when α lies in the memory of kernels.
 *
 * @module
 */

import type { Work } from "../contract.ts";
import { transpose } from "../chain/dense_forward.ts";
import { DeviationKernel } from "../kernels/deviations/search.ts";
import type { DeviationForm } from "./deviations.ts";
import type { Arena } from "../kernels/arena.ts";
import { BLOCK, blocksOf } from "../kernels/rows.ts";
import type { Lattice, Model, Path } from "../lattice.ts";
import { prefixPaths } from "./prefix_paths.ts";

/** Finds the k best paths of lattices of a model, which may change transition by transition. */
export interface KernelPaths {
  /**
   * The min(k, finite paths) best paths, best first.
   *
   * @param alpha address of α, a row a position
   * @param own address of the emissions, a row a position
   */
  find(lattice: Lattice, alpha: number, own: number, k: number, work: Work): Path[];
  /** See `Decode.revise`. */
  revise(previous: number, label: number): void;
}

/**
 * Prepares the search: by a kernel if there is one for its form, otherwise in TypeScript on a copy
 * of α; both give the same paths. Cost: O(L²).
 */
export function kernelPaths(model: Model, arena: Arena, form: DeviationForm): KernelPaths {
  return arena.kind === "plain" || form === "eager"
    ? plainPaths(model, arena, form)
    : compiledPaths(model, arena);
}

function compiledPaths(model: Model, arena: Arena): KernelPaths {
  const search = new DeviationKernel(arena, model);
  return {
    find: ({ length }, alpha, own, k, work) => search.search(alpha, own, length, k, work),
    revise: (previous, label) => search.revise(previous, label),
  };
}

function plainPaths(model: Model, arena: Arena, form: DeviationForm): KernelPaths {
  const { labelCount, transitions } = model;
  const { scoreBytes } = arena;
  const width = blocksOf(labelCount) * BLOCK;
  const incoming = transpose(transitions, labelCount);
  const search = prefixPaths(model, incoming, form);
  let copy = new Float64Array(0);
  return {
    find(lattice, alpha, _own, k, work) {
      const { length } = lattice;
      if (copy.length < length * labelCount) copy = new Float64Array(2 * length * labelCount);
      const { scores } = arena;
      for (let t = 0; t < length; t++) {
        const row = alpha / scoreBytes + t * width;
        copy.set(scores.subarray(row, row + labelCount), t * labelCount);
      }
      return search(lattice, copy, k, work);
    },
    revise(previous, label) {
      incoming[label * labelCount + previous] = transitions[previous * labelCount + label]!;
    },
  };
}
