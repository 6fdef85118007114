/**
 * Padded batches: sentences of different lengths in one block of B×T×L scores.
 *
 * @module
 */

import { shown } from "../decoders/chain/score_check.ts";
import type { Emissions, Lattice } from "../decoders/lattice.ts";
import { checkList, type MaskRow } from "../decoders/tagging/numbers.ts";
import { type BatchLayout, manySentences } from "../decoders/tagging/sentences.ts";

/** A batch as neural networks have it. */
export interface PaddedBatch<Scores extends Emissions = Float64Array> {
  /** B×T×L, row-major. */
  readonly emissions: Scores;
  /** The shape [B, T, L]. */
  readonly shape: readonly [number, number, number];
  /** B×T: 1 where there is a position, 0 where there is padding. */
  readonly mask: Uint8Array;
}

/**
 * The sentences of a padded batch, in its order. Their emissions are views: padding is never read,
 * whatever is in it, so that a sentence is the same lattice as alone.
 *
 * @param mask which positions count, B×T or B rows; or the lengths of the sentences instead of a
 * mask
 * @throws RangeError naming the sentence if the mask has holes, sizes do not match, or it is empty
 * @throws TypeError for what is no array, and a mask of anything but 0 and 1, true and false
 *
 * @example
 * ```ts
 * import { unpad } from "./batch.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const emissions = Float32Array.of(1, 2, NaN, NaN, 3, 4, 5, 6);
 * const lattices = unpad(emissions, [2, 2, 2], [1, 0, 1, 1]);
 * assertEquals(lattices, [
 *   { length: 1, emissions: Float32Array.of(1, 2) },
 *   { length: 2, emissions: Float32Array.of(3, 4, 5, 6) },
 * ]);
 * ```
 */
export function unpad<Scores extends Emissions>(
  emissions: Scores,
  shape: PaddedBatch["shape"],
  mask: MaskRow | readonly MaskRow[] | Pick<BatchLayout, "lengths">,
): Lattice<Scores>[] {
  if (!(emissions instanceof Float64Array || emissions instanceof Float32Array)) {
    throw new TypeError(
      `Cannot unpad what is no Float64Array or Float32Array: ${shown(emissions)}`,
    );
  }
  const labelCount = shape?.[2];
  if (!(Number.isInteger(labelCount) && labelCount >= 1)) {
    throw new RangeError(`Cannot unpad by a shape without labels, [B, T, L]: ${shown(shape)}`);
  }
  if (typeof mask !== "object" || mask === null) {
    throw new TypeError(`Cannot unpad without a mask or lengths: ${shown(mask)}`);
  }
  const layout = "lengths" in mask ? mask : { mask: mask as MaskRow };
  return manySentences(emissions, { ...layout, shape }, labelCount)
    .map(({ length, offset }, sentence) => {
      if (length === 0) {
        throw new RangeError(`Cannot make a lattice of sentence ${sentence}: it has no positions`);
      }
      const [start, end] = [offset * labelCount, (offset + length) * labelCount];
      return { length, emissions: emissions.subarray(start, end) as Scores };
    });
}

/**
 * Pads lattices to the length of the longest, with zeros. The inverse of `unpad`.
 *
 * @throws RangeError naming the sentence whose emissions are not T×L; T may be 0
 * @throws TypeError naming the sentence of a lattice with pairs, for which a batch has no place, of
 * what is no lattice, and of emissions in anything but a Float64Array or a Float32Array
 */
export function pad(lattices: readonly Lattice<Emissions>[], labelCount: number): PaddedBatch {
  checkList(lattices, "lattices to pad");
  // Not `map`, which passes over holes.
  const all = Array.from(lattices, (lattice, sentence) => padded(lattice, sentence, labelCount));
  const width = all.reduce((longest, { length }) => Math.max(longest, length), 0);
  const emissions = new Float64Array(all.length * width * labelCount);
  const mask = new Uint8Array(all.length * width);
  all.forEach(({ length, emissions: scores }, sentence) => {
    emissions.set(scores, sentence * width * labelCount);
    mask.fill(1, sentence * width, sentence * width + length);
  });
  return { emissions, mask, shape: [all.length, width, labelCount] };
}

/** A lattice that has a place in a batch. @throws as `pad` */
function padded(
  lattice: Lattice<Emissions>,
  sentence: number,
  labelCount: number,
): Lattice<Emissions> {
  const { length, emissions, pairs } = lattice ?? {};
  if (!(emissions instanceof Float64Array || emissions instanceof Float32Array)) {
    throw new TypeError(
      `Cannot pad sentence ${sentence}, no lattice with emissions in a Float64Array or ` +
        `Float32Array: ${shown(lattice && emissions)}`,
    );
  }
  if (pairs !== undefined) throw new TypeError(`Cannot pad the pairs of sentence ${sentence}`);
  const isWhole = Number.isInteger(length) && Number.isInteger(labelCount) && labelCount >= 1;
  if (isWhole && emissions.length === length * labelCount) return { length, emissions };
  throw new RangeError(
    `Cannot pad ${shown(length)} positions and ${shown(labelCount)} labels ` +
      `from so many scores of sentence ${sentence}: ${emissions.length}`,
  );
}
