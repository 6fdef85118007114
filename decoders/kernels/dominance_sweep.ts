/**
 * Forward dominance over a sentence: the twin of `assembly/dominance.as`.
 *
 * @module
 */

import type { Arena } from "./arena.ts";
import { BLOCK } from "./layout.ts";
import { Sweep } from "./sweep.ts";
import { GIVEN_UP } from "./sweep_tables.ts";

/** The sweep goes on from the left while it has so few labels for each position of the sentence. */
const FEW = 8;

/**
 * Fills the tables' `labels` and `prefixes` with the kept labels of each position and their prefix
 * scores, `ends` with where each position's end, and `path` and `score` with the best path.
 *
 * For what is kept and why that is exact see `decoders/dominance.ts`. Values are computed of the
 * blocks of 16 labels that may hold a survivor:
 *
 * `byRow`: up to four sources are relaxed into all labels, for that is cheaper than to look where
 * they matter. Of more, the row of the best source gives v₀(y) ≤ v(y), and m₀ = argmax v₀. From any other source
 * y has at most u(y) = a₂ + colMax(y) + n(y), a₂ the second best prefix. If v₀(y) and u(y), each plus
 * D(m₀, y), are below v₀(m₀) ≤ v(m₀), label m₀ dominates y. The other sources are only relaxed into the
 * blocks that are left, and of these into the ones in which their own prefix, instead of a₂, reaches v₀(m₀).
 *
 * Otherwise: y has at most a* + colMax(y) + n(y), a* the best prefix. If that plus rowMax(y) is below v(z) +
 * rowMin(z) for some z of the block with the highest bound, z is better than y whatever comes next. Again each
 * source is only relaxed into the blocks for which its own prefix suffices.
 *
 * Where that would be half of all edges or more, or where more than seven eighths of the labels are
 * sources, the dense step computes them.
 *
 * With two tables, the second for transposed transitions, a sweep from the right begins when the one
 * from the left has more than 8·T labels, or half of all and a block: in a short sentence, for in a long one there
 * soon are few again. Then the one goes on that has fewer, until they meet. The best edge between their labels
 * makes the path.
 *
 * @param backward tables of the sweep from the right; 0 for a sweep from the left alone, at whose last
 *   position the best label alone is kept, the smallest of several
 * @param own address of the emissions, a row a position
 * @param mayGiveUp 1 to stop where the dense step alone seems faster: when no more than a quarter of the positions,
 *   but two, are done, on average more than half of the labels were kept, and more than half and a block
 *   are at the last position of each side
 * @returns T; 0 if no path is left; −1 if something is `missing` from one of the tables: when that has
 *   been made, the sweep goes on where it stopped; GIVEN_UP
 */
export function dominanceSweep(
  arena: Arena,
  forward: number,
  backward: number,
  own: number,
  length: number,
  tolerance: number,
  mayGiveUp: number,
): number {
  const left = new Sweep(arena, forward, tolerance);
  const right = backward === 0 ? undefined : new Sweep(arena, backward, tolerance);
  const result = sweepFromEnds(left, right, own, length, mayGiveUp === 1);
  // All labels kept were relaxed but those of the last position, and in a join those too.
  const isJoined = result > 0 && (right?.position ?? 0) > 0;
  left.nodeExpansions = (isJoined ? left.end : left.start) + (right?.start ?? 0);
  return result;
}

function sweepFromEnds(
  left: Sweep,
  right: Sweep | undefined,
  own: number,
  length: number,
  mayGiveUp: boolean,
): number {
  const row = (t: number) => own / 8 + t * left.width;
  const done = () => right?.position ?? 0;
  const few = Math.min(FEW * length, Math.max(BLOCK, left.labelCount >> 1));
  while (left.position + done() < length) {
    if (mayGiveUp && isInVain(right === undefined ? [left] : [left, right], length)) {
      return GIVEN_UP;
    }
    // The side goes on that has fewer sources; the right one begins when the left one has many.
    const isRight = right !== undefined && left.count > few &&
      (right.position === 0 || right.count < left.count);
    const t = isRight ? length - 1 - right.position : left.position;
    const kept = isRight ? right.advance(row(t), false) : left.advance(row(t), t === length - 1);
    if (kept <= 0) return kept;
  }
  if (done() > 0) return left.join(right!) ? length : 0;
  left.finish();
  return length;
}

/**
 * Whether all sides have kept more than half of the labels, and did so on average of at least two positions,
 * which were no more than a quarter.
 */
function isInVain(sides: readonly Sweep[], length: number): boolean {
  const done = sides.reduce((sum, { position }) => sum + position, 0);
  const kept = sides.reduce((sum, { end }) => sum + end, 0);
  return done >= 2 && 4 * done <= length && sides.every((side) => side.hasMany) &&
    2 * kept > done * sides[0]!.labelCount;
}
