/**
 * Options that several decoders declare, and a value for every option of one.
 *
 * @module
 */

import type { Declared, Description, GivenOptions, Option, OptionsOf } from "../contract.ts";
import { checkKeys } from "./known_keys.ts";

/**
 * Fills in the defaults of the options that are not given.
 *
 * @throws TypeError for an option that the decoder does not declare, and for what are no options
 * @throws RangeError for a value that the option may not have
 *
 * @example
 * ```ts
 * import beam from "../beam.ts";
 * import { resolveOptions } from "./options.ts";
 * import { assertEquals, assertThrows } from "@std/assert";
 *
 * assertEquals(resolveOptions(beam, { width: 5 }), { width: 5, kernel: "plain" });
 * assertThrows(() => resolveOptions(beam, { width: 0 }), RangeError, "at least 1");
 * ```
 */
export function resolveOptions<D extends Declared>(
  { name, options: declared }: Description<D>,
  given: GivenOptions<D> = {},
): OptionsOf<D> {
  checkKeys(given, Object.keys(declared), name);
  for (const [option, value] of Object.entries(given)) {
    if (!mayBe(declared[option]!, value)) {
      const what = valuesOf(declared[option]!);
      throw new RangeError(
        `Cannot set the option "${option}" of ${name} to ${value}: it is ${what}`,
      );
    }
  }
  const defaults = Object.entries(declared).map(([option, { default: value }]) => [option, value]);
  return { ...Object.fromEntries(defaults), ...given };
}

/** Whether an option may have that value. */
export function mayBe({ default: usual, choices, minimum }: Option, value: unknown): boolean {
  if (typeof value !== typeof usual) return false;
  if (typeof value === "string") return choices === undefined || choices.includes(value);
  return typeof value === "boolean" ||
    (Number.isInteger(value) && (value as number) >= (minimum ?? -Infinity));
}

/** What the value of an option is, for messages. */
export function valuesOf({ default: usual, choices, minimum }: Option): string {
  if (typeof usual === "boolean") return "true or false";
  if (typeof usual === "string") return choices?.join(" or ") ?? "a string";
  return `a whole number${minimum === undefined ? "" : ` of at least ${minimum}`}`;
}

/** Of decoders whose inner loops are written twice. */
export const KERNEL = {
  default: "plain",
  choices: ["plain", "simd"],
  meaning: "inner loops in TypeScript, or in WebAssembly with SIMD",
} as const;

/** Of decoders that split groups of labels until their best path has none. */
export const EXPANSION = {
  default: "column",
  choices: ["column", "uniform"],
  meaning: "split the groups on the best path, or those of all positions",
} as const;

/** Of the papers' decoders that can order labels otherwise than the papers. */
export const ORDER = {
  default: "rank",
  choices: ["rank", "emission"],
  meaning: "labels become active by frequency, or at each position by its centred emissions",
} as const;
