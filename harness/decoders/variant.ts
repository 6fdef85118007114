/**
 * Decoder variants: a decoder with some of its options set, `name{option=value,…}`.
 *
 * @module
 */

import { mayBe, resolveOptions, valuesOf } from "../../decoders/chain/resolve_options.ts";
import type {
  Decoder,
  Description,
  Option,
  Options,
  OptionValue,
} from "../../decoders/contract.ts";
import type { FoundDecoder } from "./load_decoder.ts";
import { unknownName, UsageError } from "../terminal/usage_error.ts";

/** A decoder with all its options resolved. */
export interface Variant<D extends Description = Decoder> {
  /** The name with the options that differ from their defaults, in the decoder's order. */
  readonly name: string;
  /** The decoder. */
  readonly decoder: D;
  /** URL of the module that prepares it: the decoder's, or its extension. */
  readonly url: string;
  /** Every option. */
  readonly options: Options;
}

/**
 * Resolves a variant as written on the command line.
 *
 * @throws UsageError for unknown decoders, options and values
 */
export function resolveVariant<D extends Description>(
  text: string,
  decoders: readonly FoundDecoder<D>[],
): Variant<D> {
  const match = /^([^{}]+)(?:\{([^{}]*)\})?$/.exec(text.trim());
  if (match === null) {
    throw new UsageError(`Cannot read the decoder "${text}": write NAME or NAME{option=value,…}`);
  }
  const found = decoders.find(({ value }) => value.name === match[1]);
  if (found === undefined) {
    throw unknownName("decoder", match[1]!, decoders.map(({ value }) => value.name));
  }
  const decoder = found.value;
  const given: Record<string, OptionValue> = {};
  for (const setting of (match[2] ?? "").split(",").filter((part) => part.trim() !== "")) {
    const [name, value, ...rest] = setting.split("=").map((part) => part.trim());
    if (value === undefined || rest.length > 0) {
      throw new UsageError(`Cannot read the option "${setting}" of ${decoder.name}: write a=b`);
    }
    const option = Object.hasOwn(decoder.options, name!) ? decoder.options[name!] : undefined;
    if (option === undefined) {
      throw unknownName(`option of ${decoder.name}`, name!, Object.keys(decoder.options));
    }
    if (Object.hasOwn(given, name!)) {
      throw new UsageError(`Cannot set "${name}" of ${decoder.name} twice: ${text}`);
    }
    given[name!] = parseValue(value, option, `option "${name}" of ${decoder.name}`);
  }
  const options = resolveOptions(decoder, given);
  return { name: variantName(decoder, options), decoder, url: moduleOf(found, options), options };
}

function moduleOf({ url, extension }: FoundDecoder<Description>, options: Options): string {
  const isExtended = extension !== undefined && options[extension.option] === extension.value;
  return isExtended ? extension.module : url;
}

/** `name{option=value,…}` with the options that differ from their defaults. */
export function variantName(decoder: Description, options: Options): string {
  const settings = Object.entries(decoder.options)
    .filter(([name, option]) => options[name] !== option.default)
    .map(([name]) => `${name}=${options[name]}`);
  return settings.length === 0 ? decoder.name : `${decoder.name}{${settings.join(",")}}`;
}

/**
 * Splits a list at the commas outside braces: `a{x=1,y=2},b` has two items.
 *
 * @throws UsageError for an empty item, as nobody can tell what it was to be
 */
export function splitVariants(list: string): string[] {
  const items = list.match(/(?:[^,{]|\{[^}]*\}?)+/g) ?? [];
  if (items.join() !== list || items.some((item) => item.trim() === "")) {
    throw new UsageError(`Cannot read the list "${list}": an item is empty`);
  }
  return items.map((item) => item.trim());
}

const SWITCH = new Map([["true", true], ["on", true], ["false", false], ["off", false]]);

function parseValue(text: string, option: Option, what: string): OptionValue {
  const usual = option.default;
  const value = typeof usual === "boolean"
    ? SWITCH.get(text)
    : typeof usual === "number"
    ? (text === "" ? NaN : Number(text))
    : text;
  if (value !== undefined && mayBe(option, value)) return value;
  if (option.choices !== undefined) throw unknownName(`value of the ${what}`, text, option.choices);
  throw new UsageError(`Cannot set the ${what} to "${text}": it is ${valuesOf(option)}`);
}
