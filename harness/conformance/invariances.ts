/**
 * Changes to an instance that change the scores of its paths in a known way. They need no oracle,
 * so they also hold for lattices that are too large for one.
 *
 * All of them need exact sums: elsewhere another order of additions may round otherwise.
 *
 * @module
 */

import type { Decoder, Options } from "../../decoders/contract.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";
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
    shift: (length) => positionConstants(length).reduce((sum, constant) => sum + constant),
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

function permuteLabels({ model, lattices, k }: Instance): Instance {
  const { labelCount } = model;
  const order = shuffled(labelCount);
  return {
    model: {
      ...model,
      transitions: table(
        labelCount,
        labelCount,
        (x, y) => model.transitions[order[x]! * labelCount + order[y]!]!,
      ),
    },
    lattices: lattices.map(({ length, emissions }) => ({
      length,
      emissions: table(length, labelCount, (t, y) => emissions[t * labelCount + order[y]!]!),
    })),
    k,
  };
}

function reverseTime({ model, lattices, k }: Instance): Instance {
  const { labelCount } = model;
  return {
    model: {
      ...model,
      transitions: table(labelCount, labelCount, (x, y) => model.transitions[y * labelCount + x]!),
    },
    lattices: lattices.map(({ length, emissions }) => ({
      length,
      emissions: table(length, labelCount, (t, y) => emissions[(length - 1 - t) * labelCount + y]!),
    })),
    k,
  };
}

function addConstants({ model, lattices, k }: Instance): Instance {
  return {
    model: { ...model, float32Exact: false },
    lattices: lattices.map(({ length, emissions }) => {
      const constants = positionConstants(length);
      return {
        length,
        emissions: table(
          length,
          model.labelCount,
          (t, y) => emissions[t * model.labelCount + y]! + constants[t]!,
        ),
      };
    }),
    k,
  };
}

/** Eighths between −5 and 5, in no order. */
function positionConstants(length: number): number[] {
  return Array.from({ length }, (_, t) => ((t * 29 + 11) % 81 - 40) / 8);
}

/**
 * Transition centring: with u(x) = max over y of e(x, y) and v(y) = max over x of e(x, y) − u(x),
 * e(x, y) becomes e(x, y) − u(x) − v(y), and u and v are added to the emissions before and after.
 */
function centre({ model, lattices, k }: Instance): Instance {
  const { labelCount, transitions } = model;
  const labels = Array.from({ length: labelCount }, (_, label) => label);
  const rowOffsets = labels.map((x) =>
    finiteMaximum(labels.map((y) => transitions[x * labelCount + y]!))
  );
  const columnOffsets = labels.map((y) =>
    finiteMaximum(labels.map((x) => transitions[x * labelCount + y]! - rowOffsets[x]!))
  );
  return {
    model: {
      ...model,
      float32Exact: false,
      transitions: table(
        labelCount,
        labelCount,
        (x, y) => transitions[x * labelCount + y]! - rowOffsets[x]! - columnOffsets[y]!,
      ),
    },
    lattices: lattices.map(({ length, emissions }): Lattice => ({
      length,
      emissions: table(length, labelCount, (t, y) =>
        emissions[t * labelCount + y]! +
        (t < length - 1 ? rowOffsets[y]! : 0) + (t > 0 ? columnOffsets[y]! : 0)),
    })),
    k,
  };
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

function table(
  rows: number,
  columns: number,
  score: (row: number, column: number) => number,
): Model["transitions"] {
  return Float64Array.from(
    { length: rows * columns },
    (_, index) => score(Math.floor(index / columns), index % columns),
  );
}
