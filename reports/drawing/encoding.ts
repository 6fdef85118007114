/**
 * The types of looks, until the studies of training read the grammar's.
 *
 * @module
 */

/** How a decoder is encoded: its hue and point shape are in the legend. */
export interface DecoderEncoding {
  /** The hue of the decoder. */
  readonly color: DecoderChannel<string>;
  /** The point shape of the variant. */
  readonly shape: DecoderChannel<string>;
  /** The line dash of the variant. */
  readonly strokeDash: DecoderChannel<number[]>;
}

/** One channel of a Vega-Lite encoding. */
export interface DecoderChannel<Value> {
  readonly field: string;
  readonly type: "nominal";
  readonly scale: { readonly domain: string[]; readonly range: Value[] };
  readonly legend: { title: null } | null;
}
