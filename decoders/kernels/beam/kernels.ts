/**
 * Beam search by kernels.
 *
 * @module
 */

import type { Arena } from "../arena.ts";
import { Family } from "../family.ts";
import BINARY from "./binary.json" with { type: "json" };

/** Rows of scores that `beamSweep` needs as room. */
export const BEAM_ROOM_ROWS = 4;

/** Kernels of beam search. Rows of scores are padded with −∞ to whole blocks. */
export interface BeamKernels {
  /**
   * Fills `labels` and `prefixes` with the `width` best labels of each position and their scores
   * v_t(y) = max over the labels x kept before of ( v_{t−1}(x) + e(x, y) ) + n_t(y), in the order
   * of labels. Ties: the smaller labels are kept. Cost: (T−1)·width·L edges.
   *
   * @param own address of T rows of emissions
   * @param edges address of the transitions, L rows
   * @param width labels kept, at most L
   * @param labels address of T·width integers
   * @param prefixes address of T·width scores
   * @param room address of `BEAM_ROOM_ROWS` rows of scores
   */
  beamSweep(
    own: number,
    length: number,
    edges: number,
    blocks: number,
    width: number,
    labels: number,
    prefixes: number,
    room: number,
  ): void;
  /**
   * Writes the best path through the labels that `beamSweep` kept and returns its score. Writes
   * nothing if the score is −∞. Ties: the smallest label, from the last position backwards. Cost:
   * `width` edges a position.
   *
   * @param path address of T integers
   */
  beamBacktrack(
    length: number,
    edges: number,
    blocks: number,
    width: number,
    labels: number,
    prefixes: number,
    path: number,
  ): number;
}

const FAMILY = new Family<BeamKernels>(BINARY);

/** Opens the kernels in an arena of the kind `simd`. */
export function openBeam(arena: Arena): BeamKernels {
  return FAMILY.open(arena);
}
