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

/** Rows that are drawn: one row, or so many of which nothing is to be seen. */
export interface Strip {
  readonly first: number;
  readonly count: number;
  readonly isFolded: boolean;
}

/** Fewer rows are not worth a fold. */
const LEAST_FOLD = 8;

/**
 * Puts labels into rows: by rank everywhere, or at each position by its own scores; these may be
 * centred, as the search in each position's own order takes them (`own_order/columns.ts`).
 */
export function rowsOf(lattice: ShownLattice, order: Rows["order"]): Rows {
  const known = ROWS.get(lattice) ?? new Map<Rows["order"], Rows>();
  ROWS.set(lattice, known);
  const rows = known.get(order) ?? sortedRows(lattice, order);
  known.set(order, rows);
  return rows;
}

/** Rows that were asked for: a picture is drawn again for each event. */
const ROWS = new WeakMap<ShownLattice, Map<Rows["order"], Rows>>();

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

/** Folds rows in which no trace touches a node and no best path goes, if the reader wants it. */
export function stripsOf(
  { rowOf }: Rows,
  labelCount: number,
  traces: readonly Trace[],
  isFolding: boolean,
): Strip[] {
  const isSeen = new Uint8Array(labelCount).fill(isFolding ? 0 : 1);
  if (isFolding) {
    for (const { kinds, positions, labels, paths } of traces) {
      for (let i = 0; i < kinds.length; i++) {
        if (labels[i]! < 0 || kinds[i] === KIND.region) continue;
        isSeen[rowOf[positions[i]! * labelCount + labels[i]!]!] = 1;
      }
      for (const path of paths) {
        path.labels.forEach((y, t) => isSeen[rowOf[t * labelCount + y]!] = 1);
      }
    }
  }
  const strips: Strip[] = [];
  for (let row = 0; row < labelCount;) {
    let end = row + 1;
    while (end < labelCount && isSeen[end] === isSeen[row]) end++;
    const count = end - row;
    const isFolded = isSeen[row] === 0 && count >= LEAST_FOLD;
    if (isFolded) strips.push({ first: row, count, isFolded });
    else while (row < end) strips.push({ first: row++, count: 1, isFolded });
    row = end;
  }
  return strips;
}
