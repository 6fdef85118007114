/**
 * Does logsumexp make the partition function stable?
 *
 * @module
 */

import type { Lattice, Model } from "../../../decoders/lattice.ts";
import { exp } from "../../../decoders/probability/exp.ts";
import { forwardRecursion } from "./forward_recursions.ts";
import { type Measured, measuredOn, type Subject } from "./measurement.ts";
import { plainLogsumexp, printedLogsumexp } from "./printed_logsumexp.ts";

/** Positions after which plain products are given up looking at. */
const LONGEST = 5000;
/** Scores of a network that nobody has centred. */
const OFFSET = 400;

/**
 * The position at which plain products are first 0 or ∞ at all labels or at one, on the sentences
 * one after another; values of ln Z that are not finite without the shift and with it, on the
 * scores as they are and a constant higher.
 */
export function measureStability({ model, lattices }: Subject): Measured[] {
  const chain = joinedLattice(model, lattices);
  const all = measuredOn(lattices.length);
  const ways = { "without the shift": plainLogsumexp, "with the shift": printedLogsumexp };
  const scores = {
    "scores as they are": lattices,
    [`scores ${OFFSET} higher`]: lattices.map(({ length, emissions }) => ({
      length,
      emissions: emissions.map((score) => score + OFFSET),
    })),
  };
  return [
    all("positions of the longest chain looked at", chain.length, "positions"),
    all("positions before plain products are 0 or ∞", plainLimit(model, chain), "positions"),
    ...Object.entries(ways).flatMap(([way, logSum]) =>
      Object.entries(scores).map(([which, lattices]) => {
        const broken = lattices.filter((lattice) =>
          !Number.isFinite(forwardRecursion(model, lattice, "alpha-hat", logSum).value)
        );
        const line = measuredOn(lattices.length, `${way}, ${which}`);
        return line("log Z not finite", broken.length, "sentences");
      })
    ),
  ];
}

/** What the printed function makes of a row in which everything is forbidden. */
export function measureEmptyRow(): Measured[] {
  const found = printedLogsumexp(new Float64Array(3).fill(-Infinity));
  return [
    measuredOn(1, "a row of −∞")(
      "results that are not numbers",
      Number(Number.isNaN(found)),
      "rows",
    ),
  ];
}

/** Sentences one after another as one chain, cut at a length. */
function joinedLattice({ labelCount }: Model, lattices: readonly Lattice[]): Lattice {
  const emissions = new Float64Array(LONGEST * labelCount);
  let length = 0;
  for (let i = 0; length < LONGEST; i++) {
    const own = lattices[i % lattices.length]!;
    const fits = Math.min(own.length, LONGEST - length);
    emissions.set(own.emissions.subarray(0, fits * labelCount), length * labelCount);
    length += fits;
  }
  return { length, emissions };
}

/** Positions before Σ of the plain products is 0 or not finite; all if that never happens. */
function plainLimit({ labelCount, transitions }: Model, { length, emissions }: Lattice): number {
  const weights = transitions.map(exp);
  let alpha = emissions.slice(0, labelCount).map(exp);
  for (let t = 1; t < length; t++) {
    const next = new Float64Array(labelCount);
    for (let x = 0, edge = 0; x < labelCount; x++) {
      for (let y = 0; y < labelCount; y++, edge++) next[y]! += alpha[x]! * weights[edge]!;
    }
    let sum = 0;
    for (let y = 0; y < labelCount; y++) sum += next[y]! *= exp(emissions[t * labelCount + y]!);
    if (!(sum > 0 && sum < Infinity)) return t;
    alpha = next;
  }
  return length;
}
