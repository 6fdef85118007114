/**
 * The option variants of a decoder that are worth checking.
 *
 * @module
 */

import { resolveOptions } from "../../decoders/chain/resolve_options.ts";
import type { Description, Option, Options, OptionValue } from "../../decoders/contract.ts";

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
