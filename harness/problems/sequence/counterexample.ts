/**
 * Lattices that a decoder gets wrong, as groups with their model.
 *
 * @module
 */

import { prepared } from "../../../decoders/tagging/prepared.ts";
import type { Decoder } from "../../../decoders/contract.ts";
import type { Lattice, Model } from "../../../decoders/lattice.ts";
import viterbi from "../../../decoders/viterbi.ts";
import type { Opening } from "../contract.ts";
import { counterexamples, type JudgeGroup } from "../counterexample.ts";
import { openDataset } from "./discover.ts";
import { defectOf, trueScores, verifyAnswer } from "./judge.ts";
import { loadLattices, selectPart, writeLattices } from "./lattice_file.ts";
import type { SequenceSample } from "./sample.ts";

/** Lattices of one model, which are made when they are asked for. */
interface Lattices {
  readonly model: Model;
  readonly count: number;
  lattice(sentence: number): Lattice;
}

/** The parts of a lattice are its positions and labels. */
export const wrongPaths = counterexamples<SequenceSample, Lattices, Decoder>({
  reference: viterbi.name,
  load: async (pack) => listed(await loadLattices(pack)),
  async find(pack, { limit, space: _space, ...reading }) {
    const { model, lengths, lattice } = await openDataset(pack, reading, limit);
    const count = Math.min(limit ?? Infinity, lengths.length);
    return { group: { model, count, lattice }, count };
  },
  of: listed,
  pick: ({ model, lattice }, sentences) => ({
    model,
    count: sentences.length,
    lattice: (sentence) => lattice(sentences[sentence]!),
  }),
  sizes: ({ model, lattice }) => ({ positions: lattice(0).length, labels: model.labelCount }),
  select: ({ model, lattice }, part) => {
    const [selected, own] = selectPart(model, lattice(0), part);
    return listed({ model: selected, lattices: [own] });
  },
  write: (path, title, { model, count, lattice }) =>
    writeLattices(path, title, model, Array.from({ length: count }, (_, i) => lattice(i))),
  judge: judgeWith,
});

function listed(
  { model, lattices }: { readonly model: Model; readonly lattices: readonly Lattice[] },
): Lattices {
  return { model, count: lattices.length, lattice: (sentence) => lattices[sentence]! };
}

/** Compares the k best paths with those of dense Viterbi; both lists of scores are shown. */
function judgeWith(decoder: Decoder, { options, k }: Opening): JudgeGroup<Lattices> {
  return ({ model, lattice: latticeOf }) => {
    const decode = prepared(decoder, model, options);
    const decodeReference = prepared(viterbi, model);
    return (sentence) => {
      const lattice = latticeOf(sentence);
      const best = trueScores(model, lattice, decodeReference(lattice, k).paths);
      const { paths } = decode(lattice, k);
      return {
        defect: defectOf(verifyAnswer(model, lattice, k, paths, best), decoder.exact),
        shown: () => [
          paths.map(({ score, labels }) => `${score} (${Array.from(labels)})`).join(", ") || "none",
          best.join(", ") || "none",
        ],
      };
    };
  };
}
