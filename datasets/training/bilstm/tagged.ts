/**
 * Lattices of what a network says of sentences.
 *
 * @module
 */

import { tensor, type TensorFile } from "../../packs/safetensors.ts";
import { sentenceStarts } from "../../task.ts";
import type { BilstmNetwork, EncodedSentence } from "./network.ts";

/** Scores are rounded to multiples of this: a score of a pack is exact in every sum. */
const UNIT = 2 ** -10;
/** Scores are no larger: all sums of a sentence stay far below what is exact in float64. */
const LARGEST = 2 ** 10;

/**
 * A dense pack of sentences: emissions, transitions, start and end scores, all rounded to 2⁻¹⁰,
 * and the right labels.
 *
 * @param batch sentences that the network takes at once
 * @throws RangeError naming the score if it is not finite or above 1,024
 */
export async function taggedFile(
  network: BilstmNetwork,
  sentences: readonly EncodedSentence[],
  batch: number,
  metadata: Readonly<Record<string, string>> = {},
): Promise<TensorFile> {
  const [transitions, start, end] = network.crf.parameters;
  const L = start.values.length;
  const lengths = Int32Array.from(sentences, ({ words }) => words.length);
  const starts = sentenceStarts(lengths);
  const emissions = new Float32Array(starts.at(-1)! * L);
  // Sentences of about the same length leave little padding.
  const order = Array.from(lengths, (_, i) => i).sort((a, b) => lengths[a]! - lengths[b]! || a - b);
  for (let first = 0; first < order.length; first += batch) {
    const own = order.slice(first, first + batch);
    const found = await network.emissions(own.map((i) => sentences[i]!));
    let at = 0;
    for (const i of own) {
      const size = lengths[i]! * L;
      emissions.set(found.subarray(at, at + size), starts[i]! * L);
      at += size;
    }
  }
  const gold = new Int32Array(starts.at(-1)!);
  sentences.forEach((sentence, i) => gold.set(sentence.gold, starts[i]!));
  return {
    metadata,
    tensors: new Map([
      ["emissions", tensor(rounded(emissions, "emission"), [gold.length, L])],
      ["lengths", tensor(lengths)],
      ["transitions", tensor(rounded(transitions.values, "transition"), [L, L])],
      ["start_transitions", tensor(rounded(start.values, "start score"))],
      ["end_transitions", tensor(rounded(end.values, "end score"))],
      ["gold", tensor(gold)],
    ]),
  };
}

function rounded(values: Float32Array, what: string): Float32Array<ArrayBuffer> {
  return Float32Array.from(values, (value, i) => {
    if (!(Math.abs(value) <= LARGEST)) {
      throw new RangeError(`Cannot pack ${what} ${i} of a network: ${value}`);
    }
    return Math.round(value / UNIT) * UNIT;
  });
}
