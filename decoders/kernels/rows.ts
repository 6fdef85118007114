/**
 * How rows of scores, and tables, lie in the memory of kernels, which get the numbers from here.
 *
 * A family says once, in its `tables.ts`, which fields its tables have. The class that its sources
 * in AssemblyScript import from `./tables` is generated from that (see `build.ts`).
 *
 * @module
 */

/** Bytes of a vector of the kernels, and of the four that they take at a time. */
export const VECTOR_BYTES = 16;
export const QUAD_BYTES = 64;

/** So many bytes, and those up to whole quads. */
export function wholeQuads(bytes: number): number {
  return Math.ceil(bytes / QUAD_BYTES) * QUAD_BYTES;
}

/** Scores of a block; all rows are padded with −∞ to whole blocks. */
export const BLOCK = 16;

/** Blocks in a row of that many labels. */
export function blocksOf(labelCount: number): number {
  return Math.ceil(labelCount / BLOCK);
}

/** An integer, an address or a float64. */
export type FieldType = "i32" | "usize" | "f64";

/** The fields of tables, in their order. */
export type FieldTypes = Readonly<Record<string, FieldType>>;

/** Where each field is, and the size of all, in units of four bytes. */
export type FieldPlaces<Fields extends FieldTypes> =
  & { readonly [Name in keyof Fields]: number }
  & { readonly size: number };

/**
 * Places fields one after the other, as compilers do: a float64 at a multiple of eight bytes.
 *
 * The copy by JSON is an object with fixed fields, whose values the compiler of V8 takes as
 * constants. One that is filled name by name is a hash table, and slows plain loops down.
 */
export function placesOf<Fields extends FieldTypes>(fields: Fields): FieldPlaces<Fields> {
  const places: Record<string, number> = {};
  let end = 0;
  for (const [name, type] of Object.entries(fields)) {
    if (type === "f64") end += end % 2;
    places[name] = end;
    end += type === "f64" ? 2 : 1;
  }
  places["size"] = end + end % 2;
  return JSON.parse(JSON.stringify(places)) as FieldPlaces<Fields>;
}
