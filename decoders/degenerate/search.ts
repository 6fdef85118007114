/**
 * What iterative Viterbi and iterative Viterbi A* do with a degenerate lattice, in TypeScript.
 *
 * @module
 */

import { beamDecode, plainBeam } from "../chain/beam.ts";
import { type Decode, newWork, type Work } from "../contract.ts";
import { type DegenerateModel, degenerateModel } from "./model.ts";
import { DegenerateColumns } from "./columns.ts";
import { DegeneratePass, type LabelPaths, type PassResult } from "./pass.ts";
import type { Lattice, Model, Path } from "../lattice.ts";
import type { PrefixLattice } from "../k_best/predecessors.ts";

/** Which nodes stay: those whose best path scores more than `above` and at least `least`. */
export interface Bar {
  /** Exclusive. */
  readonly above: number;
  /** Inclusive. */
  readonly least: number;
}

/** The degenerate lattice of one sentence at a time. A group is a node ≥ L. */
export interface DegenerateSearch {
  /** A beam of that width over the labels; prepared when it is first asked for. */
  beam(width: number): Decode;
  /** Starts on a lattice with one active label a position. */
  reset(lattice: Lattice): void;
  /** A pass, in which all nodes stay if there is no bar. */
  run(isForward: boolean, work: Work, bar: Bar | undefined): PassResult;
  /**
   * Labels of the position where the last pass, of that direction, ended, into which it knows a
   * path over labels that scores more than `above`; best first.
   */
  ends(isForward: boolean, above: number): number[];
  /**
   * The best path of the last pass, or its best over labels; that into the node `end` if there is
   * one.
   */
  follow(isForward: boolean, overLabels: boolean, end?: number): Int32Array;
  /** The nodes of a position that are left, in ascending order. */
  nodesAt(position: number): Int32Array;
  /** The nodes that are left with the best prefixes, from the side of the last pass. */
  prefixes(isForward: boolean): PrefixLattice;
  /** Splits the groups of the positions where one of some paths has a group, or all. */
  expand(paths: readonly Int32Array[] | undefined, bar: Bar | undefined): void;
  /** See `Decode.place`. */
  place?(lattice: Lattice): void;
}

/** Paths of a beam over the labels, whose edges and nodes are counted but not as an iteration. */
export function beamPaths(
  search: DegenerateSearch,
  lattice: Lattice,
  width: number,
  k: number,
  work: Work,
): readonly Path[] {
  const own = newWork();
  const { paths } = search.beam(width)(lattice, k, own);
  work.nodeExpansions += own.nodeExpansions;
  work.edgeEvaluations += own.edgeEvaluations;
  return paths;
}

/** A search without kernels. Cost: O((L + log L)²) if the groups are to be made. */
export function plainSearch(
  model: Model,
  labelPaths: LabelPaths,
  degenerate: DegenerateModel = degenerateModel(model),
): DegenerateSearch {
  const { labelCount } = model;
  const columns = new DegenerateColumns(degenerate);
  const pass = new DegeneratePass(degenerate, columns, labelPaths);
  const beams = new Map<number, Decode>();
  let scores = new Float64Array(0);
  const kept = (bar: Bar | undefined) =>
    bar === undefined ? undefined : (slot: number) => {
      const best = columns.bestThrough(slot);
      return best > bar.above && best >= bar.least;
    };
  return {
    beam(width) {
      let decode = beams.get(width);
      if (decode === undefined) {
        const kept = Math.min(width, labelCount);
        beams.set(width, decode = beamDecode(model, kept, plainBeam(model, kept)));
      }
      return decode;
    },
    reset: (lattice) => columns.reset(lattice),
    run: (isForward, work, bar) => pass.run(isForward, work, kept(bar)),
    ends: (isForward, above) => pass.ends(isForward, above),
    follow: (isForward, overLabels, end) => pass.follow(isForward, overLabels, end),
    nodesAt(t) {
      const start = t * labelCount;
      return columns.nodes.subarray(start, start + columns.counts[t]!);
    },
    prefixes(isForward) {
      const { length, counts, nodes, own } = columns;
      const { reach } = isForward ? columns.before : columns.after;
      if (scores.length < nodes.length) scores = new Float64Array(nodes.length);
      for (let t = 0; t < length; t++) {
        const start = t * labelCount;
        for (let slot = start; slot < start + counts[t]!; slot++) {
          scores[slot] = reach[slot]! + own[slot]!;
        }
      }
      return { length, counts, nodes, own, prefixes: scores, isForward };
    },
    expand(paths, bar) {
      const isKept = kept(bar) ?? keepAll;
      for (let t = 0; t < columns.length; t++) {
        if (paths === undefined || paths.some((nodes) => nodes[t]! >= labelCount)) {
          columns.expand(t, isKept);
        }
      }
    },
  };
}

function keepAll(): boolean {
  return true;
}
