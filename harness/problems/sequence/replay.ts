/**
 * Replaying a decoder on a pack, beside dense Viterbi.
 *
 * @module
 */

import { prepared } from "../../../decoders/chain/prepared.ts";
import viterbi from "../../../decoders/viterbi.ts";
import type { Task } from "../../../datasets/task.ts";
import type { Variant } from "../../plan/variant.ts";
import { scoresOf, verifyAnswer } from "./verify.ts";

/**
 * Compares a variant's k best paths with those of dense Viterbi, sentence by sentence.
 *
 * @param begin is told of each sentence before it is decoded
 * @returns a line for each sentence that is wrong: what is, and both lists of scores
 */
export function replay(
  { model, lengths, lattice }: Task,
  variant: Variant,
  k: number,
  begin: (sentence: number) => void = () => {},
): string[] {
  const decode = prepared(variant.decoder, model, variant.options);
  const decodeReference = prepared(viterbi, model);
  const differences: string[] = [];
  for (let sentence = 0; sentence < lengths.length; sentence++) {
    begin(sentence);
    const reference = scoresOf(decodeReference(lattice(sentence), k).paths);
    const { paths } = decode(lattice(sentence), k);
    const { defect, isExact } = verifyAnswer(model, lattice(sentence), k, paths, reference);
    if (defect === "" && (isExact || !variant.decoder.exact)) continue;
    const scores = paths.map(({ score, labels }) => `${score} (${Array.from(labels)})`);
    differences.push(
      `sentence ${sentence}: ${defect || "not the best scores"}; ` +
        `${variant.name}: ${scores.join(", ") || "none"}; viterbi: ${
          reference.join(", ") || "none"
        }`,
    );
  }
  return differences;
}
