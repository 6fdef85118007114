/**
 * Shrinking a sentence of a file that a decoder gets wrong.
 *
 * @module
 */

import { prepared } from "../../../decoders/tagging/prepared.ts";
import viterbi from "../../../decoders/viterbi.ts";
import type { Opening } from "../contract.ts";
import { loadLattices } from "./lattice_file.ts";
import { importDecoder } from "./open.ts";
import { type Case, type Selection, shrink } from "./shrink.ts";
import { defectOf, trueScores, verifyAnswer } from "./verify.ts";

/** The part of a sentence that is still wrong; null if the sentence is right on its own. */
export async function shrinkSentence(
  { pack, url, options, k }: Opening,
  sentence: number,
): Promise<Selection | null> {
  const { model, lattices } = await loadLattices(pack);
  const decoder = await importDecoder(url);
  const isWrong = ({ model, lattice }: Case) => {
    const found = prepared(viterbi, model)(lattice, k).paths;
    const reference = trueScores(model, lattice, found);
    const { paths } = prepared(decoder, model, options)(lattice, k);
    const finding = verifyAnswer(model, lattice, k, paths, reference);
    return defectOf(finding, decoder.exact) !== "";
  };
  const whole = { model, lattice: lattices[sentence]! };
  return isWrong(whole) ? shrink(whole, isWrong) : null;
}
