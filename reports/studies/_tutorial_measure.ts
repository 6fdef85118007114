/**
 * What the measures of the tutorial's claims have in common: what they are put to, what they find,
 * and how they count and time.
 *
 * @module
 */

import { largestMagnitude, type Lattice, type Model } from "../../decoders/lattice.ts";
import type { Estimate } from "../../decoders/probability/estimate.ts";
import { type LineOf, number, optional, text } from "../../harness/store/table.ts";
import { timedInTurns } from "./_resampled.ts";

/** A model and sentences. */
export interface Scored {
  /** The model. */
  readonly model: Model;
  /** The sentences. */
  readonly lattices: readonly Lattice[];
}

/** Sentences that a claim of the tutorial is put to. */
export interface Subject extends Scored {
  /** Right labels of each, −1 where unknown; undefined if none is known. */
  readonly gold: readonly Int32Array[] | undefined;
  /** Seed of all that is drawn. */
  readonly seed: number;
}

/** The columns of the study: of a number that a claim is judged by. */
export const COLUMNS = {
  /** Name of the claim. */
  claim: text,
  /** What was counted or timed. */
  quantity: text,
  dataset: text,
  labels: optional(number),
  /** Under which condition; empty if there is but one. */
  condition: text,
  /** Number of the repetition, from 1. */
  round: number,
  /** Sentences, or models, behind the number. */
  sentences: number,
  value: number,
  unit: text,
};

/** What a measure finds. */
export type Measured = Omit<LineOf<typeof COLUMNS>, "claim" | "dataset" | "labels">;

/** Makes lines about one condition and so many sentences. */
export function measuredOn(
  sentences: number,
  condition = "",
): (quantity: string, value: number, unit: string) => Measured {
  return (quantity, value, unit) => ({ quantity, condition, round: 1, sentences, value, unit });
}

/** Number of items of which something holds. */
export function count<T>(items: readonly T[], isOne: (item: T) => boolean): number {
  return items.filter(isOne).length;
}

/** Whether two values of the same sum are farther apart than their errors allow. */
export function differ(one: Estimate, other: Estimate): boolean {
  return !(Math.abs(one.value - other.value) <= one.error + other.error);
}

/** All scores times a number, so that the largest becomes so large. */
export function scaledTo(largest: number, { model, lattices }: Scored): Scored {
  const found = [model.transitions, ...lattices.map(({ emissions }) => emissions)]
    .reduce((most, scores) => Math.max(most, largestMagnitude(scores)), 0);
  const factor = found === 0 ? 1 : largest / found;
  const scaled = (scores: Float64Array) => scores.map((score) => score * factor);
  return {
    model: { ...model, transitions: scaled(model.transitions) },
    lattices: lattices.map(({ length, emissions }) => ({ length, emissions: scaled(emissions) })),
  };
}

/** Sentences whose emissions are higher by a constant. */
export function raised(by: number, lattices: readonly Lattice[]): Lattice[] {
  return lattices.map(({ length, emissions }) => ({
    length,
    emissions: emissions.map((score) => score + by),
  }));
}

/** What is timed. */
export interface Way {
  /** The condition of its lines. */
  readonly name: string;
  /** Those of a pass. */
  readonly sentences: number;
  /** Goes over them once: milliseconds a sentence. */
  pass(): number | Promise<number>;
}

/** Milliseconds a sentence of passes that take turns. */
export async function timeInTurns(
  ways: readonly Way[],
  effort: Parameters<typeof timedInTurns>[1],
): Promise<Measured[]> {
  return (await timedInTurns(ways, effort)).map(({ way: { name, sentences }, round, ms }) => ({
    ...measuredOn(sentences, name)("time a sentence", ms, "ms"),
    round,
  }));
}
