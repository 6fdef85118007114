/**
 * Suites: which decoders run on which datasets for which k, as data.
 *
 * @module
 */

/** A suite: the default export of a file in `suites/`. */
export interface Suite {
  /** As in `--suite`. */
  readonly name: string;
  /** One line for `deno task list`. */
  readonly meaning: string;
  /** Dataset names with the number of sentences to decode. */
  readonly datasets: readonly { readonly name: string; readonly sentences: number }[];
  /** Decoder variants besides every decoder with its defaults. */
  readonly variants: readonly string[];
  /** Numbers of best paths asked for. */
  readonly ks: readonly number[];
  /** Rounds over the cells of a dataset. */
  readonly rounds: number;
  /** Milliseconds that one round of a cell should take. */
  readonly roundMs: number;
  /** Milliseconds after which a cell is given up. */
  readonly deadlineMs: number;
}
