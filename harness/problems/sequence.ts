/**
 * The best label sequences of a chain: dense Viterbi is the baseline and the reference,
 * also for lattices that a decoder gets wrong.
 *
 * @module
 */

import type { Opening, Problem } from "./contract.ts";
import {
  check,
  defectOf,
  leastWork,
  type ReturnedPath,
  trueScores,
  verifyAnswer,
} from "./sequence/judge.ts";
import { openDataset, resolveDataset } from "./sequence/discover.ts";
import { describeDecoders } from "../decoders/discover.ts";
import { readAnswer, readPaths } from "./sequence/answers.ts";
import type { SequenceSample } from "./sequence/sample.ts";
import { counterexamples, type JudgeGroup, type Part } from "./counterexample.ts";
import { prepared } from "../../decoders/tagging/prepared.ts";
import type { Decoder } from "../../decoders/contract.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";
import viterbi from "../../decoders/viterbi.ts";
import { loadLattices, selectPart, writeLattices } from "./sequence/lattice_file.ts";

/** Lattices of one model, which are made when they are asked for. */
interface Lattices {
  readonly model: Model;
  readonly count: number;
  lattice(sentence: number): Lattice;
}

/** The parts of a lattice are its positions and labels. */
const wrongPaths = counterexamples<SequenceSample, Lattices, Decoder>({
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

/** An answer is a list of paths, best first. */
const sequence: Problem<SequenceSample, readonly ReturnedPath[], Part> = {
  name: "sequence",
  baseline: "viterbi",
  reference: "viterbi",
  decoders: () => describeDecoders("sequence"),
  resolve: resolveDataset,
  opener: new URL("./sequence/open.ts", import.meta.url).href,
  readAnswer,
  readSheet: (parts, { lengths, size }, k) => readPaths(parts, lengths, size, k),
  check,
  leastWork: ({ lengths, size }, { exact }, sentence, paths) =>
    leastWork(lengths[sentence]!, size, paths.length, exact),
  ...wrongPaths,
};
export default sequence;
