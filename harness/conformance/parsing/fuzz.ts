/**
 * Fuzzing parsing decoders: as many random grammars as time allows.
 *
 * @module
 */

import { newWork, type Options } from "../../../decoders/contract.ts";
import type { ParsingDecoder } from "../../../decoders/parsing/contract.ts";
import { variantName } from "../../decoders/variant.ts";
import { seededRandom } from "../generators.ts";
import { drawOptions } from "../fuzz.ts";
import { checkBeliefs, checkClaims, checkDerivation, checkPartition } from "./checks.ts";
import { type Expected, expectedOf } from "./expected.ts";
import {
  numbersOf,
  type ParsingInstance,
  parsingInstance,
  type ParsingSize,
} from "./generators.ts";

/** Sizes that a failure is looked for in, the smallest first. */
const SMALLER: readonly ParsingSize[] = [
  ...[1, 2, 3, 4, 5].map((length) => ({ length, tags: 2 })),
  ...[3, 4, 5].map((length) => ({ length })),
];
/** Seeds of smaller instances that are tried at each size. */
const TRIES = 200;
/** Instances of one model: of many there are too many derivations to list them. */
const MOST_ATTEMPTS = 100;

/** How an instance was drawn. */
interface Drawn {
  readonly seed: number;
  readonly size: ParsingSize;
}

/**
 * Puts one random grammar with a sentence of up to six words to a decoder with random options, and
 * holds the answer against all derivations, which are listed: the step of the search space, J,
 * bounds and claims (`===`), bounds on ln Z, and beliefs where nothing is coupled.
 *
 * @param model number of the grammar; the same seed and number give the same instance and options
 * @param fixed options that are not drawn
 * @returns what is wrong with the answer to the smallest such instance; empty if nothing is
 */
export function fuzzParser(
  decoder: ParsingDecoder,
  seed: number,
  model: number,
  fixed: Options,
): string {
  const random = seededRandom((Math.imul(seed, 0x9e3779b9) + model) | 0);
  const size = random.integer(0, 3) === 0 ? { coupling: 0 } : {};
  const options = { ...drawOptions(decoder, random), ...fixed };
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const drawn = { seed: random.integer(0, 2 ** 31 - 1), size };
    const reason = reasonOf(decoder, options, drawn);
    if (reason === undefined) continue;
    return reason === "" ? "" : smallestFailure(decoder, options, fixed, drawn);
  }
  throw new Error(`Cannot list the derivations of model ${model}: there are too many each time`);
}

/** A failure with options at their defaults and on a smaller instance, as far as there is one. */
function smallestFailure(
  decoder: ParsingDecoder,
  options: Options,
  fixed: Options,
  drawn: Drawn,
): string {
  const simplest = { ...options };
  for (const [name, { default: value }] of Object.entries(decoder.options)) {
    if (Object.hasOwn(fixed, name)) continue;
    if (reasonOf(decoder, { ...simplest, [name]: value }, drawn)) simplest[name] = value;
  }
  const messageOf = ({ seed, size }: Drawn, reason: string | undefined) =>
    `${variantName(decoder, simplest)}: ${reason}\n` +
    `parsingInstance(${seed}, ${JSON.stringify(size)})`;
  for (const smaller of SMALLER) {
    for (let turn = 0; turn < TRIES; turn++) {
      const other = { seed: drawn.seed + turn, size: { ...drawn.size, ...smaller } };
      const reason = reasonOf(decoder, simplest, other);
      if (reason) return messageOf(other, reason);
    }
  }
  return messageOf(drawn, reasonOf(decoder, simplest, drawn));
}

/** What is wrong with an answer, "" if nothing is; undefined if it cannot be told. */
function reasonOf(
  decoder: ParsingDecoder,
  options: Options,
  { seed, size }: Drawn,
): string | undefined {
  const instance = parsingInstance(seed, size);
  const expected = expectedOf(instance.model, instance.sentence);
  if (expected === undefined) return undefined;
  try {
    return defectOf(decoder, options, instance, expected, size);
  } catch (error) {
    return String(error);
  }
}

function defectOf(
  decoder: ParsingDecoder,
  options: Options,
  instance: ParsingInstance,
  expected: Expected,
  { coupling }: ParsingSize,
): string {
  const numbers = numbersOf(instance);
  const parsed = decoder.prepare(instance.model, options)(instance.sentence, newWork());
  if (numbersOf(instance) !== numbers) return "it changes the grammar or the sentence";
  const always = [checkDerivation, checkClaims, checkPartition];
  const checks = coupling === 0 ? [...always, checkBeliefs] : always;
  for (const check of checks) {
    const defect = check(instance, parsed, expected, decoder.exact);
    if (defect !== "") return defect;
  }
  return "";
}
