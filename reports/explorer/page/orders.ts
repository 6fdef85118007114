/**
 * In which order labels stand in a picture of the lattice, and which rows are folded.
 *
 * @module
 */

import { offsetsOf } from "../../../decoders/own_order/offsets.ts";
import type { ShownLattice, Trace } from "../trace.ts";
import type { OrderName } from "./view.ts";
import { KIND } from "./replay.ts";

/** Rows of a picture: at each position another label may stand in a row. */
export interface Rows {
  readonly order: Exclude<OrderName, "own"> | "centred";
  /** Row of a label at a position, at `t * L + y`. */
  readonly rowOf: Int32Array;
  /** Label of a row at a position, at `t * L + row`. */
  readonly labelOf: Int32Array;
}

/**
 * Puts labels into rows: by rank everywhere, or at each position by its own scores; these may be
 * centred, as the search in each position's own order takes them (`own_order/columns.ts`).
 */
export function rowsOf(lattice: ShownLattice, order: Rows["order"]): Rows {
  const known = ROWS.get(lattice) ?? {};
  ROWS.set(lattice, known);
  return known[order] ??= sortedRows(lattice, order);
}

/** Rows that were asked for: a picture is drawn again for each event. */
const ROWS = new WeakMap<ShownLattice, Partial<Record<Rows["order"], Rows>>>();

function sortedRows(lattice: ShownLattice, order: Rows["order"]): Rows {
  const labelCount = lattice.labels.length;
  const emissions = order === "centred" ? centred(lattice) : lattice.emissions;
  const rowOf = new Int32Array(emissions.length);
  const labelOf = new Int32Array(emissions.length);
  for (let start = 0; start < emissions.length; start += labelCount) {
    const sorted = Int32Array.from({ length: labelCount }, (_, y) => y);
    if (order !== "rank") {
      sorted.sort((x, y) => emissions[start + y]! - emissions[start + x]! || x - y);
    }
    labelOf.set(sorted, start);
    sorted.forEach((y, row) => rowOf[start + y] = row);
  }
  return { order, rowOf, labelOf };
}

/** Emissions with what transitions have in common: out of a label, and into it. */
function centred({ emissions, transitions, labels }: ShownLattice): Float64Array {
  const labelCount = labels.length;
  const last = emissions.length / labelCount - 1;
  if (last === 0) return emissions;
  const model = { labelCount, transitions, exactSums: false, float32Exact: false };
  const { outgoing, incoming, both } = offsetsOf(model);
  return emissions.map((score, at) => {
    const [t, y] = [Math.floor(at / labelCount), at % labelCount];
    return score + (t === 0 ? outgoing : t === last ? incoming : both)[y]!;
  });
}

/** The order in which a decoder tries labels, of those that can be drawn. */
export function orderOf(decoder: string, chosen: OrderName): Rows["order"] {
  if (chosen !== "own") return chosen;
  if (decoder.includes("order=emission")) return "centred";
  return /^carpediem|^column-generation/.test(decoder) ? "emission" : "rank";
}

/** The rows in which the trace or the best path touches a node, and that of the chosen node. */
export function touchedRows(
  { rowOf }: Rows,
  labelCount: number,
  { kinds, positions, labels }: Trace,
  chosen?: readonly [position: number, label: number],
): number[] {
  const rows = new Set<number>();
  const touch = (t: number, y: number) => y >= 0 && rows.add(rowOf[t * labelCount + y]!);
  // The paths of the answer are the last events.
  kinds.forEach((kind, i) => kind !== KIND.region && touch(positions[i]!, labels[i]!));
  if (chosen !== undefined) touch(...chosen);
  return Array.from(rows).sort((one, other) => one - other);
}
