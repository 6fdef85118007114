/**
 * Does Viterbi take m·|S|²?
 *
 * @module
 */

import { prepared } from "../../../decoders/chain/prepared.ts";
import { type Decoder, newWork } from "../../../decoders/contract.ts";
import viterbi from "../../../decoders/viterbi.ts";
import { type Measured, measuredOn, type Subject } from "./measurement.ts";

/** Edges that Viterbi evaluates, (T−1)·L² of the sentences, and what other exact decoders take. */
export function measureViterbi(
  { model, lattices }: Subject,
  decoders: readonly Decoder[],
): Measured[] {
  const line = measuredOn(lattices.length);
  const square = model.labelCount ** 2;
  const steps = lattices.reduce((sum, { length }) => sum + length - 1, 0);
  const edgesOf = (decoder: Decoder): number => {
    const [decode, work] = [prepared(decoder, model), newWork()];
    for (const lattice of lattices) decode(lattice, 1, work);
    return work.edgeEvaluations;
  };
  const others = decoders.filter(({ exact, name }) => exact && name !== viterbi.name);
  return [
    line("(T−1)·L²", steps * square, "edges"),
    line("edges of Viterbi", edgesOf(viterbi), "edges"),
    ...others.map((decoder) => ({
      ...line("edges of an exact decoder", edgesOf(decoder), "edges"),
      condition: decoder.name,
    })),
  ];
}
