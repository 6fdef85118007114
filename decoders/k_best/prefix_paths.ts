/**
 * The k best paths of a lattice when the scores of all its best prefixes are known.
 *
 * @module
 */

import type { Work } from "../contract.ts";
import { type DeviationForm, DeviationSearch } from "./deviations.ts";
import { labelColumns } from "../chain/columns.ts";
import { roundingTolerance } from "../chain/grid.ts";
import type { Lattice, Model, Path } from "../lattice.ts";
import { transpose } from "../chain/dense_viterbi.ts";
import { DeviationKernel } from "../kernels/deviations/search.ts";
import type { Arena } from "../kernels/arena.ts";
import { BLOCK, blocksOf } from "../kernels/rows.ts";

/** Gives the min(k, finite paths) best paths, best first, from the T×L scores α. */
export type PrefixPaths = (lattice: Lattice, alpha: Float64Array, k: number, work: Work) => Path[];

/**
 * Makes the search from the right that pops paths in the order of their scores.
 *
 * Exact if α is that of dense Viterbi, to the last bit: it is an exact heuristic (proof in
 * `PROOFS.md` in this folder). Ties and costs are those of `DeviationSearch`.
 *
 * @param incoming transposed transitions; they are read at each search, and so may change
 */
export function prefixPaths(
  model: Model,
  incoming: Float64Array,
  form: DeviationForm,
): PrefixPaths {
  const { labelCount, exactSums } = model;
  const edges = { labelCount, transitions: incoming, fromStride: 1, toStride: labelCount };
  const search = new DeviationSearch(edges, labelCount, exactSums, form);
  const columnsOf = labelColumns(labelCount);
  return (lattice, prefixes, k, work) => {
    const own = { ...columnsOf(lattice), prefixes, isForward: true };
    search.start(own, k, -Infinity, work, roundingTolerance(model)(lattice));
    const paths: Path[] = [];
    while (paths.length < k && search.topScore > -Infinity) paths.push(search.pop());
    return paths;
  };
}

/** Finds the k best paths of lattices of a model, which may change transition by transition. */
export interface KernelPaths {
  /**
   * The min(k, finite paths) best paths, best first.
   *
   * @param alpha address of α, a row a position
   * @param own address of the emissions, a row a position
   */
  find(lattice: Lattice, alpha: number, own: number, k: number, work: Work): Path[];
  /** See `Revisable`. */
  revise(previous: number, label: number): void;
}

/**
 * Prepares the search: by a kernel if there is one for its form, otherwise in TypeScript on a copy
 * of α; both give the same paths. Cost: O(L²).
 */
export function kernelPaths(model: Model, arena: Arena, form: DeviationForm): KernelPaths {
  return arena.kind === "plain" || form === "eager"
    ? plainPaths(model, arena, form)
    : new DeviationKernel(arena, model);
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
