/**
 * What the parts of the study of the tutorial have in common: what they are given, and what they
 * find.
 *
 * @module
 */

import type { Lattice, Model } from "../../../decoders/lattice.ts";

/** Sentences that a claim of the tutorial is put to. */
export interface Subject {
  /** Name of the dataset. */
  readonly name: string;
  /** Their model. */
  readonly model: Model;
  /** The sentences. */
  readonly lattices: readonly Lattice[];
  /** Right labels of each, −1 where unknown; undefined if none is known. */
  readonly gold: readonly Int32Array[] | undefined;
  /** Seed of all that is drawn. */
  readonly seed: number;
}

/** A number that a claim is judged by. */
export interface Measured {
  /** What was counted or timed. */
  readonly quantity: string;
  /** Under which condition; empty if there is but one. */
  readonly condition: string;
  /** Number of the repetition, from 1. */
  readonly round: number;
  /** Sentences, or models, behind the number. */
  readonly sentences: number;
  /** The number. */
  readonly value: number;
  /** Its unit. */
  readonly unit: string;
}

/** Makes lines about one condition and so many sentences. */
export function measuredOn(
  sentences: number,
  condition = "",
): (quantity: string, value: number, unit: string) => Measured {
  return (quantity, value, unit) => ({ quantity, condition, round: 1, sentences, value, unit });
}
