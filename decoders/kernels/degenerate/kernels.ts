/**
 * Degenerate lattices by kernels.
 *
 * @module
 */

import { Family } from "../family.ts";
import BINARY from "./binary.json" with { type: "json" };

/**
 * Kernels of iterative Viterbi: what `degenerate/` does in TypeScript, with the same answers and
 * counts. `tables` is the address of the tables; `own` that of T rows of emissions.
 */
export interface DegenerateKernels {
  /**
   * Starts each position with one active label and the group of all others, of which nothing is
   * known (with no group, all labels), and finds the emissions of the groups. Cost: O(TL).
   */
  degenerateReset(tables: number, own: number, length: number): void;
  /**
   * Runs a pass over the nodes that are left and removes those that do not stay, each position
   * before its nodes serve as sources.
   *
   * From the left, reach(v) = max over nodes u of position t−1 of ( reach(u) + n(u) + e(u, v) ), 0
   * at t = 0; from the right the mirror image. Writes the side's reach, the sums reach(v) + n(v),
   * which are −∞ for labels that were removed, `upper`, `labelScore` and the counts. Labels and
   * groups that are not left may have any reach. Cost: sources times nodes a position, in whole
   * quads.
   *
   * @param isForward 1 from the left, 0 from the right
   */
  degeneratePass(tables: number, own: number, length: number, isForward: number): void;
  /**
   * Writes the path of the last pass, which was of that direction, with the best score, or with the
   * best score over labels only: nodes, of which the smaller ones win. Cost: O(1) a node that is
   * left.
   *
   * @param overLabels 1 for the best path over labels, of which there is one; 0 for any
   * @param end the node at which the path ends, −1 for the best
   */
  degenerateFollow(
    tables: number,
    length: number,
    isForward: number,
    overLabels: number,
    end: number,
  ): void;
  /**
   * Doubles the active labels of the positions where the path has a group, or of all: the group
   * {label ≥ 2^m} becomes the labels below 2^(m+1) and a smaller group, which inherit its reach.
   * Those that do not stay are not added. Cost: O(1) a label.
   *
   * @param isUniform 1 for all positions, 0 for those of the path
   */
  degenerateExpand(tables: number, own: number, length: number, isUniform: number): void;
}

/** The kernels, for arenas of the kind `simd`. */
export const DEGENERATE: Family<DegenerateKernels> = /* @__PURE__ */ new Family<DegenerateKernels>(
  BINARY,
);
