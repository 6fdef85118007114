/**
 * Whether a decoder is as fast on sentences that it cannot have seen as on those that it was timed
 * on, which it has seen many times.
 *
 * @module
 */

import type { Random } from "../../datasets/random.ts";
import type { UnseenSentence } from "../problems/contract.ts";
import type { Clock } from "../store/rows.ts";

/**
 * If an unseen sentence takes more than so many times as long as a timed one, that one was not
 * computed. Less proves nothing: other contents may cost a decoder that prunes half as much again,
 * and what is read for the first time comes from farther away.
 */
const FACTOR = 3;
/** Looks at a decoder by one clock while others compute; if it is too slow in all of them, … */
export const LOOKS = 3;
/** … it is looked at alone, and accused if it is too slow in all of these as well. */
export const LOOKS_ALONE = 5;

/** Batches of a look, by their median time: more where they are short. */
const LEAST_BATCHES = 3;
const MOST_BATCHES = 9;
/** A batch takes this share of one that is timed, … */
const BATCH_SHARE = 1 / 4;
/** … but has no more scores than these, unless those of one pass are more. */
const BATCH_SCORES = 2 ** 19;
/** … and no more passes than these. */
const BATCH_PASSES = 64;
/** No batch is begun after the time of so many that are timed. */
const LOOK_BATCHES = 10;

/** Where the contents for a clock begin: by no clock a decoder sees those of another. */
const FIRST_TURN: Readonly<Record<Clock, number>> = { decode: 0, memory64: 1, memory32: 2 };
const CLOCKS = 3;

/** Sentences that are drawn for the reference to decode. */
const REFERRED = 8;
/** Milliseconds that the reference may take for them, after the first. */
export const REFERRED_MS = 50;

/** What a decoder must not know before it is timed: contents, and which answers are compared. */
export interface Secret {
  readonly seed: number;
  /** The reference's answers. */
  readonly answers: readonly (readonly [UnseenSentence, unknown])[];
}

/** A number that nobody can know. */
export function secretSeed(): number {
  return crypto.getRandomValues(new Int32Array(1))[0]!;
}

/**
 * Draws the sentences that the reference is to decode, the most useful ones first: one of the first
 * turn by each clock, which slow decoders are looked at with, and others.
 *
 * @param sentences which every cell decodes
 */
export function drawReferred(sentences: number, random: Random): UnseenSentence[] {
  return Array.from({ length: REFERRED }, (_, i) => [
    random.integer(sentences),
    i < CLOCKS ? i : random.integer(CLOCKS * LEAST_BATCHES),
  ]);
}

/** What is known of a decoder by one clock. */
export interface Seen {
  readonly clock: Clock;
  /** T of the sentences that it was timed on. */
  readonly lengths: readonly number[];
  /** L. */
  readonly size: number;
  /** Milliseconds for a position. */
  readonly positionMs: number;
  /** Milliseconds of a batch. */
  readonly batchMs: number;
}

/** What to look at. */
export interface Look {
  readonly sentences: readonly number[];
  readonly batches: readonly (readonly number[])[];
  readonly atMostMs: number;
  /** Milliseconds that a batch takes if all is right, about. */
  readonly expectedMs: number;
}

/**
 * Chooses what to decode: all sentences, often enough to be timed, or, where that would take long,
 * some of them in any order, among them those whose answers are known.
 */
export function chooseLook(
  { clock, lengths, size, positionMs, batchMs }: Seen,
  { answers }: Secret,
  random: Random,
): Look {
  const wantedMs = BATCH_SHARE * batchMs;
  const known = answers.flatMap(([[sentence, turn]]) => turn === FIRST_TURN[clock] ? sentence : []);
  const sentences = [...new Set([...known, ...random.shuffle([...lengths.keys()])])]
    .filter((sentence) => sentence < lengths.length);
  const least = Math.max(1, new Set(known).size);
  let positions = 0;
  let count = 0;
  while (count < sentences.length && (count < least || positions * positionMs < wantedMs)) {
    positions += lengths[sentences[count++]!]!;
  }
  const expectedMs = positions * positionMs;
  const mostPasses = Math.min(BATCH_PASSES, Math.floor(BATCH_SCORES / (positions * size)));
  const passes = Math.max(1, Math.min(Math.ceil(wantedMs / expectedMs), mostPasses));
  const batches = Math.ceil(LEAST_BATCHES * wantedMs / (passes * expectedMs));
  const turns = Array.from(
    { length: Math.max(LEAST_BATCHES, Math.min(batches, MOST_BATCHES)) * passes },
    (_, i) => FIRST_TURN[clock] + CLOCKS * i,
  );
  return {
    sentences: random.shuffle(sentences.slice(0, count)),
    batches: Array.from(
      { length: turns.length / passes },
      (_, i) => turns.slice(i * passes, (i + 1) * passes),
    ),
    atMostMs: LOOK_BATCHES * batchMs,
    expectedMs: passes * expectedMs,
  };
}

/** Why a decoder remembers; empty if it is fast enough. */
export function slownessOf(busyMs: number, expectedMs: number): string {
  const factor = busyMs / expectedMs;
  return factor <= FACTOR
    ? ""
    : `remembers: what it has not seen takes ${factor.toPrecision(2)} times as long`;
}
