/**
 * The conformance suite: what every decoder must satisfy, whoever wrote it. The tests run it on
 * each file of `decoders/`, `deno task check` on any file.
 *
 * @module
 */

import fc from "fast-check";
import type { Decoder, Options } from "../../decoders/contract.ts";
import { variantName } from "../decoders/variant.ts";
import { EDGE_CASES, LONG_SENTENCE } from "./edge_cases.ts";
import { checkInvariance, INVARIANCES } from "./invariances.ts";
import { type Instance, optionValues, showInstance, variants } from "./instance.ts";
import {
  checkForms,
  checkFresh,
  checkOnce,
  checkRevisions,
  checkSession,
  checkTurns,
  checkViews,
} from "./sessions.ts";
import { SHRINKING_ATTEMPTS } from "./simplify.ts";
import { instances, type Regime, REGIMES, type Size, smallInstances } from "./generators.ts";
import { descriptionDefect } from "../decoders/load_decoder.ts";

/** One thing that must hold of one variant of a decoder. */
export interface Case {
  /** The variant, as `name{option=value}`. */
  readonly variant: string;
  /** What is checked. */
  readonly name: string;
  /**
   * Checks it.
   *
   * @throws {Error} If it does not hold. The message says what is wrong, and gives the shrunk
   * instance and the seed.
   */
  readonly run: () => void;
}

/** How thoroughly to check. */
export interface ConformanceSettings {
  /**
   * Random instances of each kind for the decoder's defaults, at least 1; other variants get a
   * quarter. Default 100.
   */
  readonly runs?: number;
  /** Seed of all that is random. Default 1. */
  readonly seed?: number;
  /** Checks this variant alone. Default: all of `variants`. */
  readonly options?: Options;
}

/** What `runCases` found. */
export interface ConformanceResult {
  /** Number of cases that hold. */
  readonly passed: number;
  /** The cases that do not, with the reason. */
  readonly failed: readonly { readonly name: string; readonly message: string }[];
}

/**
 * Lists what must hold of a decoder, variant by variant.
 *
 * All scores are compared with `===`, on scores whose sums are exact and on any decimals. Decoders
 * that do not claim exactness need not find the best paths; all else holds for them too.
 */
export function conformance(decoder: Decoder, settings: ConformanceSettings = {}): Case[] {
  const { runs = 100, seed = 1, options } = settings;
  const description = {
    variant: decoder.name,
    name: "the description is complete",
    run: () => checkDescription(decoder),
  };
  if (options) return [description, ...variantCases(decoder, options, runs, seed)];
  const cases = variants(decoder).flatMap((variant, index) =>
    variantCases(decoder, variant, index === 0 ? runs : Math.ceil(runs / 4), seed)
  );
  return [description, ...cases, ...combinationCases(decoder, runs, seed)];
}

/**
 * Runs cases of decoders or of parsers, calling `begin` before and `report` after each.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { conformance, runCases } from "./conformance.ts";
 * import decoder from "../../tests/wrong/beam_claiming_exactness.ts";
 *
 * const { failed } = runCases(conformance(decoder, { runs: 10 }));
 * assertEquals(failed.length > 0, true);
 * ```
 */
export function runCases(
  cases: readonly Case[],
  report: (name: string, message?: string) => void = () => {},
  begin: (name: string) => void = () => {},
): ConformanceResult {
  const failed: { name: string; message: string }[] = [];
  for (const { variant, name: caseName, run } of cases) {
    const name = `${variant}: ${caseName}`;
    begin(name);
    try {
      run();
      report(name);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      failed.push({ name, message });
      report(name, message);
    }
  }
  return { passed: cases.length - failed.length, failed };
}

/** The cases of one variant; `runs` random instances each, fewer where they are large. */
function variantCases(decoder: Decoder, options: Options, runs: number, seed: number): Case[] {
  const variant = variantName(decoder, options);
  const random = (regime: Regime, size: Size) => instances(regime, size, decoder.maxK);
  const few = Math.ceil(runs / 5);

  const property = (
    name: string,
    arbitrary: fc.Arbitrary<Instance>,
    numRuns: number,
    check = checkSession,
    more: () => fc.Parameters<[Instance]> = () => ({}),
  ): Case => ({
    variant,
    name,
    run: () =>
      hold(
        arbitrary,
        (instance) => check(decoder, options, instance),
        { seed, numRuns, ...more() },
        showInstance,
      ),
  });
  const given = (
    name: string,
    list: () => readonly Instance[],
    check = checkSession,
    endOnFailure = false,
  ): Case =>
    // The examples are all that is run; the arbitrary is there to shrink them.
    property(name, random("exact sums", "small"), 0, check, () => {
      const examples = list().map((instance): [Instance] => [
        { ...instance, k: Math.min(instance.k, decoder.maxK) },
      ]);
      return { numRuns: examples.length, examples, endOnFailure };
    });
  const turns: Case = {
    variant,
    name: "two models in turns",
    run: () =>
      hold(
        fc.tuple(random("exact sums", "small"), random("decimals", "small")),
        (pair) => checkTurns(decoder, options, pair),
        { seed, numRuns: few },
        (pair) => pair.map(showInstance).join("\nand\n"),
      ),
  };
  return [
    ...EDGE_CASES.map(([name, instance]) => given(name, () => [instance])),
    // What fails here fails because of the length: shrinking would take long and tell nothing.
    given("20,000 positions", () => [LONG_SENTENCE], checkOnce, true),
    // Once each: to decode them again shows nothing that it does not show on random ones.
    given(
      "all lattices of up to 3 labels",
      () => smallInstances(runs, decoder.maxK, seed),
      checkOnce,
    ),
    property("small lattices, exact sums", random("exact sums", "small"), runs),
    property("small lattices, decimals", random("decimals", "small"), runs),
    property("long sentences, exact sums", random("exact sums", "long"), few),
    property("long sentences, near-ties", random("decimals", "long"), runs),
    property("up to 33 labels, exact sums", random("exact sums", "medium"), few),
    property("up to 33 labels, decimals", random("decimals", "medium"), few),
    property("up to 70 labels, exact sums", random("exact sums", "large"), Math.ceil(few / 4)),
    property("up to 70 labels, decimals", random("decimals", "large"), Math.ceil(few / 4)),
    property("few transitions, exact sums", random("exact sums", "structured"), Math.ceil(few / 4)),
    property("few transitions, decimals", random("decimals", "structured"), Math.ceil(few / 4)),
    property("a used decoder and a fresh one", random("decimals", "small"), few, checkFresh),
    property("revised transitions", random("decimals", "small"), few, checkRevisions),
    property("batches and float32", random("decimals", "small"), few, checkForms),
    property("views and refilled lattices", random("decimals", "small"), few, checkViews),
    turns,
    ...decoder.pairs
      ? REGIMES.map((regime) =>
        property(`pairs at each position, ${regime}`, random(regime, "pairs"), few)
      )
      : [],
    ...decoder.exact
      ? INVARIANCES.map((invariance) =>
        property(
          invariance.name,
          random("exact sums", "medium"),
          few,
          (...what) => checkInvariance(invariance, ...what),
        )
      )
      : [],
  ];
}

/** Options that are right one at a time may be wrong together. */
function combinationCases(decoder: Decoder, runs: number, seed: number): Case[] {
  const entries = Object.entries(decoder.options);
  if (entries.length < 2) return [];
  const anyOptions = fc.record(Object.fromEntries(
    entries.map(([name, option]) => [name, fc.constantFrom(...optionValues(option))]),
  ));
  return REGIMES.map((regime) => ({
    variant: `${decoder.name}{…}`,
    name: `options in any combination, ${regime}`,
    run: () =>
      hold(
        fc.tuple(anyOptions, instances(regime, "small", decoder.maxK)),
        ([options, instance]) => checkSession(decoder, options, instance),
        { seed, numRuns: runs },
        ([options, instance]) => `options = ${JSON.stringify(options)}\n${showInstance(instance)}`,
      ),
  }));
}

/**
 * Runs a fast-check property.
 *
 * @throws {Error} With the shrunk counterexample, if there is one.
 */
function hold<T>(
  arbitrary: fc.Arbitrary<T>,
  check: (value: T) => void,
  parameters: fc.Parameters<[T]>,
  show: (value: T) => string,
): void {
  let attempts = 0;
  const property = fc.property(arbitrary, (value) => {
    if (attempts > SHRINKING_ATTEMPTS) return;
    try {
      check(value);
      if (attempts > 0) attempts++;
    } catch (error) {
      attempts++;
      throw error;
    }
  });
  const result = fc.check(property, parameters);
  if (!result.failed) return;
  const cause = result.errorInstance;
  // What the decoder threw is named by its class, what a check found is said as it is.
  const reason = cause instanceof Error && cause.name === "Error" ? cause.message : `${cause}`;
  const counterexample = result.counterexample ? show(result.counterexample[0]) : "none";
  const run = result.counterexamplePath?.split(":")[0];
  throw new Error(
    `${reason}\n${counterexample}\n` +
      `(shrunk ${result.numShrinks} times; seed ${result.seed}, run ${run})`,
    { cause },
  );
}

/**
 * Checks what a decoder says of itself: its name, texts, `maxK` and options.
 *
 * @throws {TypeError} If something is missing or not as the contract has it.
 */
function checkDescription(decoder: Decoder): void {
  const defect = descriptionDefect(decoder) ||
    (typeof decoder.prepare === "function" ? "" : `its prepare is ${decoder.prepare}`);
  if (defect !== "") throw new TypeError(`Cannot accept the decoder: ${defect}`);
}
