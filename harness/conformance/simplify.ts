/**
 * Shrinking: the instances that are a little simpler than a given one. fast-check follows those
 * that still fail, so that what is printed is small enough to be worked out by hand.
 *
 * @module
 */

import type { Lattice, Model } from "../../decoders/lattice.ts";
import { selectPart } from "../problems/sequence/lattice_file.ts";
import type { Instance } from "./instance.ts";

/**
 * Yields simpler instances, the greatest simplifications first: fewer sentences, labels and
 * positions, a smaller k, then scores that are zero, integers or have fewer digits.
 *
 * Each is strictly simpler by that order, so following them ends. Scores on a dyadic grid stay on
 * it, so `exactSums` remains true.
 */
export function* simplerInstances(instance: Instance): Generator<Instance> {
  const { model, lattices, k } = instance;
  for (const kept of keptIndices(lattices.length)) {
    yield { ...instance, lattices: kept.map((sentence) => lattices[sentence]!) };
  }
  for (const kept of keptIndices(model.labelCount)) yield withLabels(instance, kept);
  for (let sentence = 0; sentence < lattices.length; sentence++) {
    for (const kept of keptIndices(lattices[sentence]!.length)) {
      yield withLattice(instance, sentence, withPositions(model, lattices[sentence]!, kept));
    }
  }
  for (const simpler of new Set([1, Math.ceil(k / 2), k - 1])) {
    if (simpler >= 1 && simpler < k) yield { ...instance, k: simpler };
  }
  for (const transitions of simplerScores(model.transitions, model.exactSums === true)) {
    yield { ...instance, model: { ...model, transitions } };
  }
  for (let sentence = 0; sentence < lattices.length; sentence++) {
    const lattice = lattices[sentence]!;
    for (const emissions of simplerScores(lattice.emissions, model.exactSums === true)) {
      yield withLattice(instance, sentence, { ...lattice, emissions });
    }
  }
}

/** Simpler instances that are tried on a failure: large lattices have too many to try them all. */
export const SHRINKING_ATTEMPTS = 3_000;

/** Follows the simpler instances that still fail until none does, or too many have been tried. */
export function simplestFailing(
  instance: Instance,
  fails: (instance: Instance) => boolean,
): Instance {
  let simplest = instance;
  let candidates = simplerInstances(simplest);
  for (let attempt = 0; attempt < SHRINKING_ATTEMPTS; attempt++) {
    const { done, value } = candidates.next();
    if (done) break;
    if (!fails(value)) continue;
    simplest = value;
    candidates = simplerInstances(simplest);
  }
  return simplest;
}

/** Indices 0 … count−1 without one chunk: first without a half, at last without a single one. */
function* keptIndices(count: number): Generator<number[]> {
  const all = Array.from({ length: count }, (_, index) => index);
  for (const [start, end] of chunks(count)) {
    const kept = all.filter((index) => index < start || index >= end);
    if (kept.length > 0) yield kept;
  }
}

/** Chunks of all of 0 … count, of its halves, quarters, … down to single elements. */
function* chunks(count: number): Generator<[start: number, end: number]> {
  for (let size = count; size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < count; start += size) yield [start, Math.min(start + size, count)];
  }
}

function withLabels({ model, lattices, k }: Instance, labels: number[]): Instance {
  const parts = lattices.map((lattice) =>
    selectPart(model, lattice, { positions: [...Array(lattice.length).keys()], labels })
  );
  return { model: parts[0]![0], lattices: parts.map(([, lattice]) => lattice), k };
}

function withPositions(model: Model, lattice: Lattice, positions: number[]): Lattice {
  return selectPart(model, lattice, { positions, labels: [...Array(model.labelCount).keys()] })[1];
}

function withLattice(instance: Instance, sentence: number, lattice: Lattice): Instance {
  return { ...instance, lattices: instance.lattices.with(sentence, lattice) };
}

/**
 * The scores less an offset, with a chunk zeroed, with all of them simplified, with a single one.
 */
function* simplerScores(scores: Float64Array, dyadic: boolean): Generator<Float64Array> {
  const offset = Math.trunc(
    scores.filter(Number.isFinite).reduce((a, b) => Math.min(a, b), Infinity),
  );
  if (dyadic && offset !== 0 && Number.isFinite(offset)) {
    yield scores.map((score) => score - offset);
  }
  for (const [start, end] of chunks(scores.length)) {
    if (scores.subarray(start, end).some((score) => score !== 0)) {
      yield scores.slice().fill(0, start, end);
    }
  }
  const simpler = Array.from(scores, (score) => simplerNumbers(score, dyadic));
  const most = Math.max(...simpler.map((choices) => choices.length));
  for (let choice = 0; choice < most; choice++) {
    yield scores.map((score, index) => simpler[index]![choice] ?? score);
  }
  for (let index = 0; index < scores.length; index++) {
    for (const choice of simpler[index]!) yield scores.with(index, choice);
  }
}

/** Numbers nearer to zero or with fewer digits; adding 0 turns −0 into 0. */
function simplerNumbers(score: number, dyadic: boolean): number[] {
  if (score === 0 || score === -Infinity) return [];
  if (Number.isInteger(score)) {
    // Not one by one from a million down.
    const last = Math.abs(score) <= 16 ? 1 : Math.abs(score % 1000) || 1000;
    return [Math.trunc(score / 1000), Math.trunc(score / 2), score - Math.sign(score) * last]
      .map((simpler) => simpler + 0);
  }
  if (dyadic) {
    return [1, 2, 8, 64].map((scale) => Math.trunc(score * scale) / scale + 0)
      .filter((simpler) => simpler !== score);
  }
  return [0, 1, 2, 3].map((digits) => Number(score.toFixed(digits)) + 0)
    .filter((simpler) => `${simpler}`.length < `${score}`.length);
}
