/**
 * The k best paths of a lattice when the scores of all its best prefixes are known.
 *
 * @module
 */

import type { Work } from "../contract.ts";
import { type DeviationForm, DeviationSearch } from "./deviations.ts";
import { labelColumns } from "../chain/columns.ts";
import type { Lattice, Model, Path } from "../lattice.ts";

/** Gives the min(k, finite paths) best paths, best first, from the T×L scores α. */
export type PrefixPaths = (lattice: Lattice, alpha: Float64Array, k: number, work: Work) => Path[];

/**
 * Makes the search from the right that pops paths in the order of their scores.
 *
 * Exact if α is that of dense Viterbi, to the last bit: it is an exact heuristic (proof in
 * `k_best/deviations.ts`, which has ties and costs, too).
 *
 * @param incoming transposed transitions; they are read at each search, and so may change
 */
export function prefixPaths(
  { labelCount, exactSums }: Model,
  incoming: Float64Array,
  form: DeviationForm,
): PrefixPaths {
  const edges = { labelCount, transitions: incoming, fromStride: 1, toStride: labelCount };
  const search = new DeviationSearch(edges, labelCount, exactSums, form);
  const columnsOf = labelColumns(labelCount);
  return (lattice, prefixes, k, work) => {
    search.start({ ...columnsOf(lattice), prefixes, isForward: true }, k, -Infinity, work);
    const paths: Path[] = [];
    while (paths.length < k && search.topScore > -Infinity) paths.push(search.pop());
    return paths;
  };
}
