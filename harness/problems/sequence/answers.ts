/**
 * Answers between the processes of the harness: as JSON, and on the clock in few bytes.
 *
 * @module
 */

import type { ReturnedPath } from "./judge.ts";
import type { Decoded } from "../../../decoders/contract.ts";
import type { Sheet } from "../contract.ts";

/** Labels and numbers of paths below this are in 16 bits. */
const NARROW = 2 ** 16;

/**
 * The paths of an answer that came as JSON, which writes −∞ as null and may say `1e999`. What is no
 * finite number is −∞ as a score, and what is none NaN as a label: no right path has them.
 *
 * @throws TypeError for anything but a list of paths with lists of labels
 */
export function readAnswer(value: unknown): ReturnedPath[] {
  if (!Array.isArray(value)) throw new TypeError("Cannot read an answer: it is no list of paths");
  return value.map((path: unknown, rank) => {
    const { score, labels }: Record<string, unknown> = { ...path as object };
    if (!Array.isArray(labels)) {
      throw new TypeError(`Cannot read path ${rank} of an answer: it has no list of labels`);
    }
    return {
      score: Number.isFinite(score) ? score as number : -Infinity,
      labels: labels.map((label) => typeof label === "number" ? label : NaN),
    };
  });
}

/** For each sentence how many paths, and the labels of each. */
type Integers = Uint16ArrayConstructor | Int32ArrayConstructor;

function integersFor(labelCount: number, k: number): Integers {
  return Math.max(labelCount, k + 1) < NARROW ? Uint16Array : Int32Array;
}

/** A sheet for the k best paths of sentences of such lengths, with memory for all. */
export function pathSheet(
  lengths: readonly number[],
  labelCount: number,
  k: number,
): Sheet<Decoded> {
  const scores = new Float64Array(lengths.length * k);
  const size = lengths.reduce((sum, length) => sum + 1 + k * length, 0);
  const integers = new (integersFor(labelCount, k))(size);
  let [sentence, pathEnd, labelEnd] = [0, 0, 0];
  return {
    clear() {
      sentence = pathEnd = labelEnd = 0;
    },
    add({ paths }) {
      const length = lengths[sentence++]!;
      const count = paths.length;
      if (!(count <= k)) throw new TypeError(`Cannot take an answer of ${count} paths: k is ${k}`);
      integers[labelEnd++] = count;
      for (let rank = 0; rank < count; rank++) {
        const { score, labels } = paths[rank]!;
        if (labels.length !== length) {
          throw new TypeError(`Cannot take a path of ${labels.length} labels for ${length} tokens`);
        }
        scores[pathEnd++] = score;
        for (let t = 0; t < length; t++) integers[labelEnd++] = labels[t]!;
      }
    },
    parts: () => [bytesOf(scores, pathEnd), bytesOf(integers, labelEnd)],
  };
}

/**
 * The paths of a sheet, whoever filled it.
 *
 * @param lengths T of each sentence
 * @throws RangeError if it is not for so many sentences
 */
export function readPaths(
  [scoreBytes, integerBytes]: readonly Uint8Array<ArrayBuffer>[],
  lengths: readonly number[],
  labelCount: number,
  k: number,
): ReturnedPath[][] {
  const Integers = integersFor(labelCount, k);
  const scores = new Float64Array(scoreBytes?.buffer ?? new ArrayBuffer(0));
  const integers = new Integers(integerBytes?.buffer ?? new ArrayBuffer(0));
  let [rank, at] = [0, 0];
  const answers = lengths.map((length) => {
    const count = Math.min(integers[at++] ?? 0, k);
    return Array.from({ length: count }, (): ReturnedPath => ({
      score: scores[rank++] ?? NaN,
      labels: integers.subarray(at, at += length),
    }));
  });
  if (rank === scores.length && at === integers.length) return answers;
  throw new RangeError(`Cannot read answers to ${lengths.length} sentences from another number`);
}

function bytesOf(values: Float64Array | InstanceType<Integers>, end: number): Uint8Array {
  return new Uint8Array(values.buffer, 0, end * values.BYTES_PER_ELEMENT);
}
