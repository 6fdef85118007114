/**
 * Replaying a decoder on a pack, beside dense Viterbi.
 *
 * @module
 */

import { prepared } from "../../../decoders/tagging/prepared.ts";
import viterbi from "../../../decoders/viterbi.ts";
import { variantName } from "../../decoders/variant.ts";
import type { Opening, Replayed, ReplayOptions } from "../contract.ts";
import { openDataset } from "./discover.ts";
import { importDecoder } from "./open.ts";
import { defectOf, trueScores, verifyAnswer } from "./verify.ts";

/**
 * Compares a decoder's k best paths with those of dense Viterbi: both lists of scores are shown.
 */
export async function replay(
  { pack, url, options, k }: Opening,
  { begin, limit, ...reading }: ReplayOptions = {},
): Promise<Replayed> {
  const decoder = await importDecoder(url);
  const name = variantName(decoder, options);
  const { model, lengths, lattice } = await openDataset(pack, reading, limit);
  const count = Math.min(limit ?? Infinity, lengths.length);
  const decode = prepared(decoder, model, options);
  const decodeReference = prepared(viterbi, model);
  const differences: string[] = [];
  for (let sentence = 0; sentence < count; sentence++) {
    begin?.(sentence, count);
    const best = decodeReference(lattice(sentence), k).paths;
    const reference = trueScores(model, lattice(sentence), best);
    const { paths } = decode(lattice(sentence), k);
    const finding = verifyAnswer(model, lattice(sentence), k, paths, reference);
    const defect = defectOf(finding, decoder.exact);
    if (defect === "") continue;
    const scores = paths.map(({ score, labels }) => `${score} (${Array.from(labels)})`);
    differences.push(
      `sentence ${sentence}: ${defect}; ${name}: ${scores.join(", ") || "none"}; ` +
        `viterbi: ${reference.join(", ") || "none"}`,
    );
  }
  return { sentences: count, differences };
}
