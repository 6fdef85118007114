/**
 * How a decoder looks in every chart: a hue per decoder, a shape and a dash per variant.
 *
 * @module
 */

import { orderDecoders } from "../numbers/order.ts";
import { BASELINE } from "../../harness/plan/role.ts";

/** The baseline is grey: it is what the others are seen against. */
export const BASELINE_COLOR = "#7d7d7d";

/**
 * Hues that stay apart for colour-blind readers and have enough contrast on white and on black.
 *
 * Source: Paul Tol, Colour Schemes, 2021: "vibrant", then three of "muted", with a violet and a
 * brown that are far from them.
 */
const COLORS = [
  "#0077bb",
  "#ee7733",
  "#009988",
  "#ee3377",
  "#33bbee",
  "#cc3311",
  "#aa4499",
  "#999933",
  "#9955ff",
  "#117733",
  "#8c564b",
];
const SHAPES = ["circle", "square", "diamond", "triangle-up", "triangle-down", "cross"];
const DASHES = [[1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [4, 6], [1, 4]];

/** A Vega-Lite scale with a value for each decoder. */
export interface Scale<Value> {
  /** Decoders in legend order. */
  readonly domain: string[];
  /** The value of each. */
  readonly range: Value[];
}

/** The looks of the decoders of a run. */
export interface DecoderScales {
  /** A hue per decoder; its variants share it. */
  readonly color: Scale<string>;
  /** Point shapes tell the variants of a decoder apart. */
  readonly shape: Scale<string>;
  /** So do line dashes. */
  readonly dash: Scale<number[]>;
}

/**
 * Gives every decoder of some rows its look. Only those for which `shown` holds appear in the
 * legend.
 */
export function decoderScales(
  rows: readonly { readonly decoder: string; readonly decoder_base: string }[],
  shown: (decoder: string) => boolean,
): DecoderScales {
  const bases = new Map(rows.map(({ decoder, decoder_base }) => [decoder, decoder_base]));
  const all = orderDecoders(rows);
  const names = [...new Set(all.map((decoder) => bases.get(decoder)!))]
    .filter((name) => name !== BASELINE);
  const looks = all.map((decoder) => {
    const name = bases.get(decoder)!;
    const variant = all.filter((other) => bases.get(other) === name).indexOf(decoder);
    return {
      decoder,
      color: name === BASELINE ? BASELINE_COLOR : COLORS[names.indexOf(name) % COLORS.length]!,
      shape: SHAPES[variant % SHAPES.length]!,
      dash: DASHES[variant % DASHES.length]!,
    };
  }).filter(({ decoder }) => shown(decoder));
  const domain = looks.map(({ decoder }) => decoder);
  return {
    color: { domain, range: looks.map(({ color }) => color) },
    shape: { domain, range: looks.map(({ shape }) => shape) },
    dash: { domain, range: looks.map(({ dash }) => dash) },
  };
}
