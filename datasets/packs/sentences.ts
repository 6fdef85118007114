/**
 * Sentences that are concatenated: where each starts.
 *
 * @module
 */

/** The sentence that a position of the concatenated sentences belongs to. */
export function sentenceAt(starts: Int32Array, position: number): number {
  return starts.findLastIndex((start) => start <= position);
}

/**
 * Where each sentence starts: the prefix sums of the lengths, with the total at the end.
 */
export function sentenceStarts(lengths: Int32Array): Int32Array {
  const starts = new Int32Array(lengths.length + 1);
  lengths.forEach((length, sentence) => starts[sentence + 1] = starts[sentence]! + length);
  return starts;
}
