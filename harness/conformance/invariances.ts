/**
 * Changes to an instance that change the scores of its paths in a known way. They need no oracle,
 * so they also hold for lattices that are too large for one.
 *
 * All of them need exact sums: elsewhere another order of additions may round otherwise.
 *
 * @module
 */

import type { Decoder, Options } from "../../decoders/contract.ts";
import { seededRandom } from "./generators.ts";
import { answer } from "./answers.ts";
import { copyOf, type Instance, showInstance } from "./instance.ts";

/** A change to an instance. */
export interface Invariance {
  /** What is changed, for the name of a case. */
  readonly name: string;
  /** The changed instance. */
  readonly change: (instance: Instance) => Instance;
  /** What the change adds to the score of each path of a sentence of T positions. */
  readonly shift: (length: number) => number;
}

/** All changes under which the answers of exact decoders are checked. */
export const INVARIANCES: readonly Invariance[] = [
  { name: "labels in another order", change: permuteLabels, shift: () => 0 },
  { name: "reversed time", change: reverseTime, shift: () => 0 },
  {
    name: "a constant added at each position",
    change: addConstants,
    shift: (length) =>
      Array.from({ length }, (_, t) => constantAt(t)).reduce((sum, constant) => sum + constant),
  },
  { name: "offsets moved from transitions to emissions", change: centre, shift: () => 0 },
];

/**
 * Decodes every sentence of an instance before and after the change: the scores differ by the
 * shift.
 *
 * @throws {Error} If they do not; the message shows the changed instance.
 */
export function checkInvariance(
  { change, shift }: Invariance,
  decoder: Decoder,
  options: Options,
  instance: Instance,
): void {
  const changed = change(instance);
  const { model, lattices } = copyOf(instance);
  const decode = decoder.prepare(model, options);
  const decodeChanged = decoder.prepare(changed.model, options);
  lattices.forEach((lattice, sentence) => {
    const before = answer(decode, lattice, instance.k).scores;
    const after = answer(decodeChanged, changed.lattices[sentence]!, instance.k).scores;
    const expected = before.map((score) => score + shift(lattice.length));
    if (expected.join() !== after.join()) {
      throw new Error(
        `other scores in sentence ${sentence} after the change\n` +
          `expected scores = [${expected.join(", ")}]\ngot scores      = [${after.join(", ")}]\n` +
          `after the change:\n${showInstance(changed)}\nbefore the change:`,
      );
    }
  });
}

function permuteLabels(instance: Instance): Instance {
  const order = shuffled(instance.model.labelCount);
  return mapped(
    instance,
    (score, x, y) => score(order[x]!, order[y]!),
    (score, t, y) => score(t, order[y]!),
  );
}

function reverseTime(instance: Instance): Instance {
  return mapped(
    instance,
    (score, x, y) => score(y, x),
    (score, t, y, length) => score(length - 1 - t, y),
  );
}

function addConstants(instance: Instance): Instance {
  const same: Change = (score, x, y) => score(x, y);
  return larger(mapped(instance, same, (score, t, y) => score(t, y) + constantAt(t)));
}

/** Eighths between −5 and 5, in no order. */
function constantAt(t: number): number {
  return ((t * 29 + 11) % 81 - 40) / 8;
}

/**
 * Transition centring: with u(x) = max over y of e(x, y) and v(y) = max over x of e(x, y) − u(x),
 * e(x, y) becomes e(x, y) − u(x) − v(y), and u and v are added to the emissions before and after.
 */
function centre(instance: Instance): Instance {
  const { labelCount, transitions } = instance.model;
  const labels = Array.from({ length: labelCount }, (_, label) => label);
  const rowOffsets = labels.map((x) =>
    finiteMaximum(labels.map((y) => transitions[x * labelCount + y]!))
  );
  const columnOffsets = labels.map((y) =>
    finiteMaximum(labels.map((x) => transitions[x * labelCount + y]! - rowOffsets[x]!))
  );
  return larger(mapped(
    instance,
    (score, x, y) => score(x, y) - rowOffsets[x]! - columnOffsets[y]!,
    (score, t, y, length) =>
      score(t, y) + (t < length - 1 ? rowOffsets[y]! : 0) + (t > 0 ? columnOffsets[y]! : 0),
  ));
}

/** Sums that need more bits than those of the instance. */
function larger({ model, ...rest }: Instance): Instance {
  return { model: { ...model, float32Exact: false }, ...rest };
}

/** The maximum, or 0 where all are forbidden: nothing can be moved out of a row of −∞. */
function finiteMaximum(scores: number[]): number {
  const maximum = Math.max(...scores);
  return maximum === -Infinity ? 0 : maximum;
}

/** The same permutation of 0 … count−1 on each call; the identity only for one label. */
function shuffled(count: number): number[] {
  const random = seededRandom(count);
  const order = Array.from({ length: count }, (_, index) => index);
  // Sattolo's shuffle: one cycle, so that no label stays where it was.
  for (let last = count - 1; last > 0; last--) {
    const other = random.integer(0, last - 1);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

/** A score, by row and column of a table of so many rows, from those that the table had. */
type Change = (
  score: (row: number, column: number) => number,
  row: number,
  column: number,
  rows: number,
) => number;

/** The instance with other transitions and emissions. */
function mapped({ model, lattices, k }: Instance, edge: Change, node: Change): Instance {
  const { labelCount } = model;
  const table = (scores: ArrayLike<number>, rows: number, change: Change) => {
    const score = (row: number, column: number) => scores[row * labelCount + column]!;
    return Float64Array.from(
      { length: rows * labelCount },
      (_, i) => change(score, Math.floor(i / labelCount), i % labelCount, rows),
    );
  };
  return {
    model: { ...model, transitions: table(model.transitions, labelCount, edge) },
    lattices: lattices.map(({ length, emissions }) => ({
      length,
      emissions: table(emissions, length, node),
    })),
    k,
  };
}
