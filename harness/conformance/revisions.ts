/**
 * What must hold of a prepared decoder whose model changes.
 *
 * @module
 */

import { type Decoder, isRevisable, type Options } from "../../decoders/contract.ts";
import { answer, checkAnswer, checkSame } from "./answers.ts";
import { copyOf, type Instance } from "./instance.ts";

/** Changes before each sentence, and times that all sentences are decoded. */
const CHANGES = 3;
const ROUNDS = 3;

/**
 * Decodes the sentences in turns while pairs of transitions are exchanged and revised: every answer
 * is that of a freshly prepared decoder, counts included, and right. Decoders that are not
 * `Revisable` promise nothing.
 *
 * @throws {Error} If not.
 */
export function checkRevisions(decoder: Decoder, options: Options, instance: Instance): void {
  const { model, lattices, k } = copyOf(instance);
  const { labelCount, transitions } = model;
  const decode = decoder.prepare(model, options);
  if (!isRevisable(decode)) return;
  let change = 0;
  for (let round = 0; round < ROUNDS; round++) {
    lattices.forEach((lattice, sentence) => {
      for (let i = 0; i < CHANGES; i++, change++) {
        const [one, other] = [7 * change + 1, 11 * change].map((n) => n % transitions.length);
        const score = transitions[one!]!;
        transitions[one!] = transitions[other!]!;
        transitions[other!] = score;
        for (const index of [one!, other!]) {
          decode.revise(Math.floor(index / labelCount), index % labelCount);
        }
      }
      const revised = answer(decode, lattice, k);
      const fresh = answer(decoder.prepare(model, options), lattice, k);
      checkSame(decoder, fresh, revised, sentence, `after ${change} changes of the transitions`);
      // The instance's own references are of the transitions as they were.
      const now = copyOf({ model, lattices: [lattice], k });
      checkAnswer(decoder, now, 0, revised);
    });
  }
}
