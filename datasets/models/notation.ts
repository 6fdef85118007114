/**
 * Notations of chunks as scores: what a sequence of labels may be.
 *
 * @module
 */

import { briefJson } from "../visible.ts";
import { type ChunkTag, chunkTag, type Scheme } from "./spans.ts";

/** What follows what: the parts of a published calibration, `transition_bias_…`. */
export const BIASES = [
  "background_stay",
  "background_to_start",
  "inside_to_continue",
  "inside_to_end",
  "end_to_background",
  "end_to_start",
] as const;

/** Scores that are added where one kind of place follows another; 0 where they are not given. */
export type Biases = { readonly [Name in (typeof BIASES)[number]]?: number };

/** Scores to be added to those of a model: biases where a notation allows it, −∞ elsewhere. */
export interface NotationScores {
  /** L: of the first label. */
  readonly start: Float64Array;
  /** L×L, row = previous label. */
  readonly transitions: Float64Array;
  /** L: of the last label. */
  readonly end: Float64Array;
}

const LETTERS: Readonly<Record<Scheme, string>> = {
  BIO: "BIO",
  IOB1: "BIO",
  BIOES: "BIOES",
  BILOU: "BIOES",
};

/**
 * The scores of a notation. A path is well-formed if and only if its first and last label and each
 * pair are, so that well-formed paths keep their scores, but for biases, and others have −∞.
 *
 * `BIO`: I goes on with a chunk of its kind. `IOB1`: I is any label of a chunk, and B the first of
 * one that follows a chunk of its kind. `BIOES` and `BILOU`: a chunk is S (U), or B, any number of
 * I, and E (L). `O`, wherever it stands among the labels, and labels without a kind are outside.
 *
 * Biases are of: outside after outside, a chunk's first label after that, a label that goes on with
 * a chunk and is not, or is, its end by notation, outside after a chunk, a chunk after a chunk.
 *
 * @throws RangeError naming a label that the notation does not have
 *
 * @example
 * ```ts
 * import { notationScores } from "./notation.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const { start, end } = notationScores(["B-X", "O", "I-X"], "BIO");
 * assertEquals([[...start], [...end]], [[0, 0, -Infinity], [0, 0, 0]]);
 * ```
 */
export function notationScores(
  labels: readonly string[],
  scheme: Scheme,
  biases: Biases = {},
): NotationScores {
  const tags = labels.map(chunkTag);
  const odd = tags.findIndex(({ place }) => !LETTERS[scheme].includes(place));
  if (odd >= 0) {
    throw new RangeError(`Cannot read ${briefJson(labels[odd])} as a label of ${scheme}`);
  }
  const outside: ChunkTag = { place: "O", kind: "" };
  const score = (previous: ChunkTag, next: ChunkTag) =>
    isAllowed(previous, next, scheme) ? 0 : -Infinity;
  return {
    start: Float64Array.from(tags, (tag) => score(outside, tag)),
    transitions: Float64Array.from(
      tags.flatMap((x) => tags.map((y) => score(x, y) + (biases[placeOf(x, y)] ?? 0))),
    ),
    end: Float64Array.from(tags, (tag) => score(tag, outside)),
  };
}

/** Whether a chunk goes on from a label to the next. */
function goesOn(previous: ChunkTag, next: ChunkTag): boolean {
  return "BI".includes(previous.place) && "IE".includes(next.place) && previous.kind === next.kind;
}

function isAllowed(previous: ChunkTag, next: ChunkTag, scheme: Scheme): boolean {
  if (goesOn(previous, next)) return true;
  if (scheme === "IOB1") {
    return next.place !== "B" || (previous.place !== "O" && previous.kind === next.kind);
  }
  const isOpen = scheme !== "BIO" && "BI".includes(previous.place);
  return !isOpen && !"IE".includes(next.place);
}

function placeOf(previous: ChunkTag, next: ChunkTag): keyof Biases {
  if (goesOn(previous, next)) return next.place === "E" ? "inside_to_end" : "inside_to_continue";
  if (previous.place === "O") return next.place === "O" ? "background_stay" : "background_to_start";
  return next.place === "O" ? "end_to_background" : "end_to_start";
}
