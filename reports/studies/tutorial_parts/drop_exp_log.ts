/**
 * May Viterbi leave out exp and log?
 *
 * @module
 */

import { prepared } from "../../../decoders/chain/prepared.ts";
import { type Lattice, type Model, scorePath } from "../../../decoders/lattice.ts";
import { exp } from "../../../decoders/probability/exp.ts";
import { log } from "../../../decoders/probability/log.ts";
import { pathProbabilities } from "../../../decoders/probability/path_probabilities.ts";
import viterbi from "../../../decoders/viterbi.ts";
import { type Measured, measuredOn, type Subject } from "./measurement.ts";

/** Paths whose order is looked at. */
const PATHS = 5;

/**
 * Sentences whose path is worth less where each maximum is taken of e^q and its logarithm is taken
 * after, as the recursion has it; those of them in which some e^q is 0 or ∞ apart. And sentences
 * whose five best paths by score are not in order by probability.
 */
export function measureDropping({ model, lattices }: Subject): Measured[] {
  const decode = prepared(viterbi, model);
  const probable = pathProbabilities(model);
  let [inRange, worse, lost, disordered] = [0, 0, 0, 0];
  for (const lattice of lattices) {
    const { labels, isInRange } = viterbiWithExp(model, lattice);
    const [best] = decode(lattice, 1).paths;
    inRange += Number(isInRange);
    const isWorse = scorePath(model, lattice, labels) !== best!.score;
    if (isInRange) worse += Number(isWorse);
    else lost += Number(isWorse);
    const found = probable(lattice, PATHS).paths.map(({ logProbability }) => logProbability);
    disordered += Number(
      found.some(({ value, error }, i) =>
        i > 0 && value - error > found[i - 1]!.value + found[i - 1]!.error
      ),
    );
  }
  const line = measuredOn(lattices.length);
  const out = lattices.length - inRange;
  return [
    measuredOn(inRange, "all e^q in range")("paths worth less", worse, "sentences"),
    measuredOn(out, "some e^q out of range")("paths worth less", lost, "sentences"),
    line("five best paths in another order", disordered, "sentences"),
  ];
}

/** α_t(y) = n_t(y) + ln max_x e^(e(x, y) + α_{t−1}(x)), and the best path by it. */
function viterbiWithExp(
  { labelCount, transitions }: Model,
  { length, emissions }: Lattice,
): { readonly labels: Int32Array; readonly isInRange: boolean } {
  const back = new Int32Array(length * labelCount);
  let isInRange = true;
  let alpha = emissions.slice(0, labelCount);
  for (let t = 1; t < length; t++) {
    const next = new Float64Array(labelCount);
    for (let y = 0; y < labelCount; y++) {
      let [most, before] = [-1, 0];
      for (let x = 0; x < labelCount; x++) {
        const weight = exp(transitions[x * labelCount + y]! + alpha[x]!);
        if (weight > most) [most, before] = [weight, x];
      }
      isInRange &&= most > 0 && most < Infinity;
      next[y] = emissions[t * labelCount + y]! + log(most);
      back[t * labelCount + y] = before;
    }
    alpha = next;
  }
  const labels = new Int32Array(length);
  let best = 0;
  for (let y = 1; y < labelCount; y++) if (alpha[y]! > alpha[best]!) best = y;
  for (let t = length - 1; t >= 0; t--) {
    labels[t] = best;
    best = back[t * labelCount + best]!;
  }
  return { labels, isInRange };
}
