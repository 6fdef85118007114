/**
 * Is the printed loss a negative log-likelihood?
 *
 * @module
 */

import type { Model } from "../../../decoders/lattice.ts";
import { exp } from "../../../decoders/probability/exp.ts";
import { pad } from "../../../datasets/batch.ts";
import { Random } from "../../../datasets/random.ts";
import { type Measured, measuredOn } from "./measurement.ts";
import { printedForward } from "./printed_forward.ts";
import { type Ends, printedModel } from "./printed_model.ts";

/** Models that are enumerated, and their sizes. */
const MODELS = 20;
const LABELS = 3;
const LENGTH = 4;

/** A score of a path beside those of its emissions and of the transitions within it. */
type Extra = (ends: Ends, labels: readonly number[]) => number;

const NUMERATORS: Readonly<Record<string, Extra>> = {
  "code: with ROOT and EOS": ({ start, end }, labels) => start[labels[0]!]! + end[labels.at(-1)!]!,
  "formula: without ROOT and EOS": () => 0,
};

/**
 * How far Σ e^−NLL over all paths is from 1 on small random models, with ln Z of the printed code
 * and two numerators: that of the code, which has the transitions from ROOT and to EOS, and that of
 * the formula, which has the transitions from one label to the next alone.
 */
export function measurePrintedLoss(seed: number): Measured[] {
  const random = new Random(seed, 2);
  const largest = new Map(Object.keys(NUMERATORS).map((name) => [name, 0]));
  for (let i = 0; i < MODELS; i++) {
    const draw = (count: number) => Float64Array.from({ length: count }, () => random.gaussian());
    const transitions = draw(LABELS ** 2);
    const model = { labelCount: LABELS, transitions, exactSums: false, float32Exact: false };
    const ends = { start: draw(LABELS), end: draw(LABELS) };
    const emissions = draw(LENGTH * LABELS);
    for (const [name, extra] of Object.entries(NUMERATORS)) {
      const change = Math.abs(totalOf(model, emissions, ends, extra) - 1);
      largest.set(name, Math.max(largest.get(name)!, change));
    }
  }
  return [...largest].map(([name, change]) =>
    measuredOn(MODELS, name)("largest |Σ e^−NLL − 1|", change, "")
  );
}

/** Σ over all paths of e^(numerator − ln Z). */
function totalOf(model: Model, emissions: Float64Array, ends: Ends, extra: Extra): number {
  const { transitions } = model;
  const batch = pad([{ length: LENGTH, emissions }], LABELS);
  const [logZ] = printedForward(printedModel(model, ends), batch);
  let total = 0;
  for (let path = 0; path < LABELS ** LENGTH; path++) {
    const labels = Array.from(
      { length: LENGTH },
      (_, t) => Math.floor(path / LABELS ** t) % LABELS,
    );
    const score = labels.reduce((sum, label, t) => {
      const step = t === 0 ? 0 : transitions[labels[t - 1]! * LABELS + label]!;
      return sum + step + emissions[t * LABELS + label]!;
    }, extra(ends, labels));
    total += exp(score - logZ!);
  }
  return total;
}
