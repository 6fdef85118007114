/**
 * Arrays for the labels of paths, cheaper than the engine's own.
 *
 * @module
 */

/** Labels in a slab: 8 KiB, so that a path that is kept holds little of what is not. */
const SLAB_LABELS = 2048;

let slab = /* @__PURE__ */ new Int32Array(SLAB_LABELS);
let used = 0;

/**
 * An array of zeros for so many labels: a part of a slab that is shared with the arrays before and
 * after it. A view is much cheaper to make than a typed array with memory of its own, which can
 * take as long as decoding a short sentence of few labels.
 *
 * Nobody else writes to it, and the slab is freed when none of its arrays is referred to any more.
 * Who transfers its buffer takes the neighbours along: clone or copy it instead.
 *
 * @throws RangeError for what is no length: a fraction would stay in the slab for everyone
 */
export function newLabels(length: number): Int32Array {
  if (!(Number.isInteger(length) && length >= 0)) {
    throw new RangeError(`Cannot label this number of positions: ${length}`);
  }
  if (length > SLAB_LABELS / 8) return new Int32Array(length);
  if (used + length > SLAB_LABELS) {
    slab = /* @__PURE__ */ new Int32Array(SLAB_LABELS);
    used = 0;
  }
  const labels = new Int32Array(slab.buffer, 4 * used, length);
  used += length;
  return labels;
}

/** The labels that kernels wrote at an index. */
export function copyLabels(integers: Int32Array, from: number, length: number): Int32Array {
  const labels = newLabels(length);
  // Faster than `set`, for sentences.
  for (let t = 0; t < length; t++) labels[t] = integers[from + t]!;
  return labels;
}
