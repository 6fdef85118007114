/**
 * Fuzzing: exact decoders on as many random models as time allows. The tests run the same
 * generators for a second or two a decoder; `deno task fuzz` runs them for hours.
 *
 * @module
 */

import type { Decoder, Description, Options } from "../../decoders/contract.ts";
import { variantName } from "../decoders/variant.ts";
import { type Instance, optionValues, showInstance } from "./instance.ts";
import { checkSession } from "./sessions.ts";
import { simplestFailing } from "./simplify.ts";
import { drawInstance, type Random, REGIMES, seededRandom, type Size } from "./generators.ts";
import { ENUMERATION_LIMIT, sequenceCount } from "./oracles.ts";

/** Most models are small enough to enumerate all paths; some are not. */
const SIZES: readonly Size[] = ["small", "small", "small", "small", "medium", "long", "structured"];
const SIZES_WITH_PAIRS: readonly Size[] = [...SIZES, "pairs"];

/** A wrong answer to a random instance. */
export class FuzzFailure extends Error {
  override name = "FuzzFailure";

  /** @param reason what is wrong with the answer */
  constructor(
    readonly decoder: Decoder,
    readonly options: Options,
    readonly instance: Instance,
    readonly drawn: { readonly seed: number; readonly model: number; readonly fixed: Options },
    reason: string,
  ) {
    super(
      `${variantName(decoder, options)}: ${reason}\n${showInstance(instance)}\n` +
        `(seed ${drawn.seed}, model ${drawn.model})`,
    );
  }
}

/**
 * Puts one random instance to a decoder with random options and checks the answer as the
 * conformance suite does.
 *
 * @param model number of the model; the same seed and number give the same instance and options
 * @param fixed options that are not drawn
 * @throws {FuzzFailure} with the instance, the variant, the seed and the number, if an answer is
 * wrong
 */
export function fuzzOne(
  decoder: Decoder,
  seed: number,
  model: number,
  fixed: Options = {},
): void {
  // Consecutive seeds would give overlapping models for neighbouring seeds.
  const random = seededRandom((Math.imul(seed, 0x9e3779b9) + model) | 0);
  const instance = withAnyK(
    drawInstance(
      random.integer(0, 2 ** 31 - 1),
      random.pick(REGIMES),
      random.pick(decoder.pairs ? SIZES_WITH_PAIRS : SIZES),
      decoder.maxK,
    ),
    decoder.maxK,
    random,
  );
  const options = { ...drawOptions(decoder, random), ...fixed };
  const reason = reasonOf(decoder, options, instance);
  const drawn = { seed, model, fixed };
  if (reason !== "") throw new FuzzFailure(decoder, options, instance, drawn, reason);
}

/**
 * The failure with options at their defaults and an instance made simpler, as far as it remains.
 */
export function shrinkFailure({ decoder, options, instance, drawn }: FuzzFailure): FuzzFailure {
  const simplest = { ...options };
  for (const [name, { default: value }] of Object.entries(decoder.options)) {
    if (Object.hasOwn(drawn.fixed, name)) continue;
    if (reasonOf(decoder, { ...simplest, [name]: value }, instance) !== "") simplest[name] = value;
  }
  const small = simplestFailing(instance, (part) => reasonOf(decoder, simplest, part) !== "");
  return new FuzzFailure(decoder, simplest, small, drawn, reasonOf(decoder, simplest, small));
}

/** What is wrong with the answer to an instance; empty if nothing is. */
function reasonOf(decoder: Decoder, options: Options, instance: Instance): string {
  try {
    checkSession(decoder, options, instance);
    return "";
  } catch (error) {
    return error instanceof Error && error.name === "Error" ? error.message : String(error);
  }
}

/**
 * Where all paths can be enumerated, k is mostly drawn from 1 … 2·L^T, T being that of the first
 * sentence: half of these evenly, half evenly on a logarithmic scale. Elsewhere it stays.
 */
function withAnyK(instance: Instance, maxK: number, random: Random): Instance {
  const most = 2 * sequenceCount(instance.model, instance.lattices[0]!);
  const choice = random.integer(0, 4);
  if (most > 2 * ENUMERATION_LIMIT || choice === 0) return instance;
  const k = choice <= 2 ? random.integer(1, most) : Math.floor(most ** random.unit());
  return { ...instance, k: Math.min(k, maxK) };
}

/** Options as they are drawn, any of the values that are worth checking. */
export function drawOptions({ options }: Description, random: Random): Options {
  return Object.fromEntries(
    Object.entries(options).map(([name, option]) => [name, random.pick(optionValues(option))]),
  );
}
