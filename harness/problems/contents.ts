/**
 * Scores that nobody has seen and that are about as hard to decode, in the file that isolates read
 * them from.
 *
 * @module
 */

import { Random } from "../../datasets/random.ts";
import { largestMagnitude } from "../../decoders/lattice.ts";
import type { Batch, Content, Sample } from "./contract.ts";

/** How often a pair is drawn until one is found. */
const DRAWS = 4;
/** How often the pairs of a variant are drawn until they are others than before. */
const VARIANT_DRAWS = 16;

/** Pairs of scores of a sentence that are exchanged in a variant. */
export const PAIRS = 3;
/** Of one sentence in so many the two best scores of a row are among them. */
const UPSET = 4;
/** How near the ends of a sentence pairs are, as a share of its rows. */
const NEAR = 1 / 8;
const INTEGERS = 2 * PAIRS;

/** Draws what nobody can know. */
export function secretRandom(): Random {
  return new Random(crypto.getRandomValues(new Int32Array(1))[0]!);
}

/** Where in a sentence one chooses, and what is known of the scores there. */
interface Row {
  /** Of its first score in the sentence. */
  readonly start: number;
  readonly scores: Float64Array;
  readonly facts: RowFacts;
}

/** A sentence with contents of its own. */
interface Own {
  readonly sentence: number;
  readonly scores: Float64Array;
  readonly rows: readonly Row[];
}

/**
 * Some sentences of a sample with contents that nobody has seen, in many variants.
 *
 * Every row of each sentence is changed (`changeRow`). In each variant pairs of scores are
 * exchanged besides, near both ends and between, and in one sentence of four the two best ones of a
 * row: its best answer is mostly another one then. No two variants are the same, unless a sentence
 * is so small that it has hardly as many: whoever remembers answers does not know them, and who
 * guesses is wrong now and then. It makes little difference to the work: a test holds the edges of
 * four decoders on a real task within 20% of those of the sample.
 *
 * A variant is told by its pairs: isolates exchange them on the clock, in memory that is in the
 * cache as it is for who decodes the same sentences again and again.
 */
export class Contents {
  readonly #sample: Sample;
  readonly #own: readonly Own[];
  /** Pairs of all sentences of a variant, and then those of the next; places in a sentence. */
  readonly #pairs: Int32Array;

  /** Makes so many variants. */
  constructor(sample: Sample, sentences: readonly number[], variants: number) {
    const random = secretRandom();
    const largest = sentences.reduce(
      (most, one) => Math.max(most, largestMagnitude(sample.scores(one))),
      0,
    );
    this.#sample = sample;
    this.#own = sentences.map((sentence) => changed(sample, sentence, largest, random));
    this.#pairs = new Int32Array(variants * sentences.length * INTEGERS);
    const drawn = sentences.map(() => new Set<number>());
    for (let at = 0; at < this.#pairs.length; at += INTEGERS) {
      const i = (at / INTEGERS) % sentences.length;
      const pairs = this.#pairs.subarray(at, at + INTEGERS);
      for (let draw = 0; draw < VARIANT_DRAWS; draw++) {
        drawPairs(this.#own[i]!, random, pairs.fill(0));
        const before = drawn[i]!.size;
        if (drawn[i]!.add(fold(pairs)).size > before) break;
      }
    }
  }

  /** How many sentences there are. */
  get count(): number {
    return this.#own.length;
  }

  /** Writes the file that isolates read: all scores, and then all pairs. */
  async write(path: string): Promise<void> {
    // Another file each time: who still holds the last one open does not see this one.
    await Deno.remove(path).catch(() => {});
    const file = await Deno.open(path, { write: true, createNew: true });
    try {
      for (const { buffer, byteOffset, byteLength } of this.#parts()) {
        const bytes = new Uint8Array(buffer, byteOffset, byteLength);
        for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
      }
    } finally {
      file.close();
    }
  }

  #parts(): (Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer>)[] {
    const parts = [...this.#own.map(({ scores }) => scores), this.#pairs];
    return parts as (Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer>)[];
  }

  /** What to ask for: the sentences from one on, in some of the variants. */
  batch(first: number, count: number, variants: readonly number[]): Batch {
    const bytesOf = (own: readonly Own[]) =>
      own.reduce((sum, { scores }) => sum + scores.byteLength, 0);
    const pairsAt = bytesOf(this.#own);
    return {
      sentences: this.#own.slice(first, first + count).map(({ sentence }) => sentence),
      scoresAt: bytesOf(this.#own.slice(0, first)),
      pairsAt: variants.map((variant) =>
        pairsAt + this.#pairs.BYTES_PER_ELEMENT * INTEGERS * (variant * this.count + first)
      ),
    };
  }

  /** T of the sentences of a batch, in all its variants, and L. */
  shapeOf({ sentences, pairsAt }: Batch): Pick<Sample, "lengths" | "size"> {
    const lengths = sentences.map((one) => this.#sample.lengths[one]!);
    return { lengths: pairsAt.flatMap(() => lengths), size: this.#sample.size };
  }

  /** The sample of some sentences in some variants, to judge answers to them. */
  sampleOf(which: readonly (readonly [variant: number, position: number])[]): Sample {
    return this.#sample.over(which.map(([variant, position]): Content => {
      const { sentence, scores } = this.#own[position]!;
      const numbers = scores.slice();
      const at = INTEGERS * (variant * this.count + position);
      for (let i = at; i < at + INTEGERS; i += 2) {
        exchange(numbers, this.#pairs[i]!, this.#pairs[i + 1]!);
      }
      return { sentence, numbers };
    }));
  }
}

/** A sentence whose rows have all been changed. */
function changed(sample: Sample, sentence: number, largest: number, random: Random): Own {
  const scores = sample.scores(sentence).slice();
  const starts = sample.rows(sentence);
  const rows = Array.from({ length: starts.length - 1 }, (_, t): Row => {
    const start = starts[t]!;
    const row = scores.subarray(start, starts[t + 1]!);
    changeRow(row, factsOf(row), largest, random);
    return { start, scores: row, facts: factsOf(row) };
  });
  return { sentence, scores, rows: rows.filter(({ scores }) => scores.length > 0) };
}

/**
 * Draws the pairs of a variant: one near the beginning of the sentence, one near its end and one
 * anywhere. Between the outer two, what is known of rows before or after is of no use.
 */
function drawPairs({ rows }: Own, random: Random, into: Int32Array): void {
  const near = Math.ceil(rows.length * NEAR);
  const chosen = [
    random.integer(near),
    rows.length - 1 - random.integer(near),
    random.integer(rows.length),
  ];
  for (const [pair, t] of chosen.entries()) {
    // Of a row that has been changed already nothing is known any more.
    if (rows.length === 0 || chosen.indexOf(t) < pair) continue;
    const { start, scores, facts: { best, second } } = rows[t]!;
    const isUpset = pair === 0 && second >= 0 && random.integer(UPSET) === 0;
    const [one, other] = isUpset ? [best, second] : drawPair(scores, best, random);
    if (one !== other) into.set([start + one, start + other], 2 * pair);
  }
}

/** A number that the same pairs share, whichever of a pair comes first, and few others. */
function fold(pairs: Int32Array): number {
  let folded = 0;
  for (let i = 0; i < pairs.length; i += 2) {
    const [one, other] = [pairs[i]!, pairs[i + 1]!];
    folded = Math.imul(folded ^ Math.min(one, other), 0x85eb_ca6b) ^ (folded >>> 15);
    folded = Math.imul(folded ^ Math.max(one, other), 0xc2b2_ae35) ^ (folded >>> 13);
  }
  return folded;
}

/** Exchanges two scores. */
export function exchange(
  scores: Record<number, number>,
  one: number,
  other: number,
): void {
  const score = scores[one]!;
  scores[one] = scores[other]!;
  scores[other] = score;
}

/** The two best scores of a row: where, −1 if there is none; and its least and best finite one. */
export interface RowFacts {
  readonly best: number;
  readonly second: number;
  readonly low: number;
  readonly high: number;
}

/** Looks at all scores of a row. */
export function factsOf(row: Float64Array): RowFacts {
  let [best, second] = [-1, -1];
  let low = Infinity;
  for (let y = 0; y < row.length; y++) {
    const score = row[y]!;
    if (score === -Infinity) continue;
    if (score < low) low = score;
    if (best < 0 || score > row[best]!) {
      second = best;
      best = y;
    } else if (second < 0 || score > row[second]!) second = y;
  }
  return best < 0 ? { best, second, low: 0, high: 0 } : { best, second, low, high: row[best]! };
}

/**
 * Two places of a row whose scores may be exchanged: allowed ones, different, and not the best.
 * Twice the first place if none is found.
 */
export function drawPair(row: Float64Array, best: number, random: Random): [number, number] {
  for (let draw = 0; draw < DRAWS; draw++) {
    const one = random.integer(row.length);
    const other = random.integer(row.length);
    const isNone = one === best || other === best || row[one] === row[other] ||
      row[one] === -Infinity || row[other] === -Infinity;
    if (!isNone) return [one, other];
  }
  return [0, 0];
}

/**
 * Changes the scores of a row: two are exchanged (`drawPair`) and a constant is added to all, so
 * that the row is no longer as it was, nor what is left of it without its mean or its best score.
 *
 * No score becomes larger than `largest`, and all stay on their grid: constants are differences of
 * scores, and rounding to float32 keeps the leading bits. Sums are exact if they were.
 */
export function changeRow(
  row: Float64Array,
  { best, low, high }: RowFacts,
  largest: number,
  random: Random,
): void {
  const [one, other] = drawPair(row, best, random);
  [row[one], row[other]] = [row[other]!, row[one]!];
  const constant = row[random.integer(row.length)]! - row[random.integer(row.length)]!;
  const fits = Math.max(Math.abs(low + constant), Math.abs(high + constant)) <= largest;
  const shift = fits && Number.isFinite(constant) ? constant : 0;
  for (let y = 0; y < row.length; y++) row[y] = Math.fround(row[y]! + shift);
}
