/**
 * Chunks as labels: spans out of labels, how probable a span is, and
 * notations of chunks as scores: what a sequence of labels may be.
 *
 * @module
 */

import { checkKeys } from "../../decoders/chain/known_keys.ts";
import { type Estimate, relativeBound, ROUNDOFF } from "../../decoders/probability/estimate.ts";
import { briefJson } from "../visible.ts";

/** Tokens `start` up to before `end` of a sentence, as one chunk of a kind. */
export interface Span {
  /** First position, from 0. */
  readonly start: number;
  /** The position after the last. */
  readonly end: number;
  /** What follows the hyphen of its labels; empty if nothing does. */
  readonly kind: string;
}

/** A chunk of a path. */
export interface AnswerSpan extends Span {
  /** How probable a chunk of this kind with exactly these borders is. */
  readonly probability: number;
}

/** The chunks of a path, in order. */
export interface FoundSpans {
  /** With their probabilities, which are those of all paths that have them. */
  readonly found: AnswerSpan[];
  /** How far these probabilities may be off. */
  readonly error: number;
}

/** What a label says of chunks: where in a chunk of which kind its token is, or in none. */
export interface ChunkTag {
  /** Prefixes of labels: begin, inside, end, single, outside. */
  readonly place: "B" | "I" | "E" | "S" | "O";
  /** The kind; empty outside, and for a bare letter. */
  readonly kind: string;
}

/** Notations of chunks. All are read alike. */
export const SCHEMES = ["BIO", "IOB1", "BIOES", "BILOU", "BMES"] as const;
/** BIO begins every chunk with B, IOB1 only one that follows another of its kind. */
export type Scheme = (typeof SCHEMES)[number];

/** @throws TypeError for a notation that there is not */
function checkScheme(scheme: Scheme): void {
  if (SCHEMES.includes(scheme)) return;
  throw new TypeError(`Cannot use the notation ${briefJson(scheme)}: ${SCHEMES.join(", ")}`);
}

const OUTSIDE: ChunkTag = { place: "O", kind: "" };
/**
 * Letters before the hyphen. L and U of BILOU are E and S of BIOES, M and W of BMES and BMEWO are I
 * and S.
 */
const PLACES: Readonly<Record<string, ChunkTag["place"]>> = {
  B: "B",
  I: "I",
  E: "E",
  S: "S",
  L: "E",
  U: "S",
  M: "I",
  W: "S",
};

/**
 * What a label says of chunks. Of a label with bars (`NN|Number=Sing|I-NP`) it is the last part in
 * the notation of chunks that counts, `O` among them; a label without one is outside. A bare letter
 * is of a chunk without a kind, as in the segmentation of words.
 */
export function chunkTag(label: string): ChunkTag {
  const bare = label.length === 1 ? PLACES[label] : undefined;
  if (bare !== undefined) return { place: bare, kind: "" };
  for (const part of label.split("|").reverse()) {
    if (part === "O") break;
    const place = part[1] === "-" && part.length > 2 ? PLACES[part[0]!] : undefined;
    if (place !== undefined) return { place, kind: part.slice(2) };
  }
  return OUTSIDE;
}

/** Whether a chunk goes on from a token to the next, which otherwise begins one or is outside. */
function goesOn(previous: ChunkTag, next: ChunkTag): boolean {
  return "BI".includes(previous.place) && "IE".includes(next.place) && previous.kind === next.kind;
}

/**
 * The chunks of a sentence by the rules of CoNLL's evaluation, which reads all notations alike and
 * makes the best of labels that break them: a chunk begins at `B` and `S`, at `I`
 * and `E` after a token that is outside, of another kind or the end of a chunk, and goes on at
 * other `I` and `E`.
 *
 * Source: the program `conlleval` of the CoNLL-2000 shared task (Tjong Kim Sang and Buchholz 2000).
 *
 * @example
 * ```ts
 * import { spansOf } from "./spans.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(spansOf(["B-NP", "I-NP", "O", "I-PP"]), [
 *   { start: 0, end: 2, kind: "NP" },
 *   { start: 3, end: 4, kind: "PP" },
 * ]);
 * ```
 */
export function spansOf(labels: readonly string[]): Span[] {
  const tags = labels.map(chunkTag);
  const spans: Span[] = [];
  let start = 0;
  tags.forEach((tag, t) => {
    if (t === 0 || !goesOn(tags[t - 1]!, tag)) start = t;
    const next = tags[t + 1] ?? OUTSIDE;
    if (tag.place !== "O" && !goesOn(tag, next)) spans.push({ start, end: t + 1, kind: tag.kind });
  });
  return spans;
}

/** Inside, end and single of notations that have an end; of others they are I or B. */
const CLOSED: Readonly<Partial<Record<Scheme, string>>> = {
  BIOES: "IES",
  BILOU: "ILU",
  BMES: "MES",
};

/**
 * The labels of a sentence with some chunks: what `spansOf` undoes.
 *
 * @throws RangeError for a chunk that is not within the sentence, or overlaps another; TypeError
 * for a notation that there is not
 *
 * @example
 * ```ts
 * import { spanLabels } from "./spans.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const spans = [{ start: 0, end: 2, kind: "NP" }];
 * assertEquals(spanLabels(spans, 3, "BIOES"), ["B-NP", "E-NP", "O"]);
 * ```
 */
export function spanLabels(spans: readonly Span[], length: number, scheme: Scheme): string[] {
  checkScheme(scheme);
  const labels = new Array<string>(length).fill("O");
  let [free, before]: [number, string | undefined] = [0, undefined];
  for (const { start, end, kind } of spans.toSorted((a, b) => a.start - b.start)) {
    const areWhole = Number.isInteger(start) && Number.isInteger(end);
    if (!(areWhole && start >= free && start < end && end <= length)) {
      throw new RangeError(
        `Cannot label a chunk from ${start} to ${end}: ${free} to ${length} are free`,
      );
    }
    // IOB1 begins a chunk with B only behind another of its kind.
    const first = scheme !== "IOB1" || (start === free && kind === before) ? "B" : "I";
    const [inside, last, single] = CLOSED[scheme] ?? `II${first}`;
    for (let t = start; t < end; t++) {
      const inner = t === end - 1 ? last : inside;
      const letter = t > start ? inner : end - start === 1 ? single : first;
      labels[t] = kind === "" ? letter! : `${letter}-${kind}`;
    }
    [free, before] = [end, kind];
  }
  return labels;
}

/** ln Z of a sentence's lattice in which positions have only some labels, or all if undefined. */
export type ConstrainedLogPartition = (
  allowed: (position: number) => readonly number[] | undefined,
) => Estimate;

/** How probable spans are, for the labels of a model. */
export class SpanProbabilities {
  readonly #tags: readonly ChunkTag[];

  /** Reads the labels. */
  constructor(labels: readonly string[]) {
    this.#tags = labels.map(chunkTag);
  }

  /**
   * The labels of a kind by their place in a chunk, and those that no chunk of the kind goes on
   * with. They are not kept, as those of all kinds would take L² numbers.
   */
  #of(kind: string) {
    const all = [...this.#tags.keys()];
    const isOf = (places: string) => (y: number) =>
      this.#tags[y]!.kind === kind && places.includes(this.#tags[y]!.place);
    const at = (places: string) => all.filter(isOf(places));
    const others = (places: string) => {
      const isOwn = isOf(places);
      return all.filter((y) => !isOwn(y));
    };
    return {
      begin: at("B"),
      inside: at("I"),
      end: at("E"),
      single: at("S"),
      notBefore: others("BI"),
      notAfter: others("IE"),
    };
  }

  /**
   * The probability of a chunk with exactly these borders: of all paths whose labels `spansOf`
   * reads so.
   *
   * Exact but for the stated error: such paths are the disjoint union of at most four sets, each of
   * which says for each position which labels it may have. The first token begins a chunk in itself
   * (`B`, `S`) or is `I` or `E` where the token before does not let it go on; the last ends it in
   * itself (`E`, `S`), or is `B` or `I` and the next token does not go on. p = Σ Z(set) / Z.
   *
   * Cost: one log-partition a set: two in BIO, four in BIOES, of which three weigh nothing where
   * the notation forbids them.
   *
   * @param whole ln Z of the sentence
   * @returns 0 for a kind that no label has
   */
  of(
    { start, end, kind }: Span,
    length: number,
    whole: Estimate,
    logPartition: ConstrainedLogPartition,
  ): Estimate {
    const { begin, inside, end: last, single, notBefore, notAfter } = this.#of(kind);
    let [value, error] = [0, 0];
    const isNone = [begin, inside, last, single].every(({ length }) => length === 0);
    if (isNone || whole.value === -Infinity) return { value, error };
    const isOne = end - start === 1;
    for (const isCertainStart of [true, false]) {
      for (const isCertainEnd of [true, false]) {
        const first = isCertainStart ? begin : inside;
        const final = isCertainEnd ? last : inside;
        const one = isCertainStart
          ? (isCertainEnd ? single : begin)
          : (isCertainEnd ? last : inside);
        const sets = new Map<number, readonly number[]>();
        if (!isCertainStart && start > 0) sets.set(start - 1, notBefore);
        if (!isCertainEnd && end < length) sets.set(end, notAfter);
        if (isOne) sets.set(start, one);
        else {
          for (let t = start; t < end; t++) {
            sets.set(t, t === start ? first : t === end - 1 ? final : inside);
          }
        }
        if ([...sets.values()].some(({ length }) => length === 0)) continue;
        const part = logPartition((t) => sets.get(t));
        // Forbidden by the notation or the model: nothing to add.
        if (part.value === -Infinity) continue;
        const distance = part.value - whole.value;
        const share = Math.exp(distance);
        const off = relativeBound(part.error + whole.error + 4 * ROUNDOFF);
        value += share;
        error += off === Infinity ? 1 : share * (off + 2 * ROUNDOFF * Math.abs(distance));
      }
    }
    return { value: Math.min(1, value), error: Math.min(1, error + 4 * ROUNDOFF) };
  }

  /**
   * The chunks of a path by CoNLL's rules, with their probabilities.
   *
   * @param whole ln Z of the sentence
   */
  inPath(
    labels: readonly string[],
    whole: Estimate,
    logPartition: ConstrainedLogPartition,
  ): FoundSpans {
    let error = 0;
    const found = spansOf(labels).map((span) => {
      const share = this.of(span, labels.length, whole, logPartition);
      error = Math.max(error, share.error);
      return { ...span, probability: share.value };
    });
    return { found, error };
  }

  /**
   * The probability that a token is in some chunk of a kind: the sum of the marginals of the kind's
   * labels, at index `position` each.
   *
   * @param nodes marginals, T×L
   * @param error of each of them
   */
  inKind(kind: string, nodes: Float64Array, labelCount: number, error: number): Estimate[] {
    const { begin, inside, end, single } = this.#of(kind);
    const own = [...begin, ...inside, ...end, ...single];
    return Array.from({ length: nodes.length / labelCount }, (_, t) => ({
      value: Math.min(1, own.reduce((sum, y) => sum + nodes[t * labelCount + y]!, 0)),
      error: Math.min(1, own.length * (error + own.length * ROUNDOFF)),
    }));
  }
}

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
  BMES: "BIOES",
};

/**
 * The scores of a notation. A path is well-formed if and only if its first and last label and each
 * pair are, so that well-formed paths keep their scores, but for biases, and others have −∞.
 *
 * `BIO`: I goes on with a chunk of its kind. `IOB1`: I is any label of a chunk, and B the first of
 * one that follows a chunk of its kind. `BIOES`, `BILOU` and `BMES`: a chunk is S (U, W), or B, any
 * number of I (M), and E (L). `O`, wherever it stands among the labels, and others are outside.
 *
 * Biases are of: outside after outside, a chunk's first label after that, a label that goes on with
 * a chunk and is not, or is, its end by notation, outside after a chunk, a chunk after a chunk.
 *
 * @throws RangeError naming a label that the notation does not have, or whose chunks no label ends
 * though it asks for one; TypeError for a notation or a bias that there is not
 *
 * @example
 * ```ts
 * import { notationScores } from "./spans.ts";
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
  checkScheme(scheme);
  checkKeys(biases, BIASES, "biases");
  const tags = labels.map(chunkTag);
  const odd = tags.findIndex(({ place }) => !LETTERS[scheme].includes(place));
  if (odd >= 0) {
    throw new RangeError(`Cannot read ${briefJson(labels[odd])} as a label of ${scheme}`);
  }
  const ended = new Set(tags.flatMap(({ place, kind }) => place === "E" ? [kind] : []));
  const open = tags.findIndex(({ place, kind }) => "BI".includes(place) && !ended.has(kind));
  if (open >= 0 && scheme in CLOSED) {
    throw new RangeError(`Cannot read ${briefJson(labels[open])} by ${scheme}: no label ends it`);
  }
  const L = labels.length;
  const score = (previous: ChunkTag, next: ChunkTag) =>
    isAllowed(previous, next, scheme) ? 0 : -Infinity;
  return {
    start: Float64Array.from(tags, (tag) => score(OUTSIDE, tag)),
    transitions: Float64Array.from({ length: L * L }, (_, edge) => {
      const [x, y] = [tags[Math.floor(edge / L)]!, tags[edge % L]!];
      return score(x, y) + (biases[placeOf(x, y)] ?? 0);
    }),
    end: Float64Array.from(tags, (tag) => score(tag, OUTSIDE)),
  };
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
