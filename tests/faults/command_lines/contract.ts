/**
 * A command line that cannot be carried out.
 *
 * @module
 */

/** What is given, and what the one line says that refuses it. */
export interface Refused {
  /** Arguments; `$NAME` stands for the path of a file or folder of `files.ts`. */
  readonly args: readonly string[];
  /** Words of the line; paths as in the arguments. */
  readonly says: readonly string[];
  /**
   * Whether it is tried in a process of its own: it might do what it is asked, which takes long or
   * ends the process.
   */
  readonly alone?: true;
  /** Whether a process describes decoders first: too much for the ordinary tests. */
  readonly describes?: true;
}

/** A row of a table. */
export type Row = readonly [args: readonly string[], ...says: string[]];

/** Rows of a table. */
export function refused(...rows: readonly Row[]): Refused[] {
  return rows.map(([args, ...says]) => ({ args, says }));
}

/** Rows that are tried in processes of their own. */
export function alone(...rows: readonly Row[]): Refused[] {
  return refused(...rows).map((row) => ({ ...row, alone: true }));
}

/** Rows for which decoders are described. */
export function described(...rows: readonly Row[]): Refused[] {
  return refused(...rows).map((row) => ({ ...row, describes: true }));
}
