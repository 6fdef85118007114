/**
 * How a decoder looks in every chart: a hue per decoder, a shape and a dash per variant.
 *
 * @module
 */

import type { Looks } from "../picture.ts";
import { orderDecoders, type PROJECT_DECODERS } from "../numbers/variants.ts";
import { BASELINE } from "../../harness/store/key.ts";

/** The baseline is grey: it is what the others are seen against. */
export const BASELINE_COLOR = "#7d7d7d";

/**
 * A decoder has one hue, in every chart of every page. They stay apart for colour-blind readers and
 * have enough contrast on white and on black.
 *
 * Source: Paul Tol, Colour Schemes, 2021: "vibrant", then three of "muted", with a violet, browns
 * and an ochre that are far from them. Decoders of sequences and of parses are never in one chart.
 */
const PROJECT: Readonly<Record<typeof PROJECT_DECODERS[number], string>> = {
  [BASELINE]: BASELINE_COLOR,
  "a-star": "#ee7733",
  "auto": "#0077bb",
  "beam": "#9955ff",
  "block-skip": "#ee3377",
  "carpediem": "#33bbee",
  "column-generation": "#cc3311",
  "dominance": "#aa4499",
  "iterative-a-star": "#999933",
  "iterative-viterbi": "#009988",
  "iterative-viterbi-a-star": "#117733",
  "viterbi-a-star": "#8c564b",
  "posterior": "#bb8800",
  "scan": "#6677aa",
  "bar-hillel": "#999933",
  "belief-propagation": "#0077bb",
  "dual-decomposition": "#ee7733",
  "oracle": "#009988",
  "pipeline": "#ee3377",
  "tag-factored": "#8c564b",
};
const HUES: Readonly<Record<string, string>> = PROJECT;

/** The hue of the reader's own decoder in the first chart: none of a decoder in it. */
const OTHER = "#228833";

const SHAPES = ["circle", "square", "diamond", "triangle-up", "triangle-down", "cross"];
const DASHES = [[1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [4, 6], [1, 4]];

/**
 * Gives every decoder of some rows its hue; shapes and dashes tell its variants apart. The reader's
 * own decoder has a hue that no other of the rows has.
 *
 * @param shown which variants the legend names
 */
export function decoderLooks(
  rows: readonly { readonly decoder: string; readonly decoder_base: string }[],
  shown: (decoder: string) => boolean = () => true,
): Required<Looks> {
  const bases = new Map(rows.map(({ decoder, decoder_base }) => [decoder, decoder_base]));
  const all = orderDecoders(rows);
  const others = [...new Set(bases.values())].filter((name) => !(name in HUES)).sort();
  const free = [...new Set(Object.values(HUES))]
    .filter((hue) => ![...bases.values()].some((name) => HUES[name] === hue));
  const spare = free.length === 0 ? Object.values(HUES) : free;
  const looks = all.map((decoder) => {
    const name = bases.get(decoder)!;
    const variant = all.filter((other) => bases.get(other) === name).indexOf(decoder);
    return {
      decoder,
      color: HUES[name] ?? spare[others.indexOf(name) % spare.length]!,
      shape: SHAPES[variant % SHAPES.length]!,
      dash: DASHES[variant % DASHES.length]!,
    };
  }).filter(({ decoder }) => shown(decoder));
  const domain = looks.map(({ decoder }) => decoder);
  const channel = { field: "decoder", type: "nominal", legend: { title: null } };
  return {
    color: { ...channel, scale: { domain, range: looks.map(({ color }) => color) } },
    shape: { ...channel, scale: { domain, range: looks.map(({ shape }) => shape) } },
    // Of the same field it would be merged into the legend and fray the outlines of its points.
    strokeDash: {
      field: "variant",
      type: "nominal",
      scale: { domain, range: looks.map(({ dash }) => dash) },
      legend: null,
    },
  };
}

/** The hue of a decoder, whatever its options, for pictures with looks of their own. */
export function hueOf(decoder: string): string {
  return HUES[decoder.split("{")[0]!] ?? OTHER;
}
