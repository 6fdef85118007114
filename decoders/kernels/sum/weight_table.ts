/**
 * Sums of rows of weights: what a linear model's features say of each label.
 *
 * @module
 */

import { type Arena, hasKernels, openArena } from "../arena.ts";
import { Family } from "../family.ts";
import BINARY from "./binary.json" with { type: "json" };

/** A row with more entries than this share of its columns is dense. */
const DENSE_SHARE = 1 / 3;
/** Positions are added up as many at a time as fit into this, or one. */
const BUFFER_BYTES = 2 ** 22;
/** Room for lists of rows; longer ones, of a million attributes, are added up plainly. */
const LIST_BYTES = 2 ** 26;

/** Rows of weights, one after another. */
export interface SparseRows {
  /** Row r has the entries from `offsets[r]` up to `offsets[r + 1]`. */
  readonly offsets: Int32Array;
  /** Column of each entry. */
  readonly columns: Int32Array;
  /** Weight of each entry. */
  readonly weights: Float64Array;
}

/** Which rows are added up for each position. */
export interface RowLists {
  /** T, the number of positions. */
  readonly length: number;
  /** Where the rows of each position begin, and the end: T + 1 numbers or more. */
  readonly starts: Int32Array;
  /** Rows. */
  readonly rows: Int32Array;
  /** The factor of each weight; read only if there are some. */
  readonly values: Float64Array;
  /** Whether some value is not 1. */
  readonly hasValues: boolean;
  /** Where they are, if they are in the memory of kernels. */
  readonly placed?: Places;
}

/** Addresses of lists of rows. */
export interface Places {
  /** The memory of kernels that they are addresses in. */
  readonly arena: Arena;
  /** Of the values; 0 if all are 1. */
  readonly values: number;
  /** Of the first position's rows. */
  readonly rows: number;
  /** Of where the rows of each position begin, counted from the first of `rows`. */
  readonly starts: number;
}

interface SumKernels {
  /**
   * As `addPlainly`, with a table in the arena; `far` is 1.5·2^52 units, or 0.
   *
   * @param values address of their values, 0 if all are 1
   * @param index address of, for each row, that of its weights and their number, −1 if it is dense
   */
  addRows(
    target: number,
    length: number,
    starts: number,
    rows: number,
    values: number,
    index: number,
    width: number,
    far: number,
  ): void;
}

const FAMILY = /* @__PURE__ */ new Family<SumKernels>(BINARY);

/**
 * Adds up rows of weights: s_t(c) = Σ_r value·weight(r, c) over the rows r of position t. A product
 * with a value other than 1 is rounded to a multiple of the unit.
 *
 * Sums grow in the order of the rows, here as in `addPlainly`; a dense row only adds zeros besides.
 * So both give the same bits, whether sums are exact or not. In the memory of kernels a row is
 * dense or sparse: a full one takes L/2 additions of vectors. Cost: the entries, and O(T·width).
 */
export class WeightTable {
  readonly #rows: SparseRows;
  readonly #width: number;
  /** Where the rows are; none where kernels cannot be compiled, or have no room for them. */
  readonly arena: Arena | undefined;
  readonly #kernels: SumKernels | undefined;
  /** Addresses: of each row, of sums of some positions, of lists of rows. */
  readonly #index: number = 0;
  #buffer = 0;
  #positions = 0;
  #lists = 0;
  #listBytes = 0;

  /** Places rows of so many columns. */
  constructor(rows: SparseRows, width: number) {
    this.#rows = rows;
    this.#width = width;
    if (!hasKernels()) return;
    const arena = openArena("simd");
    const layout = layoutOf(rows, width);
    if (!arena.hasRoomFor(layout.bytes + 2 * BUFFER_BYTES + 16 * width + LIST_BYTES)) return;
    this.arena = arena;
    this.#kernels = FAMILY.open(arena);
    this.#index = placeRows(arena, rows, width, layout);
  }

  /**
   * The sums of the positions from one on, a row of so many columns each. They stay until the next
   * call, in room that it uses again: a new array would take longer than adding up.
   *
   * @param scale products are rounded to multiples of 1 / scale; 0 if they are not
   */
  add(lists: RowLists, first: number, scale: number): Float64Array {
    const { length, starts } = lists;
    const [width, arena, kernels] = [this.#width, this.arena, this.#kernels];
    const count = Math.max(0, length - first);
    const isPlaced = lists.placed !== undefined && lists.placed.arena === arena;
    const isShort = isPlaced || 12 * starts[length]! <= LIST_BYTES / 2;
    if (arena === undefined || kernels === undefined || !isShort) {
      const sums = new Float64Array(count * width);
      addPlainly(this.#rows, lists, first, scale, sums, width);
      return sums;
    }
    const { values, rows, starts: begins } = isPlaced
      ? lists.placed!
      : this.#placeLists(arena, lists);
    const far = scale === 0 ? 0 : 1.5 * 2 ** 52 / scale;
    const most = Math.max(1, Math.floor(BUFFER_BYTES / (8 * width)));
    this.#grow(arena, Math.min(count, most));
    const from = this.#buffer / 8;
    const sums = count <= most ? undefined : new Float64Array(count * width);
    for (let t = first; t < length; t += most) {
      const some = Math.min(most, length - t);
      kernels.addRows(this.#buffer, some, begins + 4 * t, rows, values, this.#index, width, far);
      sums?.set(arena.doubles.subarray(from, from + some * width), (t - first) * width);
    }
    return sums ?? arena.doubles.subarray(from, from + count * width);
  }

  /** Makes room for the sums of so many positions. */
  #grow(arena: Arena, positions: number): void {
    if (positions <= this.#positions) return;
    const most = Math.max(positions, 2 * this.#positions);
    this.#buffer = arena.allocate(8 * most * this.#width);
    this.#positions = most;
  }

  #placeLists(arena: Arena, { length, starts, rows, values, hasValues }: RowLists): Places {
    const count = starts[length]!;
    const bytes = 12 * count + 4 * (length + 1);
    if (bytes > this.#listBytes) {
      this.#lists = arena.allocate(2 * bytes);
      this.#listBytes = 2 * bytes;
    }
    const atRows = this.#lists + 8 * count;
    const atStarts = atRows + 4 * count;
    if (hasValues) arena.doubles.set(values.subarray(0, count), this.#lists / 8);
    arena.integers.set(rows.subarray(0, count), atRows / 4);
    arena.integers.set(starts.subarray(0, length + 1), atStarts / 4);
    return { arena, values: hasValues ? this.#lists : 0, rows: atRows, starts: atStarts };
  }
}

/** Adds up as `WeightTable` does, into zeros. */
export function addPlainly(
  { offsets, columns, weights }: SparseRows,
  { length, starts, rows, values, hasValues }: RowLists,
  first: number,
  scale: number,
  sums: Float64Array,
  width: number,
): void {
  const far = scale === 0 ? 0 : 1.5 * 2 ** 52 / scale;
  for (let t = first; t < length; t++) {
    const base = (t - first) * width;
    for (let a = starts[t]!; a < starts[t + 1]!; a++) {
      const [row, value] = [rows[a]!, hasValues ? values[a]! : 1];
      for (let i = offsets[row]!; i < offsets[row + 1]!; i++) {
        const weight = value === 1 ? weights[i]! : value * weights[i]! + far - far;
        sums[base + columns[i]!]! += weight;
      }
    }
  }
}

/** Which rows are dense, and how many bytes all take. */
interface Layout {
  readonly isDense: (row: number) => boolean;
  readonly bytes: number;
}

function layoutOf({ offsets, columns }: SparseRows, width: number): Layout {
  const isDense = (row: number) => {
    const [begin, end] = [offsets[row]!, offsets[row + 1]!];
    if (end - begin <= DENSE_SHARE * width) return false;
    // Weights of a column that stood twice would be one sum before they are added.
    for (let i = begin + 1; i < end; i++) if (columns[i]! <= columns[i - 1]!) return false;
    return true;
  };
  let bytes = 8 * offsets.length;
  for (let row = 0; row + 1 < offsets.length; row++) {
    const count = offsets[row + 1]! - offsets[row]!;
    bytes += isDense(row) ? 8 * width : 8 * (count + Math.ceil(count / 2));
  }
  return { isDense, bytes };
}

/** Places the rows; the address of, for each, its address and its number of entries. */
function placeRows(
  arena: Arena,
  { offsets, columns, weights }: SparseRows,
  width: number,
  { isDense, bytes }: Layout,
): number {
  const index = arena.allocate(bytes);
  const { integers, doubles } = arena;
  let at = index + 8 * offsets.length;
  for (let row = 0; row + 1 < offsets.length; row++) {
    const [begin, end] = [offsets[row]!, offsets[row + 1]!];
    const count = end - begin;
    const dense = isDense(row);
    integers[index / 4 + 2 * row] = at;
    integers[index / 4 + 2 * row + 1] = dense ? -1 : count;
    for (let i = 0; i < count; i++) {
      const column = columns[begin + i]!;
      doubles[at / 8 + (dense ? column : i)] = weights[begin + i]!;
      if (!dense) integers[at / 4 + 2 * count + i] = 8 * column;
    }
    at += dense ? 8 * width : 8 * (count + Math.ceil(count / 2));
  }
  return index;
}
