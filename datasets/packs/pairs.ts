/**
 * Packs whose scores of pairs depend on the position.
 *
 * @module
 */

import { PAIRED, POTENTIALS } from "./lattice_schema.ts";
import { Reading } from "./schema.ts";
import { tensor, type TensorFile } from "./tensors.ts";

/**
 * A file of potentials as torch-struct has them, φ_t(y_t, y_{t−1}) with the label first, as a dense
 * pack: the same scores as `pairs`, which have the previous label first, and emissions of 0.
 * Potentials behind a sentence are not read.
 *
 * @throws SyntaxError, TypeError or RangeError naming the file, tensor and sentence
 */
export function fromPotentials(file: TensorFile, source: string): TensorFile {
  const reading = new Reading(POTENTIALS, file, source);
  for (const other of ["emissions", "transitions", "pairs"]) {
    if (!file.tensors.has(other)) continue;
    throw new SyntaxError(
      `Cannot use tensor "${other}" of ${source}: "log_potentials" holds all scores`,
    );
  }
  const { shape } = reading.tensor("log_potentials");
  const [sentences, steps, L] = shape as [number, number, number];
  // Without any score a shape can say any number of sentences.
  if (shape.includes(0)) {
    throw reading.refused("log_potentials", `its shape is [${shape}], no scores`);
  }
  const potentials = reading.numbers("log_potentials") as Float64Array;
  const lengths = file.tensors.has("lengths")
    ? reading.numbers("lengths") as Int32Array
    : new Int32Array(sentences).fill(steps + 1);
  lengths.forEach((length, b) => {
    if (length >= 1 && length <= steps + 1) return;
    throw reading.refused(
      "lengths",
      `sentence ${b} has length ${length}, the potentials ${steps + 1} positions`,
    );
  });
  const positions = lengths.reduce((sum, length) => sum + length, 0);
  const pairs = new Float64Array(positions * L * L);
  let first = 0;
  lengths.forEach((length, b) => {
    for (let t = 1; t < length; t++) {
      const [from, to] = [(b * steps + t - 1) * L * L, (first + t) * L * L];
      for (let y = 0; y < L; y++) {
        for (let x = 0; x < L; x++) pairs[to + x * L + y] = potentials[from + y * L + x]!;
      }
    }
    first += length;
  });
  const tensors = new Map(file.tensors);
  tensors.delete("log_potentials");
  tensors.set("emissions", tensor(new Float64Array(positions * L), [positions, L]));
  tensors.set("lengths", tensor(lengths));
  tensors.set("pairs", tensor(pairs, [positions, L, L]));
  return { ...file, tensors };
}

/**
 * The pairs of a dense pack, with its transitions added, if it has any; N×L×L, 0 at the first
 * position of each sentence, where nothing is read.
 *
 * @param starts where each sentence begins, and the end of the last one
 * @param read checks the scores of a tensor that has been read
 * @throws SyntaxError, TypeError or RangeError naming the file, tensor, index and value
 */
export function readPairs(
  file: TensorFile,
  source: string,
  starts: Int32Array,
  read: (name: string, scores: Float64Array) => Float64Array,
): Float64Array {
  const reading = new Reading(PAIRED, file, source);
  const [, L] = reading.tensor("emissions").shape as [number, number];
  if (file.tensors.has("label_components")) {
    throw new SyntaxError(`Cannot use tensor "pairs" of ${source} with "label_components"`);
  }
  const pairs = reading.numbers("pairs") as Float64Array;
  for (const start of starts.subarray(0, -1)) pairs.fill(0, start * L * L, (start + 1) * L * L);
  read("pairs", pairs);
  if (!file.tensors.has("transitions")) return pairs;
  const transitions = read("transitions", reading.numbers("transitions") as Float64Array);
  for (let sentence = 0; sentence + 1 < starts.length; sentence++) {
    for (let t = starts[sentence]! + 1; t < starts[sentence + 1]!; t++) {
      for (let edge = 0, at = t * L * L; edge < L * L; edge++, at++) {
        const sum = pairs[at]! + transitions[edge]!;
        const isFinite = Math.min(pairs[at]!, transitions[edge]!) > -Infinity;
        if (isFinite && !Number.isFinite(sum)) {
          throw reading.refused("pairs", `index ${at} is ${pairs[at]}, too large for a sum`);
        }
        pairs[at] = sum;
      }
    }
  }
  return pairs;
}
