/**
 * What the conformance suite asks of a decoder, and how it is printed.
 *
 * @module
 */

import { remembered } from "../../datasets/dataset.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";
import { referenceScores } from "./oracles.ts";
import { resolveOptions } from "../../decoders/chain/options.ts";
import type { Description, Option, Options, OptionValue } from "../../decoders/contract.ts";

/** Longer rows are listed by what is not zero in them, which shrinking makes little. */
const SHOWN_LABELS = 16;
/** Entries of an array that are shown; longer ones only occur where shrinking was of no avail. */
const SHOWN_ENTRIES = 200;

/** A model and sentences that one prepared decoder decodes one after the other. */
export interface Instance {
  /** The shared part of the lattices. */
  readonly model: Model;
  /** At least one sentence. */
  readonly lattices: readonly Lattice[];
  /** Paths to ask for. */
  readonly k: number;
}

/**
 * A copy to hand to a decoder: one that changes its input must not change the instance, which is
 * shrunk, printed and put to other decoders.
 */
export function copyOf({ model, lattices, k }: Instance): Instance {
  return {
    model: { ...model, transitions: model.transitions.slice() },
    lattices: lattices.map(({ length, emissions, pairs }) => ({
      length,
      emissions: emissions.slice(),
      ...(pairs && { pairs: pairs.slice() }),
    })),
    k,
  };
}

/** Reference scores by model, lattice and k: most instances are put to many decoders. */
const references = new WeakMap<Model, WeakMap<Lattice, Map<number, number[]>>>();

/** `referenceScores` of a sentence, computed once. */
export function expectedScores({ model, k }: Instance, lattice: Lattice): readonly number[] {
  const ofModel = remembered(references, model, () => new WeakMap());
  const ofLattice = remembered(ofModel, lattice, () => new Map());
  return remembered(ofLattice, k, () => referenceScores(model, lattice, k));
}

/**
 * Prints an instance so that it can be read and pasted into a test: T of each sentence, L, k, the
 * flags, and every score to the last digit.
 */
export function showInstance({ model, lattices, k }: Instance): string {
  const { labelCount, transitions, exactSums, float32Exact } = model;
  const lengths = lattices.map(({ length }) => length).join(" and ");
  const lines = [
    `T = ${lengths}, L = ${labelCount}, k = ${k}, ` +
    `exactSums = ${exactSums}, float32Exact = ${float32Exact}`,
    `transitions = ${showRows(transitions, labelCount)}`,
  ];
  lattices.forEach(({ emissions, pairs }, sentence) => {
    const name = lattices.length === 1 ? "emissions" : `emissions of sentence ${sentence}`;
    lines.push(`${name} = ${showRows(emissions, labelCount)}`);
    if (pairs !== undefined) lines.push(`its pairs = ${showRows(pairs, labelCount)}`);
  });
  return lines.join("\n");
}

function showRows(scores: Float64Array, labelCount: number): string {
  const shown: string[] = [];
  if (labelCount <= SHOWN_LABELS && scores.length <= 4 * SHOWN_ENTRIES) {
    for (let start = 0; start < scores.length; start += labelCount) {
      shown.push(`[${scores.subarray(start, start + labelCount).join(", ")}]`);
    }
    return `[${shown.join(", ")}]`;
  }
  scores.forEach((score, index) => {
    const place = `[${Math.floor(index / labelCount)}][${index % labelCount}]`;
    if (score !== 0) shown.push(`${place} = ${score}`);
  });
  if (shown.length === 0) return "all zeros";
  const left = shown.splice(SHOWN_ENTRIES).length;
  return `zeros but for ${shown.join(", ")}${left > 0 ? ` and ${left} more` : ""}`;
}

/**
 * The defaults first, then each option in turn at each other value that is worth checking: every
 * choice, both booleans, and for numbers the least two and one beyond the default.
 */
export function variants(decoder: Description): Options[] {
  const defaults = resolveOptions(decoder);
  const others = Object.entries(decoder.options).flatMap(([name, option]) =>
    optionValues(option)
      .filter((value) => value !== option.default)
      .map((value) => ({ ...defaults, [name]: value }))
  );
  return [defaults, ...others];
}

/** The values of an option that are worth checking, the default among them. */
export function optionValues(option: Option): OptionValue[] {
  if (typeof option.default === "boolean") return [false, true];
  if (typeof option.default === "string") return [...option.choices ?? [option.default]];
  const least = option.minimum ?? 1;
  return [...new Set([least, least + 1, option.default, Math.max(8, 2 * option.default + 1)])];
}
