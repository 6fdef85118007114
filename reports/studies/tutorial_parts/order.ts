/**
 * Must batches be sorted by length?
 *
 * @module
 */

import { prepared } from "../../../decoders/chain/prepared.ts";
import { type Lattice, scorePath } from "../../../decoders/lattice.ts";
import viterbi from "../../../decoders/viterbi.ts";
import { pad, unpad } from "../../../datasets/batch.ts";
import { Random } from "../../../datasets/random.ts";
import { type Measured, measuredOn, type Subject } from "./measurement.ts";
import { printedModel } from "./printed_model.ts";
import { printedViterbi } from "./printed_viterbi.ts";

/** Sentences of a batch, and orders that each batch is put into. */
const BATCH = 8;
const ORDERS = 4;

/** Finds a path of each sentence of a batch. */
type Rule = (batch: readonly Lattice[]) => readonly Int32Array[];

/**
 * Sentences of batches that are answered with a path that is not a best one, by the printed rule
 * and by ours: sorted by length, the longest first, and in random orders.
 */
export function measureOrder({ model, lattices, seed }: Subject): Measured[] {
  const random = new Random(seed, 4);
  const printed = printedModel(model);
  const decode = prepared(viterbi, model);
  const rules: Readonly<Record<string, Rule>> = {
    printed: (batch) =>
      printedViterbi(printed, pad(batch, model.labelCount), batch.map(({ length }) => length))
        .map(({ labels }, i) => labels.subarray(0, batch[i]!.length)),
    ours: (batch) => {
      const { emissions, shape } = pad(batch, model.labelCount);
      return unpad(emissions, shape, { lengths: batch.map(({ length }) => length) })
        .map((lattice) => decode(lattice).paths[0]!.labels);
    },
  };
  const best = new Map(lattices.map((one) => [one, decode(one).paths[0]!.score]));
  const sorted: Lattice[][] = [];
  for (let i = 0; i < lattices.length; i += BATCH) {
    // Neighbours are of like length: a batch takes every n-th sentence.
    const step = Math.ceil(lattices.length / BATCH);
    const batch = lattices.filter((_, at) => at % step === i / BATCH);
    if (batch.length > 0) sorted.push(batch.toSorted((a, b) => b.length - a.length));
  }
  const orders = {
    "longest first": sorted,
    "any order": sorted.flatMap((batch) =>
      Array.from({ length: ORDERS }, () => random.shuffle([...batch]))
    ),
  };
  return Object.entries(rules).flatMap(([rule, find]) =>
    Object.entries(orders).map(([order, batches]) => {
      let wrong = 0;
      for (const batch of batches) {
        find(batch).forEach((labels, i) => {
          const isKnown = labels.every((label) => label < model.labelCount);
          const isBest = isKnown && scorePath(model, batch[i]!, labels) === best.get(batch[i]!);
          wrong += Number(!isBest);
        });
      }
      const line = measuredOn(batches.flat().length, `${rule}, ${order}`);
      return line("paths that are not the best", wrong, "sentences");
    })
  );
}
