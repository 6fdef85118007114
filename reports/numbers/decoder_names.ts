/**
 * What the name of a decoder variant says.
 *
 * @module
 */

/** The decoder without its options: `beam` of `beam{width=5}`. */
export function baseName(decoder: string): string {
  return decoder.split("{")[0]!;
}

/** Whether all options have their defaults. */
export function isDefault(decoder: string): boolean {
  return baseName(decoder) === decoder;
}

/**
 * The options that a variant sets.
 *
 * @example
 * ```ts
 * import { optionsOf } from "./decoder_names.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(optionsOf("beam{width=5}"), { width: "5" });
 * assertEquals(optionsOf("beam"), {});
 * ```
 */
export function optionsOf(decoder: string): Record<string, string> {
  const settings = /\{(.*)\}$/.exec(decoder)?.[1];
  return settings === undefined
    ? {}
    : Object.fromEntries(settings.split(",").map((part) => part.split("=")));
}

/** The width of a beam without other options; undefined for all other decoders. */
export function beamWidth(decoder: string): number | undefined {
  if (decoder === "beam") return 1; // The default.
  const match = /^beam\{width=(\d+)\}$/.exec(decoder);
  return match === null ? undefined : Number(match[1]);
}
