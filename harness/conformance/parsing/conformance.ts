/**
 * The conformance suite of parsing decoders: what each must satisfy, whoever wrote it.
 *
 * @module
 */

import { newWork, type Options } from "../../../decoders/contract.ts";
import type { Parse, Parsed, ParsingDecoder } from "../../../decoders/parsing/contract.ts";
import type { ParsingSentence } from "../../../decoders/parsing/model.ts";
import { descriptionDefect } from "../../decoders/load_decoder.ts";
import { variantName } from "../../decoders/variant.ts";
import { workDefect } from "../../problems/checked.ts";
import type { Case, ConformanceSettings } from "../conformance.ts";
import { variants } from "../instance.ts";
import {
  type Check,
  checkBeliefs,
  checkClaims,
  checkDerivation,
  checkPartition,
} from "./checks.ts";
import { type Expected, expectedOf } from "./expected.ts";
import {
  numbersOf,
  type ParsingInstance,
  parsingInstance,
  type ParsingSize,
} from "./generators.ts";

/** The sizes that a failure is looked for in, the smallest first. */
const SMALLER: readonly ParsingSize[] = [
  { length: 1, tags: 2 },
  { length: 2, tags: 2 },
  { length: 3, tags: 2 },
  { length: 4, tags: 3 },
];
/** The least share of instances that must have few enough derivations to be listed. */
const LEAST_COMPARED = 0.5;
/** What the emissions of a word get more. */
const CONSTANT = 64;
/** A unit with which hardly anything ties. */
const FINE = 2 ** -10;

/**
 * Lists what must hold of a parsing decoder, variant by variant, on random grammars and sentences
 * of which all derivations are listed: steps of the search space, derivations and their J, bounds
 * and what they claim, beliefs where they are exact, and that answers depend on the sentence alone.
 * J is compared with `===`.
 */
export function conformance(decoder: ParsingDecoder, settings: ConformanceSettings = {}): Case[] {
  const { runs = 100, seed = 1, options } = settings;
  const checked = options === undefined ? variants(decoder) : [options];
  const description = {
    variant: decoder.name,
    name: "the description is complete",
    run: () => {
      const defect = descriptionDefect(decoder) || contractDefect(decoder);
      if (defect !== "") throw new TypeError(`Cannot accept the decoder: ${defect}`);
    },
  };
  const cases = checked.flatMap((variant, index) =>
    variantCases(decoder, variant, seed, index === 0 ? runs : Math.ceil(runs / 4))
  );
  return [description, ...cases];
}

function contractDefect({ problem, maxK, prepare }: ParsingDecoder): string {
  if (problem !== "parsing") return `its problem is ${problem}, not parsing`;
  if (maxK !== 1) return `its maxK is ${maxK}, a parsing decoder finds one derivation`;
  return typeof prepare === "function" ? "" : `its prepare is ${prepare}`;
}

function variantCases(
  decoder: ParsingDecoder,
  options: Options,
  seed: number,
  runs: number,
): Case[] {
  const variant = variantName(decoder, options);
  const prepare = (instance: ParsingInstance) => decoder.prepare(instance.model, options);
  const checked = (name: string, check: Check, size: ParsingSize = {}): Case => {
    const defect = (instance: ParsingInstance, expected: Expected): string => {
      const parsed = prepare(instance)(instance.sentence, newWork());
      return check(instance, parsed, expected, decoder.exact);
    };
    return { variant, name, run: () => search(defect, size, seed, runs) };
  };
  return [
    checked("derivations are those of the search space, with their J", checkDerivation),
    checked("bounds hold, and claims are true", checkClaims),
    checked("the same with scores that tie", checkClaims, { unit: 1 }),
    checked("the same with much coupled", checkClaims, { coupling: 4 }),
    checked("the same with nothing coupled", checkClaims, { coupling: 0 }),
    checked("bounds on ln Z hold", checkPartition),
    checked("bounds on ln Z hold with much coupled", checkPartition, { coupling: 4 }),
    checked("beliefs are exact with nothing coupled", checkBeliefs, { coupling: 0 }),
    checked("beliefs are exact with one tag a word", checkBeliefs, { tags: 1 }),
    {
      variant,
      name: "answers depend on the sentence alone",
      run: () => search((instance) => sessionDefect(instance, prepare), {}, seed, runs),
    },
    {
      variant,
      name: "a constant on a word's emissions changes J alone",
      run: () => search((one) => constantDefect(one, prepare(one)), { unit: FINE }, seed, runs),
    },
  ];
}

/** Runs a check on random instances, and throws with the smallest one on which it fails. */
function search(
  defectOf: (instance: ParsingInstance, expected: Expected) => string,
  size: ParsingSize,
  seed: number,
  runs: number,
): void {
  const seeds = Array.from({ length: runs }, (_, run) => seed * 1_000_003 + run);
  const failure = (size: ParsingSize): string => {
    let compared = 0;
    for (const one of seeds) {
      const instance = parsingInstance(one, size);
      const expected = expectedOf(instance.model, instance.sentence);
      if (expected === undefined) continue;
      compared++;
      const found = attempt(() => defectOf(instance, expected));
      if (found !== "") return `${found}\nparsingInstance(${one}, ${JSON.stringify(size)})`;
    }
    if (compared >= LEAST_COMPARED * runs) return "";
    return `only ${compared} of ${runs} instances could be compared`;
  };
  const found = failure(size);
  if (found === "") return;
  const smaller = SMALLER.map((one) => failure({ ...one, ...size })).find((one) => one !== "");
  throw new Error(smaller ?? found);
}

/** What is wrong, an error included. */
function attempt(run: () => string): string {
  try {
    return run();
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}

/** Parses a sentence, another one, and the first again, on its own and after the other. */
function sessionDefect(
  instance: ParsingInstance,
  prepare: (instance: ParsingInstance) => Parse,
): string {
  const { sentence } = instance;
  const numbers = numbersOf(instance);
  const parse = prepare(instance);
  const [first, work, again] = [newWork(), newWork(), newWork()];
  const one = parse(sentence, first);
  const shown = show(one);
  if (numbersOf(instance) !== numbers) return "it changes the grammar or the sentence";
  const counted = workDefect(first);
  if (counted !== "") return `it ${counted}`;
  parse(shortened(sentence), work);
  if (show(parse(sentence, again)) !== shown) return "it answers otherwise the second time";
  if (show(one) !== shown) return "its answer changes when it parses another sentence";
  if (JSON.stringify(again) !== JSON.stringify(first)) {
    return "its work depends on what went before";
  }
  const traced = prepare(instance)(sentence, newWork(), () => {});
  return show(traced) === shown ? "" : "it answers otherwise when it is traced";
}

/** The first word of a sentence. */
function shortened(sentence: ParsingSentence): ParsingSentence {
  const { slots, levels } = sentence;
  const count = slots.offsets[1]!;
  return {
    ...sentence,
    length: 1,
    slots: {
      offsets: slots.offsets.slice(0, 2),
      tags: slots.tags.slice(0, count),
      emissions: slots.emissions.slice(0, count),
      leafScores: slots.leafScores.slice(0, count),
    },
    levels: { 20: levels[20].slice(0, count), 150: levels[150].slice(0, count) },
    ...(sentence.gold === undefined ? {} : { gold: { tags: sentence.gold.tags.slice(0, 1) } }),
  };
}

/** Every derivation gains the same. So a decoder must answer the same, with as much more J. */
function constantDefect({ sentence }: ParsingInstance, parse: Parse): string {
  const { slots } = sentence;
  const emissions = slots.emissions.map((score, slot) =>
    slot < slots.offsets[1]! ? score + CONSTANT : score
  );
  const before = parse(sentence, newWork());
  const after = parse({ ...sentence, slots: { ...slots, emissions } }, newWork());
  const expected = before.objective + CONSTANT;
  return after.objective === expected ? "" : `J is ${after.objective}, not ${expected}`;
}

function show({ derivation, proof, beliefs, ...rest }: Parsed): string {
  const arrays = [derivation?.tags, derivation?.steps, proof, beliefs];
  return JSON.stringify([rest, ...arrays.map((array) => array && Array.from(array))]);
}
