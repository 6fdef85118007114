/**
 * Shrinking a lattice that a decoder gets wrong.
 *
 * @module
 */

import type { Lattice, Model } from "../../../decoders/lattice.ts";
import { selectLabels } from "../../../datasets/packs/product.ts";
import { minimize } from "../minimize.ts";

/** A lattice with its model. */
export interface Case {
  readonly model: Model;
  readonly lattice: Lattice;
}

/** Which positions and labels of a lattice are left. */
export interface Selection {
  readonly positions: readonly number[];
  readonly labels: readonly number[];
}

/** Whether a selection can be one of a lattice: some of its positions and labels, in order. */
export function isSelection(told: unknown, { model, lattice }: Case): told is Selection {
  const { positions, labels }: Partial<Selection> = { ...told as object };
  return isRising(positions, lattice.length) && isRising(labels, model.labelCount);
}

function isRising(items: unknown, end: number): items is number[] {
  return Array.isArray(items) && items.length > 0 &&
    items.every((item, i) =>
      Number.isInteger(item) && item < end && item > (i === 0 ? -1 : items[i - 1])
    );
}

/** The part of a lattice with only some positions and labels, in their order. */
export function select({ model, lattice }: Case, { positions, labels }: Selection): Case {
  const { labelCount, transitions, structure } = model;
  return {
    model: {
      ...model,
      labelCount: labels.length,
      transitions: Float64Array.from(
        labels.flatMap((x) => labels.map((y) => transitions[x * labelCount + y]!)),
      ),
      ...(structure === undefined ? {} : { structure: selectLabels(structure, labels) }),
    },
    lattice: {
      length: positions.length,
      emissions: Float64Array.from(
        positions.flatMap((t) => labels.map((y) => lattice.emissions[t * labelCount + y]!)),
      ),
    },
  };
}

/**
 * Finds a smaller part of a lattice that is still wrong: it takes away positions and labels until
 * no single one can go, see `minimize`.
 */
export function shrink(whole: Case, isWrong: (part: Case) => boolean): Selection {
  let selection: Selection = {
    positions: Array.from({ length: whole.lattice.length }, (_, t) => t),
    labels: Array.from({ length: whole.model.labelCount }, (_, y) => y),
  };
  for (let size = Infinity; size > selectionSize(selection);) {
    size = selectionSize(selection);
    for (const axis of ["positions", "labels"] as const) {
      const kept = minimize(
        selection[axis],
        (items) => isWrong(select(whole, { ...selection, [axis]: items })),
      );
      selection = { ...selection, [axis]: kept };
    }
  }
  return selection;
}

function selectionSize({ positions, labels }: Selection): number {
  return positions.length + labels.length;
}
