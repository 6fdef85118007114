/**
 * What must hold of the other ways to ask a prepared decoder: batches, emissions in float32 and
 * rows in its own memory.
 *
 * @module
 */

import {
  type Decode,
  type Decoder,
  newWork,
  type Options,
  takesFloat32,
} from "../../decoders/contract.ts";
import { type Answer, answer, checkSame } from "./answers.ts";
import { copyOf, type Instance } from "./instance.ts";

/**
 * Decodes the sentences together, with emissions in float32, and in rows that the decoder reserves,
 * where it does that: answers and counts are those of single calls in float64. Memory that is given
 * back harms nobody else.
 *
 * @throws {Error} If not.
 */
export function checkForms(decoder: Decoder, options: Options, instance: Instance): void {
  const { model, lattices, k } = copyOf(instance);
  const decode = decoder.prepare(model, options);
  const singles = lattices.map((lattice) => answer(decode, lattice, k));
  if (decode.batch !== undefined) {
    const works = lattices.map(newWork);
    const together = decode.batch(lattices, k, works);
    lattices.forEach((lattice, sentence) => {
      const found: Decode = (_lattice, _k, work) => {
        Object.assign(work, works[sentence]);
        return together[sentence]!;
      };
      checkSame(decoder, singles[sentence]!, answer(found, lattice, k), sentence, "in a batch");
    });
  }
  if (takesFloat32(decode)) {
    lattices.forEach(({ length, emissions: scores }, sentence) => {
      const emissions = Float32Array.from(scores);
      const wide = { length, emissions: Float64Array.from(emissions) };
      const narrow: Decode = (_lattice, k, work) => decode({ length, emissions }, k, work);
      checkSame(decoder, answer(decode, wide, k), answer(narrow, wide, k), sentence, "in float32");
    });
  }
  checkReserved(decoder, decode, copyOf(instance), singles);
  const other = decoder.prepare(model, options);
  decode.dispose?.();
  lattices.forEach((lattice, sentence) => {
    const after = answer(other, lattice, k);
    checkSame(decoder, singles[sentence]!, after, sentence, "after another was disposed of");
  });
}

/**
 * Writes the sentences one after another into reserved rows and decodes them, the last one first.
 */
function checkReserved(
  decoder: Decoder,
  decode: Decode,
  { model: { labelCount }, lattices, k }: Instance,
  singles: readonly Answer[],
): void {
  const positions = lattices.reduce((sum, { length }) => sum + length, 0);
  const block = decode.reserve?.(positions, true);
  if (block === undefined) return;
  const { scores, stride } = block;
  let end = 0;
  const starts = lattices.map(({ length, emissions }) => {
    for (let t = 0; t < length; t++) {
      const row = emissions.subarray(t * labelCount, (t + 1) * labelCount);
      scores.set(row, (end + t) * stride);
    }
    return (end += length) - length;
  });
  for (let sentence = lattices.length - 1; sentence >= 0; sentence--) {
    const { length } = lattices[sentence]!;
    const found = answer(decode, block.lattice(starts[sentence]!, length), k);
    checkSame(decoder, singles[sentence]!, found, sentence, "in reserved rows");
  }
  if (block.scores.buffer !== scores.buffer) throw new Error("lasting rows have moved");
}
