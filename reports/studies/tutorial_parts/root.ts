/**
 * Does each path begin at ROOT?
 *
 * @module
 */

import { largestMagnitude, type Lattice, type Model } from "../../../decoders/lattice.ts";
import { pad, type PaddedBatch } from "../../../datasets/batch.ts";
import { type Measured, measuredOn, type Subject } from "./measurement.ts";
import { printedModel } from "./printed_model.ts";
import { printedViterbi } from "./printed_viterbi.ts";

/** A score as large as what stands for “forbidden”. */
const LARGE = 10_000;

/**
 * Sentences whose path, followed back, does not begin at ROOT: on the scores as they are, beside a
 * row of length 0, with scores that reach 10,000, and on a model in which another label ties with
 * ROOT or beats it.
 */
export function measureRoot({ model, lattices }: Subject): Measured[] {
  const sorted = lattices.toSorted((a, b) => b.length - a.length);
  const largest = sorted.reduce(
    (most, { emissions }) => Math.max(most, largestMagnitude(emissions)),
    largestMagnitude(model.transitions),
  );
  const factor = largest === 0 ? 1 : LARGE / largest;
  const scaled = (scores: Float64Array) => scores.map((score) => score * factor);
  const large = { ...model, transitions: scaled(model.transitions) };
  const batch = pad(sorted, model.labelCount);
  const lengths = sorted.map(({ length }) => length);
  return [
    line("scores as they are", model, batch, lengths),
    line("with a row of length 0", model, withEmptyRow(batch), [...lengths, 0]),
    line("scores up to 10,000", large, { ...batch, emissions: scaled(batch.emissions) }, lengths),
  ];
}

/**
 * Two labels, of which the first follows itself so gladly that −10,000 does not keep it from the
 * place of ROOT.
 */
export function measureRootTies(): Measured[] {
  return [["a tie", LARGE], ["a transition of 10,001", LARGE + 1]].map(([name, score]) => {
    const transitions = Float64Array.of(score as number, 0, 0, 0);
    const model = { labelCount: 2, transitions, exactSums: true, float32Exact: true };
    const one: Lattice = { length: 1, emissions: Float64Array.of(1, 0) };
    return line(name as string, model, pad([one], 2), [1]);
  });
}

function line(
  condition: string,
  model: Model,
  batch: PaddedBatch,
  lengths: readonly number[],
): Measured {
  const paths = printedViterbi(printedModel(model), batch, lengths);
  const lost = paths.filter(({ isRooted }) => !isRooted).length;
  return measuredOn(paths.length, condition)("paths that do not begin at ROOT", lost, "sentences");
}

/** One sentence more, without a position. */
function withEmptyRow(
  { emissions, mask, shape: [size, width, labelCount] }: PaddedBatch,
): PaddedBatch {
  const wider = new Float64Array((size + 1) * width * labelCount);
  wider.set(emissions);
  const longer = new Uint8Array((size + 1) * width);
  longer.set(mask);
  return { emissions: wider, mask: longer, shape: [size + 1, width, labelCount] };
}
