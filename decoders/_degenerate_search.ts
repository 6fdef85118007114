/**
 * What iterative Viterbi does with a degenerate lattice, in TypeScript.
 *
 * @module
 */

import beam from "./beam.ts";
import { newWork, type Work } from "./contract.ts";
import { degenerateModel } from "./_degenerate.ts";
import { DegenerateColumns } from "./_degenerate_columns.ts";
import { DegeneratePass, type LabelPaths, type PassResult } from "./_degenerate_pass.ts";
import type { Lattice, Model, Path } from "./lattice.ts";

/** Which nodes stay: those whose best path scores more than `above` and at least `least`. */
export interface Bar {
  /** Exclusive. */
  readonly above: number;
  /** Inclusive. */
  readonly least: number;
}

/** The degenerate lattice of one sentence at a time. */
export interface DegenerateSearch {
  /** Starts on a lattice with one active label a position. */
  reset(lattice: Lattice): void;
  /** The path of a beam of width 1 through the lattice. */
  greedy(work: Work): Path | undefined;
  /** A pass, in which all nodes stay if there is no bar. */
  run(isForward: boolean, work: Work, bar: Bar | undefined): PassResult;
  /** The best path of the last pass, or its best over labels; a group is a node ≥ L. */
  follow(isForward: boolean, overLabels: boolean): Int32Array;
  /** Splits groups: those of the path that was followed last, or all. */
  expand(isUniform: boolean, bar: Bar | undefined): void;
  /** See `Decode.place`. */
  place?(lattice: Lattice): void;
}

/** A search without kernels. Cost: O((L + log L)²). */
export function plainSearch(model: Model, labelPaths: LabelPaths): DegenerateSearch {
  const degenerate = degenerateModel(model);
  const columns = new DegenerateColumns(degenerate);
  const pass = new DegeneratePass(degenerate, columns, labelPaths);
  const greedy = beam.prepare(model, { width: 1 });
  let lattice: Lattice;
  let path: Int32Array;
  const kept = (bar: Bar | undefined) =>
    bar === undefined ? undefined : (slot: number) => {
      const best = columns.bestThrough(slot);
      return best > bar.above && best >= bar.least;
    };
  return {
    reset(of) {
      lattice = of;
      columns.reset(lattice);
    },
    greedy(work) {
      const own = newWork();
      const [found] = greedy(lattice, 1, own).paths;
      work.nodeExpansions += own.nodeExpansions;
      work.edgeEvaluations += own.edgeEvaluations;
      return found;
    },
    run: (isForward, work, bar) => pass.run(isForward, work, kept(bar)),
    follow: (isForward, overLabels) => path = pass.follow(isForward, overLabels),
    expand(isUniform, bar) {
      const isKept = kept(bar) ?? keepAll;
      for (let t = 0; t < lattice.length; t++) {
        if (isUniform || path[t]! >= model.labelCount) columns.expand(t, isKept);
      }
    },
  };
}

function keepAll(): boolean {
  return true;
}
