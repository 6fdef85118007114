/**
 * The fastest exact decoder for the case at hand.
 *
 * @module
 */

import { blockDecode } from "./block_skip.ts";
import type { Decoder } from "./contract.ts";
import { KERNEL } from "./chain/options.ts";
import { openArena } from "./kernels/arena.ts";
import { sweepDecode } from "./dominance.ts";
import { type PlacedDecode, Placement } from "./kernels/scores/placement.ts";
import { holdsMatrices, plainDecode } from "./kernels/dense/dense_viterbi.ts";
import { findDiagonals } from "./kernels/diagonals/diagonals.ts";
import { placeTransitions } from "./kernels/edges/transitions.ts";
import { diagonalDecode } from "./k_best/diagonal_decode.ts";
import { pairDecode } from "./pairs/paths.ts";

const SWEEP = { bound: "late", ends: "auto", ties: "left" } as const;

/**
 * Fewer sentences than these, of a model of fewer labels, pay block skipping's tables and not those
 * of a sweep; the tables of many labels are the same to both.
 */
const FEW_SENTENCES = 2000;
const MANY_LABELS = 1024;

/** Block skipping that takes more of the dense edges is left: a sweep gives up earlier. */
const SKIPPED_SHARE = 1 / 8;

/**
 * Matrices of L×L scores that a sweep can come to, with its rows of advantages and the panels of a
 * dense step, and those of block skipping with the deviations of further paths.
 */
const SWEEP_MATRICES = 3.25;
const BLOCK_MATRICES = 2.5;
/** What the deviations of further paths take where transitions are a band, a third for the band. */
const BAND_MATRICES = 4 / 3;

/** Options of the automatic choice. */
export const OPTIONS = {
  expect: { default: 0, minimum: 0, meaning: "how many sentences will come; 0 if unknown" },
  kernel: { ...KERNEL, default: "simd" },
} as const;

/**
 * Picks a decoder, with SIMD: for k = 1 forward dominance, which looks at each position how many
 * labels can matter and takes a dense step where too many can; for k > 1 `block-skip`, whose scores
 * of all labels leave little to do for each further path.
 *
 * Where transitions are finite on few diagonals alone, as in a band, steps over these are dense
 * (`kernels/diagonals`): there a label dominates another only if it reaches all that this one does,
 * so that a sweep leaves nothing out.
 *
 * What a sweep prepares is made late, when it is worth it. Rows of advantages, L² edges each,
 * and the tables of the second side are made when doing without has cost as many edges, up to a
 * constant. So both together take at most a small multiple of the edges of the better choice,
 * however many sentences come. If few are expected, of fewer than 1,024 labels, they are decoded by
 * `block-skip` as long as that passes over seven eighths of the edges and they are few. A first
 * batch says how many to expect, if the option does not. Decisions are by counts, never by a clock.
 *
 * Pairs that depend on the position leave nothing to prepare: they are decoded as `viterbi` does.
 *
 * Where the tables would not fit into the 2 GiB of an arena, from some 8,800 labels on in float64
 * and 12,500 in float32 (for several paths 7,200 and 10,200), it is plain dense Viterbi.
 *
 * Exact, because all of them are. Ties: for k = 1 the path of dense Viterbi, whatever was decoded
 * before; for k > 1 any. Cost: that of the decoder that is picked. What is not
 * picked is not prepared; transitions and lattices are placed once for both. `PROOFS.md` says more.
 *
 * Source: our own.
 */
const auto: Decoder<typeof OPTIONS> = {
  name: "auto",
  title: "Automatic choice",
  source: "Trellis",
  exact: true,
  maxK: Infinity,
  adaptive: true,
  pairs: true,
  options: OPTIONS,
  prepare(model, { expect, kernel }) {
    const { labelCount } = model;
    if (model.hasPairs) return pairDecode(model);
    const placement = new Placement(openArena(kernel, model.float32Exact), labelCount);
    let transitions: ReturnType<typeof placeTransitions> | undefined;
    let sweep: PlacedDecode | undefined;
    let blocks: PlacedDecode | undefined;
    const place = () => transitions ??= placeTransitions(placement.arena, model);
    // Decided now, for both together: answers must not depend on what was decoded before.
    const holds = (matrices: number) => holdsMatrices(placement.arena, labelCount, matrices);
    const isSwept = holds(SWEEP_MATRICES);
    // The transitions are placed once for both.
    const isSkipped = holds(BLOCK_MATRICES + (isSwept ? SWEEP_MATRICES - 1 : 0));
    const byBlocks = () =>
      blocks ??= isSkipped ? blockDecode(model, placement, place()) : plainDecode(model);
    const bySweep = () =>
      sweep ??= isSwept
        ? sweepDecode(model, SWEEP, placement, undefined, place())
        : plainDecode(model);
    const diagonals = findDiagonals(model.transitions, labelCount);
    const deviates = diagonals !== undefined && holds(BAND_MATRICES);
    const banded = diagonals && diagonalDecode(model, diagonals, placement);
    const areFew = (count: number) => count < FEW_SENTENCES && labelCount < MANY_LABELS;
    let isSkipping = expect > 0 && areFew(expect);
    /** Sentences that were skipped through, and the edges that this took beyond its share. */
    let skipped = 0;
    let extra = 0;

    const decode = placement.placedDecode((lattice, k, work) => {
      if (banded !== undefined && (k === 1 || deviates)) return banded(lattice, k, work);
      if (k > 1) return byBlocks()(lattice, k, work);
      if (!isSkipping) return (sweep ?? bySweep())(lattice, 1, work);
      const before = work.edgeEvaluations;
      const { paths } = byBlocks()(lattice, 1, work);
      const edges = work.edgeEvaluations - before;
      extra += edges - SKIPPED_SHARE * (lattice.length - 1) * labelCount ** 2;
      isSkipping = extra <= labelCount ** 2 && areFew(++skipped);
      return { paths };
    });
    decode.expect = (sentences) => {
      // Unless it was said how many come in all, or a sweep is prepared.
      if (expect === 0 && sweep === undefined && skipped === 0) isSkipping = areFew(sentences);
    };
    return decode;
  },
};
export default auto;
