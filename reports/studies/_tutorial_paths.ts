/**
 * The tutorial's claims about Viterbi decoding, put to sentences: its work, whether it may leave
 * out exp and log, and the score of its path.
 *
 * @module
 */

import { prepared } from "../../decoders/tagging/prepared.ts";
import { type Decoder, newWork } from "../../decoders/contract.ts";
import { type Lattice, type Model, scorePath } from "../../decoders/lattice.ts";
import { exp, log } from "../../decoders/kernels/probability/exp.ts";
import { pathProbabilities } from "../../decoders/tagging/path_probabilities.ts";
import viterbi from "../../decoders/viterbi.ts";
import { total } from "../numbers/statistics.ts";
import { count, type Measured, measuredOn, type Subject } from "./_tutorial_measure.ts";
import { bestOf } from "./_tutorial_printed.ts";

/** Paths whose order is looked at. */
const PATHS = 5;

/**
 * Does Viterbi take m·|S|²? Edges that it evaluates, (T−1)·L² of the sentences, and what other
 * exact decoders take.
 */
export function measureViterbi({ model, lattices }: Subject, decoders: readonly Decoder[]) {
  const lineBy = (name: string) => measuredOn(lattices.length, name);
  const steps = total(lattices, ({ length }) => length - 1);
  const edgesOf = (decoder: Decoder): number => {
    const [decode, work] = [prepared(decoder, model), newWork()];
    for (const lattice of lattices) decode(lattice, 1, work);
    return work.edgeEvaluations;
  };
  const others = decoders.filter(({ exact, name }) => exact && name !== viterbi.name);
  return [
    lineBy("")("(T−1)·L²", steps * model.labelCount ** 2, "edges"),
    lineBy("")("edges of Viterbi", edgesOf(viterbi), "edges"),
    ...others.map((own) => lineBy(own.name)("edges of an exact decoder", edgesOf(own), "edges")),
  ];
}

/**
 * May Viterbi leave out exp and log? Sentences whose path is worth less where each maximum is taken
 * of e^q and its logarithm is taken after, as the recursion has it; those of them in which some e^q
 * is 0 or ∞ apart. And sentences whose five best paths by score are not in order by probability.
 */
export function measureDropping({ model, lattices }: Subject): Measured[] {
  const decode = prepared(viterbi, model);
  const probable = pathProbabilities(model);
  const found = lattices.map((lattice) => {
    const { labels, isInRange } = viterbiWithExp(model, lattice);
    const isWorse = scorePath(model, lattice, labels) !== decode(lattice, 1).paths[0]!.score;
    return { isInRange, isWorse };
  });
  const disordered = count(lattices, (lattice) => {
    const values = probable(lattice, PATHS).paths.map(({ logProbability }) => logProbability);
    return values.some(({ value, error }, i) =>
      i > 0 && value - error > values[i - 1]!.value + values[i - 1]!.error
    );
  });
  const lineOf = (isIn: boolean, condition: string) => {
    const own = found.filter(({ isInRange }) => isInRange === isIn);
    const worse = count(own, ({ isWorse }) => isWorse);
    return measuredOn(own.length, condition)("paths worth less", worse, "sentences");
  };
  return [
    lineOf(true, "all e^q in range"),
    lineOf(false, "some e^q out of range"),
    measuredOn(lattices.length)("five best paths in another order", disordered, "sentences"),
  ];
}

/** α_t(y) = n_t(y) + ln max_x e^(e(x, y) + α_{t−1}(x)), and the best path by it. */
function viterbiWithExp({ labelCount, transitions }: Model, { length, emissions }: Lattice) {
  const back = new Int32Array(length * labelCount);
  let isInRange = true;
  let alpha = emissions.slice(0, labelCount);
  for (let t = 1; t < length; t++) {
    const [before, next] = [alpha, new Float64Array(labelCount)];
    for (let y = 0; y < labelCount; y++) {
      const weightOf = (x: number) => exp(transitions[x * labelCount + y]! + before[x]!);
      const { label, score } = bestOf(labelCount, weightOf);
      isInRange &&= score > 0 && score < Infinity;
      next[y] = emissions[t * labelCount + y]! + log(score);
      back[t * labelCount + y] = label;
    }
    alpha = next;
  }
  const labels = new Int32Array(length);
  let best = bestOf(labelCount, (y) => alpha[y]!).label;
  for (let t = length - 1; t >= 0; t--) {
    labels[t] = best;
    best = back[t * labelCount + best]!;
  }
  return { labels, isInRange };
}

/**
 * Is the score that decoding returns that of its path? Sentences whose score is another after the
 * cast to an integer, which cuts off what is behind the point.
 */
export function measurePathScore({ model, lattices }: Subject): Measured[] {
  const decode = prepared(viterbi, model);
  const scores = lattices.flatMap((lattice) => decode(lattice).paths.map(({ score }) => score));
  const changes = scores.map((score) => Math.abs(score - Math.trunc(score)));
  const line = measuredOn(scores.length);
  return [
    line("scores that the cast changes", count(changes, (change) => change > 0), "sentences"),
    line("largest change of a score", Math.max(...changes), "nats"),
  ];
}
