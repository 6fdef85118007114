/**
 * Formats as data: which tensors a pack has, what they mean and which numbers they may hold. How
 * packs are read, checked and written comes from it, and so do the tables of this folder's README.
 *
 * @module
 */

import { brief, briefList } from "../visible.ts";
import {
  ascending,
  BYTES,
  counts,
  type Kind,
  type Known,
  type Numbers,
  requireTensor,
  WEIGHTS,
} from "./kinds.ts";
import { type Tensor, tensor, type TensorFile } from "./tensors.ts";

/** Transitions of more labels would take over 8 GiB, as the longest files do. */
const MAX_LABELS = 32_768;
/** Bytes of scores that are made of fewer: kernels have no more memory, nor synthetic models. */
const MOST_MADE = 2 ** 31;

/** A tensor of a format; `At` is where its numbers are in memory. */
export interface Field<At extends string = string> {
  /** How its numbers are stored. */
  readonly kind: Kind;
  /** Names of properties, with a dot between. */
  readonly at: At;
  /** Sizes, or names of dimensions: the first tensor that has one says how large it is. */
  readonly shape: readonly (number | string)[];
  /** The quantity that the dimension counts. */
  readonly meaning: string;
  /** The tensor without which it is not there: its own name if nothing else depends on it. */
  readonly optional?: string;
  /** The tensor that must be beside it. */
  readonly beside?: string;
  /** Judges the numbers once they are read. */
  readonly check?: Check;
}

/** Refuses numbers that the tensor of a name may not have. */
export type Check = (reading: Reading, name: string) => void;

/** The tensors of a format in the order in which they are read. */
export type Schema<At extends string = string> = Readonly<Record<string, Field<At>>>;

/** Where numbers may be in an object of type T: `grammar.left`. */
export type Path<T> = {
  [K in keyof T & string]-?: NonNullable<T[K]> extends Numbers ? K
    : NonNullable<T[K]> extends object ? `${K}.${Path<NonNullable<T[K]>>}`
    : never;
}[keyof T & string];

/**
 * A tensor of a format.
 *
 * @param shape has commas between its dimensions
 * @param check judges the numbers once they are read
 */
export function field<At extends string>(
  kind: Kind,
  at: At,
  shape: string,
  meaning: string,
  check?: Check,
): Field<At> {
  const sizes = shape.split(",").map((size) => /^\d+$/.test(size) ? Number(size) : size);
  return { kind, at, shape: sizes, meaning, ...(check && { check }) };
}

/** A tensor that is there if another one is, or itself. */
export function optional<At extends string>(by: string, field: Field<At>): Field<At> {
  return { ...field, optional: by };
}

/**
 * Fields of a part of an object.
 *
 * @param at where the part is
 * @param by the tensor without which it is not there, if it need not be
 * @param beside the tensor that must be there then
 */
export function within<Part extends string, At extends string>(
  at: Part,
  fields: Schema<At>,
  { by, beside }: { readonly by?: string; readonly beside?: string } = {},
): Record<string, Field<`${Part}.${At}`>> {
  const presence = by === undefined ? {} : { optional: by, ...(beside && { beside }) };
  const placed = Object.entries<Field<At>>(fields).map(([name, field]) => {
    return [name, { ...field, ...presence, at: `${at}.${field.at}` as const }] as const;
  });
  return Object.fromEntries(placed);
}

/**
 * The two tensors of names: how many bytes each has, and the bytes of all.
 *
 * @param rows how many names there are
 */
export function named(
  prefix: string,
  rows: string,
): Record<string, Field<`names.${"offsets" | "bytes"}`>> {
  const [lengths, bytes] = [`${prefix}_lengths`, `${prefix}_bytes`];
  return {
    [lengths]: field(counts(bytes), "names.offsets", rows, "bytes of each name"),
    [bytes]: field(BYTES, "names.bytes", `Σ ${lengths}`, "the names, in UTF-8"),
  };
}

/** What the columns of a sparse matrix are, the dimension that counts them, and what a row is. */
export interface Columns {
  readonly what: string;
  readonly below: string;
  readonly of?: string;
}

/** What the entries of a sparse matrix are, and where. */
export interface Entries<At extends string> {
  readonly kind: Kind;
  readonly at: At;
  readonly check?: Check;
}

/**
 * The three tensors of a sparse matrix: how many entries each row has, their columns and weights.
 *
 * @param names of the three
 * @param entries integers that count the unit if they are not given
 */
export function sparse<At extends string = "values">(
  [counted, which, weights]: readonly [counts: string, columns: string, weights: string],
  rows: string,
  { what, below, of = "row" }: Columns,
  meaning: string,
  { kind, at, check }: Entries<At> = { kind: WEIGHTS, at: "values" as At },
): Record<string, Field<"offsets" | "columns" | At>> {
  const total = `Σ ${counted}`;
  const columns = ascending(what, below, counted, of);
  return {
    [counted]: field(counts(which), "offsets", rows, meaning),
    [which]: field(columns, "columns", total, `which, ${of} by ${of}`),
    [weights]: field(kind, at, total, "their weights", check),
  };
}

/**
 * The tensors of transitions.
 *
 * @param meaning of the number of entries
 */
export function transitionFields(
  meaning: string,
): Record<string, Field<`transitions.${"offsets" | "columns" | "values"}`>> {
  const names = ["transition_counts", "transition_labels", "transition_weights"] as const;
  return within("transitions", sparse(names, "L", { what: "labels", below: "L" }, meaning));
}

/** A file that is read as a format says. */
export class Reading<T = unknown> implements Known {
  /** Sizes of the dimensions that are known. */
  readonly sizes: Map<string, number> = new Map();
  readonly #numbers = new Map<string, Numbers>();

  /**
   * Starts reading.
   *
   * @param source names the file in errors
   * @param unitExponent of the unit 2^−unitExponent that scores are multiples of
   */
  constructor(
    readonly schema: Schema<T extends object ? Path<T> : string>,
    readonly file: TensorFile,
    readonly source: string,
    readonly unitExponent = 0,
  ) {}

  /** The error of a tensor that cannot be used. */
  refused = (name: string, why: string): RangeError =>
    new RangeError(`Cannot use tensor "${name}" of ${this.source}: ${why}`);

  /**
   * The tensor of a name, whose dtype and shape are right.
   *
   * @param shape instead of that in the schema
   * @throws as `requireTensor`
   */
  tensor(name: string, shape?: Field["shape"]): Tensor {
    const { kind: { dtypes }, shape: usual } = this.schema[name]!;
    const known = (shape ?? usual).map((size) =>
      typeof size === "number" ? size : this.sizes.get(size) ?? size
    );
    const found = requireTensor(this.file, this.source, name, dtypes, known);
    known.forEach((size, d) => {
      if (typeof size === "string") this.sizes.set(size, found.shape[d]!);
    });
    return found;
  }

  /**
   * The numbers of the tensor of a name, which are checked.
   *
   * @throws SyntaxError, TypeError or RangeError naming the file, tensor, index and value
   */
  numbers(name: string, shape?: Field["shape"]): Numbers {
    const { kind, check } = this.schema[name]!;
    const numbers = kind.read(this.tensor(name, shape).data, name, this);
    this.#numbers.set(name, numbers);
    check?.(this, name);
    return numbers;
  }

  /** Whole numbers of a tensor that has been read. */
  integers = (name: string): Int32Array => this.#numbers.get(name) as Int32Array;

  /** Scores of a tensor that has been read. */
  scores(name: string): Float64Array {
    return this.#numbers.get(name) as Float64Array;
  }

  /**
   * All tensors, in the order of the schema, as an object of type T.
   *
   * @throws SyntaxError, TypeError or RangeError naming the file, tensor, index and value; as
   * `refuseUnread`
   */
  contents(): T {
    refuseUnread(this.file, Object.keys(this.schema), this.source);
    const contents = {};
    for (const [name, { at, optional, beside }] of Object.entries<Field>(this.schema)) {
      if (optional !== undefined && !this.file.tensors.has(optional)) continue;
      if (beside !== undefined && !this.file.tensors.has(beside)) {
        throw new SyntaxError(
          `Cannot use tensor "${name}" of ${this.source}: there is no "${beside}"`,
        );
      }
      place(contents, at, this.numbers(name));
    }
    return contents as T;
  }
}

/** Words of tensors that change which path, or which parse, is the best. */
const SCORING = /emission|trans|start|end_|mask|length|pair|potential|component/i;

/**
 * Refuses a tensor that would be passed over though its name says that it has a hand in the answer:
 * one that is misspelt, of another tool, or meant for another kind of file. What else a maker puts
 * beside the scores, such as what he expects, is let be.
 *
 * @param own names of those that are read
 * @param pattern what others must not be called
 * @throws SyntaxError naming the file, the tensor, and those that are read
 */
export function refuseUnread(
  { tensors }: TensorFile,
  own: readonly string[],
  source: string,
  pattern: RegExp = SCORING,
): void {
  const unread = [...tensors.keys()].find((name) => pattern.test(name) && !own.includes(name));
  if (unread === undefined) return;
  throw new SyntaxError(
    `Cannot use tensor "${brief(unread)}" of ${source}: such a file has ${briefList(own, ", ")}`,
  );
}

/** The numbers at a place of an object, if there are any. */
export function numbersAt(contents: object, at: string): Numbers | undefined {
  const step = (value: unknown, part: string) =>
    (value as Record<string, unknown> | undefined)?.[part];
  return at.split(".").reduce(step, contents) as Numbers | undefined;
}

/** Puts numbers into an object, with all parts on the way. */
export function place(contents: object, at: string, numbers: Numbers): void {
  const path = at.split(".");
  const last = path.pop()!;
  let into = contents as Record<string, unknown>;
  for (const part of path) into = (into[part] ??= {}) as Record<string, unknown>;
  into[last] = numbers;
}

/** The tensors of a format that hold an object; what is not in it is left out. */
export function tensorsOf<T extends object>(
  schema: Schema<Path<T>>,
  contents: T,
): Map<string, Tensor> {
  const tensors = new Map<string, Tensor>();
  for (const [name, { kind, at, shape }] of Object.entries<Field>(schema)) {
    const numbers = numbersAt(contents, at);
    if (numbers === undefined) continue;
    const inner = shape.slice(1) as number[];
    const data = kind.write(numbers);
    const rows = data.length / inner.reduce((product, size) => product * size, 1);
    tensors.set(name, tensor(data, [rows, ...inner]));
  }
  return tensors;
}

/** Checks that there are labels, and not too many to hold their transitions. */
export function checkLabelCount({ sizes, refused }: Reading, name: string): void {
  const count = sizes.get("L")!;
  if (count >= 1 && count <= MAX_LABELS) return;
  throw refused(
    name,
    count === 0 ? "it has no labels" : `it has ${count} labels, more than ${MAX_LABELS}`,
  );
}

/**
 * Checks that scores that few bytes ask for can be held: those that are made of weights, or of two
 * small matrices.
 *
 * @param name the tensor that says how many there are
 */
export function checkMade({ refused }: Reading, name: string, rows: number, labels: number): void {
  const bytes = rows * labels * Float64Array.BYTES_PER_ELEMENT;
  if (bytes <= MOST_MADE) return;
  const size = `${(bytes / 2 ** 30).toPrecision(3)} GiB`;
  throw refused(name, `${rows} rows of ${labels} scores would take ${size}, at most 2 are made`);
}

/** Checks that lengths of sentences are positive and add up to the number of positions, N. */
export function checkLengths(reading: Reading, name: string): void {
  const lengths = reading.integers(name);
  if (lengths.length === 0) throw reading.refused(name, "it has no sentences");
  let total = 0;
  lengths.forEach((length, sentence) => {
    if (length < 1) throw reading.refused(name, `sentence ${sentence} has length ${length}`);
    total += length;
  });
  const positions = reading.sizes.get("N")!;
  if (total === positions) return;
  const sum = `the lengths add up to ${total}`;
  throw reading.refused(name, `${sum}, the pack has ${positions} positions`);
}
