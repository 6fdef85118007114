/**
 * What must hold of the other ways to ask a prepared decoder: batches and emissions in float32.
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
import { answer, checkSame } from "./answers.ts";
import { copyOf, type Instance } from "./instance.ts";

/**
 * Decodes the sentences together, and with emissions in float32, where the decoder does that:
 * answers and counts are those of single calls in float64. Memory that is given back harms nobody
 * else.
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
  const other = decoder.prepare(model, options);
  decode.dispose?.();
  lattices.forEach((lattice, sentence) => {
    const after = answer(other, lattice, k);
    checkSame(decoder, singles[sentence]!, after, sentence, "after another was disposed of");
  });
}
