/**
 * Answers of parsing decoders, as they tell them.
 *
 * @module
 */

import type { Parsed } from "../../../decoders/parsing/contract.ts";
import type { Derivation } from "../../../decoders/parsing/model.ts";
import { newWork, type Work } from "../../../decoders/contract.ts";

/** Numbers that a step of a derivation has. */
const STEP = 4;

/** An answer as it came out of a decoder: score, bound and proof are what it claims. */
export type ReturnedParse =
  & Pick<Parsed, "derivation" | "objective" | "bound" | "proof" | "converged" | "beam">
  & { readonly failure?: string };

/** An answer as JSON. */
export interface JsonParse {
  readonly tags: readonly number[] | null;
  readonly steps: readonly (readonly number[])[] | null;
  readonly failure: string | null;
  /** JSON has no −∞: null. */
  readonly objective: number | null;
  readonly bound: number | null;
  readonly proof: readonly number[] | null;
  readonly converged: boolean;
  readonly beam: number;
}

/** A result as JSON has it. */
export function parseToJson(
  { derivation, failure, objective, bound, proof, converged, beam }: Parsed,
): JsonParse {
  return {
    tags: derivation === undefined ? null : Array.from(derivation.tags),
    steps: derivation === undefined ? null : stepsOf(derivation),
    failure: failure ?? null,
    objective: Number.isFinite(objective) ? objective : null,
    bound: bound ?? null,
    proof: proof === undefined ? null : Array.from(proof),
    ...{ converged, beam },
  };
}

/** The rule uses of a derivation, [start, split, end, rule] each. */
export function stepsOf({ steps }: Derivation): number[][] {
  const listed: number[][] = [];
  for (let at = 0; at < steps.length; at += STEP) {
    listed[listed.length] = Array.from(steps.subarray(at, at + STEP));
  }
  return listed;
}

/**
 * An answer as a process gave it, whoever wrote it. As JSON it is the text that `parseToJson`
 * gives.
 *
 * @throws TypeError for what is no answer
 */
export function readParse(value: unknown): JsonParse {
  const { tags, steps, failure, objective, bound, proof, converged, beam }: Record<
    string,
    unknown
  > = { ...value as object };
  if (typeof converged !== "boolean") refuse("converged is neither true nor false");
  if (!isWhole(beam)) refuse(`its beam is ${beam}`);
  const words = optional("tags", tags, isListOf(isWhole));
  const uses = optional("steps", steps, isListOf(isStep));
  if ((words === null) !== (uses === null)) refuse("it has tags or steps without the others");
  return {
    tags: words,
    steps: uses,
    failure: optional("failure", failure, isText),
    objective: optional("objective", objective, isNumber),
    bound: optional("bound", bound, isNumber),
    proof: optional("proof", proof, isListOf(isNumber)),
    ...{ converged, beam },
  };
}

/**
 * Answers as a process wrote them, one after another.
 *
 * @throws TypeError or SyntaxError for what is no list of so many answers
 */
export function readParses(
  [text]: readonly Uint8Array<ArrayBuffer>[],
  { lengths }: { readonly lengths: readonly number[] },
): JsonParse[] {
  const value: unknown = JSON.parse(new TextDecoder().decode(text));
  if (Array.isArray(value) && value.length === lengths.length) return value.map(readParse);
  throw new TypeError(`Cannot read answers to ${lengths.length} sentences from another number`);
}

/** An answer that came as JSON. */
export function parseFromJson(
  { tags, steps, failure, objective, bound, proof, converged, beam }: JsonParse,
): ReturnedParse {
  return {
    ...(tags === null || steps === null ? {} : {
      derivation: { tags: Int32Array.from(tags), steps: Int32Array.from(steps.flat()) },
    }),
    ...(failure === null ? {} : { failure }),
    objective: objective ?? -Infinity,
    ...(bound === null ? {} : { bound }),
    ...(proof === null ? {} : { proof: Float64Array.from(proof) }),
    ...{ converged, beam },
  };
}

type Is<T> = (value: unknown) => value is T;

function optional<T>(name: string, value: unknown, is: Is<T>): T | null {
  if (value === null || value === undefined) return null;
  if (!is(value)) refuse(`its ${name} cannot be read`);
  return value;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** Text may say `1e999`, which is read as ∞, and no table holds that. */
function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

function isWhole(value: unknown): value is number {
  return Number.isInteger(value) && ((value as number) | 0) === value;
}

function isStep(value: unknown): value is number[] {
  return isListOf(isWhole)(value) && value.length === STEP;
}

function isListOf<T>(is: Is<T>): Is<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every(is);
}

function refuse(reason: string): never {
  throw new TypeError(`Cannot read an answer: ${reason}`);
}

/**
 * The least that a decoder counts for an answer: whoever returns a derivation of n words has made
 * the items of its n leaves and of its steps, and scored an edge for each step. An answer without a
 * derivation may need nothing: a word without tags says it all.
 */
export function leastWork({ tags, steps }: JsonParse): Work {
  if (tags === null || steps === null) return newWork();
  const items = tags.length + steps.length;
  return { iterations: 0, nodeExpansions: items, edgeEvaluations: steps.length };
}
