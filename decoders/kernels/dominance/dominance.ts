/**
 * Forward dominance over a sentence by kernels, and by their plain twins.
 *
 * @module
 */

import { NONE, tell, type Watched } from "../../chain/observer.ts";
import type { Arena } from "../arena.ts";
import { BLOCK } from "../rows.ts";
import { Sweep } from "./sweep.ts";
import { GIVEN_UP } from "./tables.ts";
import { Family, type InArena } from "../family.ts";
import BINARY from "./binary.json" with { type: "json" };

/** The sweep goes on from the left while it has so few labels for each position of the sentence. */
const FEW = 8;

/**
 * Suffixes are bounded over so many positions between two sweeps: over more, the bounds are too
 * coarse.
 */
const NEAR = 8;

/** So few labels are listed all the same: it takes no time. */
const LISTED = 128;

/**
 * Fills the tables' `labels` and `prefixes` with the kept labels of each position and their prefix
 * scores, `ends` with where each position's end, and `path` and `score` with the best path.
 *
 * For what is kept and why that is exact see `PROOFS.md` of the decoders. Values are computed of
 * the blocks of 16 labels that may hold a survivor:
 *
 * - `byRow`: up to four sources are relaxed into all labels. Of more, the two best ones are, and
 *   the others only into blocks that these leave open.
 * - Otherwise: into the blocks that the label with the highest bound does not dominate. A source is
 *   relaxed only into those for which its own prefix suffices.
 *
 * Where that would be half of all edges or more, or where more than seven eighths of the labels are
 * sources, the dense step computes them.
 *
 * With two tables, the second for transposed transitions, a sweep from the right begins when the
 * one from the left has more than 8·T labels, or half of all and a block: in a short sentence, for
 * in a long one there soon are few again. Then the one goes on that has fewer, until no position
 * lies between them. If both have so many labels while one to eight positions do, bounds drop some
 * of them: see `SuffixBounds`. At the end the labels of the side that has fewer are relaxed as if
 * into a last position, in which the values of the other side are the emissions; the best label
 * there is the one that the best path has.
 *
 * @param backward tables of the sweep from the right; 0 for a sweep from the left alone, at whose
 *   last position the best label alone is kept, the smallest of several
 * @param own address of the emissions, a row a position
 * @param mayGiveUp 1 to stop where the dense step alone seems faster: when no more than a quarter
 *   of the positions, but two, are done, on average more than half of the labels were kept, and
 *   more than half and a block are at the last position of each side
 * @param isNew 1 to begin; 0 to go on
 * @returns T; 0 if no path is left; −1 if something is `missing` from one of the tables: when that
 *   has been made, the sweep can go on where it stopped; GIVEN_UP
 */
function dominanceSweep(
  arena: Arena,
  forward: number,
  backward: number,
  own: number,
  length: number,
  tolerance: number,
  mayGiveUp: number,
  isNew: number,
): number {
  const left = new Sweep(arena, forward, tolerance);
  const right = backward === 0 ? undefined : new Sweep(arena, backward, tolerance);
  if (isNew === 1) {
    left.begin();
    right?.begin();
  }
  const watched = arena.watched && watchedSweep(arena.watched, left, right);
  const result = sweepFromEnds(left, right, own, length, tolerance, mayGiveUp === 1, watched);
  if (result !== -1) left.addCounts(right);
  return result;
}

function sweepFromEnds(
  left: Sweep,
  right: Sweep | undefined,
  own: number,
  length: number,
  tolerance: number,
  mayGiveUp: boolean,
  watched: Watched | undefined,
): number {
  let isRightTold: boolean | undefined;
  const row = (t: number) => own / 8 + t * left.width;
  const done = () => right?.position ?? 0;
  const few = Math.min(FEW * length, Math.max(BLOCK, left.labelCount >> 1));
  // Many labels that a side is met with need not be listed: its values are enough.
  const canCount = right !== undefined && left.isByRow && left.labelCount > LISTED;
  const listed = canCount ? few : Infinity;
  while (left.position + done() < length) {
    const sides = right === undefined ? [left] : [left, right];
    if (mayGiveUp && isInVain(sides, length)) {
      for (const side of sides) side.giveUp();
      return GIVEN_UP;
    }
    const between = length - left.position - done();
    const haveMany = left.isByRow && left.count > few && right !== undefined && right.count > few;
    if (haveMany && !left.bounds.isFound && between <= NEAR) {
      bound(left, right, own / 8, length, tolerance, few, watched);
      continue;
    }
    // The side goes on that has fewer sources; the right one begins when the left one has many.
    const isRight = right !== undefined && left.count > few &&
      (right.position === 0 || right.count < left.count);
    const side = isRight ? right : left;
    const t = isRight ? length - 1 - right.position : left.position;
    side.list();
    const isLast = !isRight && t === length - 1;
    if (watched !== undefined && isRight !== isRightTold) {
      isRightTold = isRight;
      tell(watched, "iteration", Number(isRight), watched.iterations);
    }
    const kept = side.advance(row(t), listed, isLast);
    if (kept <= 0) return kept;
    if (watched !== undefined) side.tell(t, row(t), isLast, watched);
    if (side.bounds.isFound) side.drop(t, watched);
  }
  if (done() > 0) {
    const kept = left.join(right!);
    return kept > 0 ? length : kept;
  }
  left.finish();
  return length;
}

/** What is told with the edges of sweeps that have not been added up yet. */
function watchedSweep(work: Watched, left: Sweep, right: Sweep | undefined): Watched {
  return {
    observer: work.observer,
    iterations: work.iterations + 1,
    get edgeEvaluations() {
      return work.edgeEvaluations + left.edgeEvaluations + (right?.edgeEvaluations ?? 0);
    },
  };
}

/**
 * Bounds what lies between two sweeps, and drops labels of the left one, and of the right one if it
 * still has many.
 */
function bound(
  left: Sweep,
  right: Sweep,
  own: number,
  length: number,
  tolerance: number,
  few: number,
  watched: Watched | undefined,
): void {
  const step = left.width;
  const last = own + (length - 1) * step;
  const one = left.bounds.greedyScore(right.bounds, length, own, step);
  const other = right.bounds.greedyScore(left.bounds, length, last, -step);
  const lowerBound = Math.max(one, other) - tolerance;
  if (watched !== undefined) tell(watched, "lower", NONE, Math.max(one, other));
  left.bounds.lowerBound = lowerBound;
  left.bounds.find(right.bounds, length, last, step);
  left.drop(left.position - 1, watched);
  if (left.count <= few) return;
  right.bounds.lowerBound = lowerBound;
  right.bounds.find(left.bounds, length, own, -step);
  right.drop(length - right.position, watched);
}

/**
 * Whether all sides have kept more than half of the labels, and did so on average of at least two
 * positions, which were no more than a quarter.
 */
function isInVain(sides: readonly Sweep[], length: number): boolean {
  const done = sides.reduce((sum, { position }) => sum + position, 0);
  const kept = sides.reduce((sum, { end }) => sum + end, 0);
  return done >= 2 && 4 * done <= length && sides.every((side) => side.hasMany) &&
    2 * kept > done * sides[0]!.labelCount;
}

/**
 * row[y] = max over z of ( e(y, z) − e(m, z) ): by so much at most the best continuation of y is
 * better than that of m. −∞ where no edge leaves y, and in the padding; +∞ where an edge leaves y
 * but not m. Cost: L² edges.
 *
 * @param edges address of the transitions, L rows padded with −∞
 * @param row address that receives a row
 */
function advantages(
  arena: Arena,
  edges: number,
  m: number,
  labelCount: number,
  blocks: number,
  row: number,
): void {
  const scores = arena.doubles;
  const width = blocks * BLOCK;
  const other = edges / 8 + m * width;
  for (let y = 0; y < width; y++) {
    let most = -Infinity;
    if (y < labelCount) {
      const from = edges / 8 + y * width;
      for (let z = 0; z < labelCount; z++) {
        // −∞ − (−∞) is NaN, and never the larger one.
        const difference = scores[from + z]! - scores[other + z]!;
        if (difference > most) most = difference;
      }
    }
    scores[row / 8 + y] = most;
  }
}

const twins = { advantages, dominanceSweep };

/** Kernels of forward dominance: see the functions above. */
export type DominanceKernels = {
  readonly [Name in keyof typeof twins]: InArena<typeof twins[Name]>;
};

/** The kernels, for arenas of either kind. */
export const DOMINANCE: Family<DominanceKernels> = /* @__PURE__ */ new Family<DominanceKernels>(
  BINARY,
  twins,
);
