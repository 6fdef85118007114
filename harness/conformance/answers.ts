/**
 * What must hold of a single answer of a decoder.
 *
 * @module
 */

import type { Decode, Decoded, Decoder, Work } from "../../decoders/contract.ts";
import { type Lattice, scorePath } from "../../decoders/lattice.ts";
import { brief } from "../../datasets/visible.ts";
import { leastWork } from "../problems/sequence/judge.ts";
import { expectedScores, type Instance } from "./instance.ts";

/** Of the labels of an answer: sentences that cannot be made smaller may have 20,000 positions. */
const SHOWN_CHARACTERS = 1_000;

/** An answer, copied so that later calls cannot change it, and the work it took. */
export interface Answer {
  /** The answer as returned, not copied. */
  readonly decoded: Decoded;
  /** Score of each path. */
  readonly scores: readonly number[];
  /** Labels of each path. */
  readonly labels: readonly (readonly number[])[];
  /** The bound, where one is given. */
  readonly bound: number | undefined;
  /** What was added to the counters. */
  readonly work: Work;
}

/**
 * Decodes one sentence with counters that start at `start`, and checks that `decode` only added
 * non-negative integers to them.
 *
 * @throws {Error} If it did not.
 */
export function answer(decode: Decode, lattice: Lattice, k: number, start = 0): Answer {
  const work = { iterations: start, nodeExpansions: start, edgeEvaluations: start };
  const decoded = decode(lattice, k, work);
  for (const counter of ["iterations", "nodeExpansions", "edgeEvaluations"] as const) {
    work[counter] -= start;
    if (!Number.isSafeInteger(work[counter]) || work[counter] < 0) {
      throw new Error(
        `decode() must add a non-negative integer to work.${counter}: added ${work[counter]}`,
      );
    }
  }
  if (!Array.isArray(decoded?.paths)) {
    throw new Error(`decode() must return an array of paths: ${decoded?.paths}`);
  }
  return {
    decoded,
    scores: decoded.paths.map(({ score }) => score),
    labels: decoded.paths.map(({ labels }) => copied(labels)),
    bound: decoded.bound,
    work,
  };
}

/** `Array.from`, which goes through an iterator: most of the suite's time would be that. */
function copied(labels: ArrayLike<number>): number[] {
  const copy: number[] = [];
  for (let i = 0; i < labels.length; i++) copy.push(labels[i]!);
  return copy;
}

/**
 * Checks the answer for one sentence: real, distinct, finite paths with their left-to-right
 * scores, best first; the reference's scores, if the decoder claims exactness, else none better;
 * a bound that holds; and no less work than an answer takes (`leastWork`).
 *
 * @throws {Error} If something is not as it must be; the message says what.
 */
export function checkAnswer(
  decoder: Decoder,
  instance: Instance,
  sentence: number,
  { decoded, scores, labels, bound, work }: Answer,
): void {
  const lattice = instance.lattices[sentence]!;
  const expected = expectedScores(instance, lattice);
  const refuse = (what: string): never => {
    const shown = brief(labels.map((path) => `[${path.join(", ")}]`).join(", "), SHOWN_CHARACTERS);
    throw new Error(
      `${what} in sentence ${sentence}\n` +
        `expected scores = [${expected.join(", ")}]\n` +
        `got scores      = [${scores.join(", ")}]\n` +
        `got labels      = [${shown}]`,
    );
  };
  decoded.paths.forEach((path, rank) => {
    if (!(path.labels instanceof Int32Array)) refuse(`labels of path ${rank} are no Int32Array`);
    if (path.labels.length !== lattice.length) refuse(`wrong length of path ${rank}`);
    if (path.labels.some((label) => label < 0 || label >= instance.model.labelCount)) {
      refuse(`label out of range in path ${rank}`);
    }
    if (!Number.isFinite(path.score)) refuse(`score of path ${rank} is not finite`);
    const score = scorePath(instance.model, lattice, path.labels);
    if (path.score !== score) refuse(`score of path ${rank} is not its left-to-right sum ${score}`);
    if (rank > 0 && path.score > scores[rank - 1]!) refuse(`path ${rank} is out of order`);
  });
  if (labels.length > 1 && new Set(labels.map((path) => path.join())).size < labels.length) {
    refuse("repeated path");
  }
  if (labels.length > instance.k) refuse(`more than k = ${instance.k} paths`);
  if (bound !== undefined && !(bound >= (expected[0] ?? -Infinity))) {
    refuse(`bound ${bound} is not an upper bound`);
  }
  const least = leastWork(
    lattice.length,
    instance.model.labelCount,
    scores.length,
    decoder.exact,
  );
  for (const counter of ["iterations", "nodeExpansions", "edgeEvaluations"] as const) {
    if (work[counter] >= least[counter]) continue;
    refuse(`work.${counter} must be at least ${least[counter]}: ${work[counter]}`);
  }
  if (!decoder.exact) {
    // Distinct real paths cannot be better than the reference, unless the reference is wrong.
    if (scores.length > expected.length) refuse("more paths than there are");
    if (scores.some((score, rank) => score > expected[rank]!)) refuse("better than the reference");
  } else if (
    scores.length !== expected.length || scores.some((score, rank) => score !== expected[rank])
  ) {
    refuse("wrong scores");
  }
}

/**
 * Checks that two answers to the same question are the same, counters included unless the decoder's
 * work may depend on earlier calls.
 *
 * @throws {Error} If they differ; `when` says what came between them.
 */
export function checkSame(
  { adaptive }: Decoder,
  first: Answer,
  second: Answer,
  sentence: number,
  when: string,
): void {
  const isSame = isEqual(first.scores, second.scores) && first.bound === second.bound &&
    first.labels.length === second.labels.length &&
    first.labels.every((path, rank) => isEqual(path, second.labels[rank]!)) &&
    (adaptive || isSameWork(first.work, second.work));
  if (isSame) return;
  const [before, after] = [first, second].map(({ scores, labels, bound, work }) =>
    JSON.stringify({ scores, labels, bound, work: adaptive ? undefined : work })
  );
  throw new Error(`another answer for sentence ${sentence} ${when}\n${before}\n${after}`);
}

/** Whether two arrays hold the same numbers. */
export function isEqual(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
  return true;
}

function isSameWork(one: Work, other: Work): boolean {
  return one.iterations === other.iterations && one.nodeExpansions === other.nodeExpansions &&
    one.edgeEvaluations === other.edgeEvaluations;
}
