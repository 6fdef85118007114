/**
 * Does −10,000 forbid?
 *
 * @module
 */

import { largestMagnitude } from "../../../decoders/lattice.ts";
import { exp } from "../../../decoders/probability/exp.ts";
import { log } from "../../../decoders/probability/log.ts";
import { logPartition } from "../../../decoders/probability/log_partition.ts";
import { type Measured, measuredOn, type Subject } from "./measurement.ts";
import { PRINTED_FORBIDDEN, printedModel } from "./printed_model.ts";

/** A training with weight decay: what a step leaves of a weight that the loss does not pull at. */
const RATE = 0.1;
const DECAY = 1e-3;
/** By how much scores that nobody has centred are lower: by more than twice 10,000. */
const LOWER = 25_000;
/** Steps of such a training. */
const STEPS = [10_000, 50_000, 100_000];

/** A model with other scores than a subject's, and its sentences. */
type Scored = Pick<Subject, "model" | "lattices">;

/**
 * The share of all weight that is on forbidden paths where −10,000 forbids, and the change of ln Z
 * against −∞: of paths through ROOT or EOS, on the scores as they are, with scores that reach
 * ±10,000 themselves, with emissions that are lower, and where weight decay has made the
 * transitions smaller (the emissions of ROOT and EOS are no weights); and of transitions that weigh
 * nothing, which a user might forbid so, likewise.
 */
export function measureForbidding({ model, lattices }: Subject): Measured[] {
  const largest = [model.transitions, ...lattices.map(({ emissions }) => emissions)]
    .reduce((most, scores) => Math.max(most, largestMagnitude(scores)), 0);
  const factor = largest === 0 ? 1 : -PRINTED_FORBIDDEN / largest;
  const mapped = (change: (score: number) => number) =>
    lattices.map(({ length, emissions }) => ({ length, emissions: emissions.map(change) }));
  const large = {
    model: { ...model, transitions: model.transitions.map((score) => score * factor) },
    lattices: mapped((score) => score * factor),
  };
  const low = { model, lattices: mapped((score) => score - LOWER) };
  const ends = "ROOT and EOS";
  const unseen = "transitions of weight 0";
  const decayed = STEPS.map((steps) => ({
    name: `${steps} steps of decay`,
    left: PRINTED_FORBIDDEN * exp(steps * log(1 - RATE * DECAY)),
  }));
  return [
    ...endLines(`${ends}, scores as they are`, { model, lattices }, PRINTED_FORBIDDEN),
    ...endLines(`${ends}, scores up to 10,000`, large, PRINTED_FORBIDDEN),
    ...endLines(`${ends}, emissions lower by ${LOWER}`, low, PRINTED_FORBIDDEN),
    ...decayed.slice(-1).flatMap(({ name, left }) =>
      endLines(`${ends}, ${name}`, { model, lattices }, left)
    ),
    ...unseenLines(`${unseen}, scores as they are`, { model, lattices }, PRINTED_FORBIDDEN),
    ...decayed.flatMap(({ name, left }) =>
      unseenLines(`${unseen}, ${name}`, { model, lattices }, left)
    ),
  ];
}

/** ROOT and EOS as printed, against the model without them. */
function endLines(condition: string, scored: Scored, forbidden: number): Measured[] {
  const own = scored.model.labelCount;
  const { labelCount, root, end, transitions } = printedModel(scored.model, undefined, forbidden);
  const wide = scored.lattices.map(({ length, emissions }) => {
    const wider = new Float64Array(length * labelCount).fill(PRINTED_FORBIDDEN);
    for (let t = 0; t < length; t++) {
      wider.set(emissions.subarray(t * own, (t + 1) * own), t * labelCount);
    }
    for (let y = 0; y < labelCount; y++) {
      wider[y]! += transitions[root * labelCount + y]!;
      wider[(length - 1) * labelCount + y]! += transitions[y * labelCount + end]!;
    }
    return { length, emissions: wider };
  });
  const loose = { model: { ...scored.model, labelCount, transitions }, lattices: wide };
  return leakLines(condition, loose, scored, forbidden);
}

/** All transitions of weight 0 forbidden, against −∞ in their place. */
function unseenLines(
  condition: string,
  { model, lattices }: Scored,
  forbidden: number,
): Measured[] {
  const withScore = (score: number) => ({
    model: { ...model, transitions: model.transitions.map((own) => own === 0 ? score : own) },
    lattices,
  });
  return leakLines(condition, withScore(forbidden), withScore(-Infinity), forbidden);
}

/** What forbidden paths weigh in one of two models, of which the other has none of them. */
function leakLines(condition: string, loose: Scored, tight: Scored, forbidden: number): Measured[] {
  const [withScore, without] = [loose, tight].map(({ model: { labelCount, transitions } }) =>
    logPartition({ labelCount, transitions, exactSums: false, float32Exact: false })
  );
  let [changed, largest, mass] = [0, 0, 0];
  tight.lattices.forEach((lattice, i) => {
    const [one, other] = [withScore!(loose.lattices[i]!), without!(lattice)];
    const change = Math.abs(one.value - other.value);
    changed += Number(!(change <= one.error + other.error));
    largest = Math.max(largest, change);
    mass = Math.max(mass, 1 - exp(other.value - one.value));
  });
  const line = measuredOn(tight.lattices.length, condition);
  return [
    line("what stands for −∞ in transitions", forbidden, "nats"),
    line("log Z changed beyond its error", changed, "sentences"),
    line("largest change of log Z", largest, "nats"),
    line("largest forbidden mass", mass, "of all"),
  ];
}
