/**
 * The hue of each decoder, the same in charts, tables and the explorer.
 *
 * @module
 */

/** The baseline is grey: it is what the others are seen against. */
export const BASELINE_COLOR = "#7d7d7d";

/**
 * The hue of each decoder that comes with the project, by its name without options: of sequences,
 * then of parses. It is the same in every chart of every page. They stay apart for colour-blind
 * readers and have enough contrast on white and on black.
 *
 * Source: Paul Tol, Colour Schemes, 2021: "vibrant", then three of "muted", with a violet, browns
 * and an ochre that are far from them. Decoders of sequences and of parses are never in one chart.
 */
export const HUES: Readonly<Record<string, string>> = {
  "viterbi": BASELINE_COLOR,
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

/** The hue of the reader's own decoder in the first chart: none of a decoder in it. */
const OTHER = "#228833";

/** The hue of a decoder, whatever its options, for pictures with looks of their own. */
export function hueOf(decoder: string): string {
  return HUES[decoder.split("{")[0]!] ?? OTHER;
}
