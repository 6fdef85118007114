/**
 * Loading the module of a decoder into the process that asks for it, and what keeps it from being
 * one.
 *
 * @module
 */

import { type Found, reasonOf } from "../../datasets/modules.ts";
import { isRecord } from "../../datasets/visible.ts";
import type { Decoder, Description, Extension, Option, Options } from "../../decoders/contract.ts";
import { mayBe } from "../../decoders/chain/options.ts";

/** Lower case with hyphens. */
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** The name of the control's rows, which no decoder has. */
export const CONTROL = "control";
/** Names of options are those of variables. */
const OPTION_NAME = /^[A-Za-z]\w*$/;
/** The longest name, text and list, in characters and items. */
const LONGEST = { name: 60, text: 1000, list: 100 };
// deno-lint-ignore no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/;
/** Characters of a wrong value that are shown. */
const SHOWN = 60;

/** A decoder and the URL of its module. */
export interface FoundDecoder<D extends Description> extends Found<D> {
  /** What its module leaves to another one, whose URL is absolute. */
  readonly extension?: Extension;
}

/** A decoder, or why its module gives none. */
export type Loaded<D extends Description> = FoundDecoder<D> | string;

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

/** Why a module gives none that does not mean to. */
export const NO_DEFAULT = "it has no default export, so it is no decoder";

/**
 * Imports the decoder of a module, with its extension if it has one: then the value is what that
 * exports.
 */
export async function loadDecoder<D extends Description>(url: string): Promise<Loaded<D>> {
  try {
    const { default: value, EXTENSION } = await import(url) as {
      default?: D;
      EXTENSION?: Extension;
    };
    if (value === undefined) return NO_DEFAULT;
    const defect = decoderDefect(value);
    if (defect !== "") return defect;
    if (EXTENSION === undefined) return { url, value };
    const module = new URL(EXTENSION.module, url).href;
    const { default: whole } = await import(module) as { default: D };
    return { url, value: whole, extension: { ...EXTENSION, module } };
  } catch (error) {
    return reasonOf(error);
  }
}

/** The decoder of a module that is known to be one. */
export async function importDecoder<D extends Description>(url: string): Promise<D> {
  return (await import(url) as { default: D }).default;
}

/** What keeps a default export from being a decoder, of whatever problem; empty if nothing does. */
function decoderDefect(value: object): string {
  const { name, prepare, options }: Record<string, unknown> = { ...value };
  const lacks = typeof name !== "string"
    ? "name"
    : typeof prepare !== "function"
    ? "prepare"
    : typeof options !== "object"
    ? "options"
    : "";
  return lacks === "" ? "" : `its default export is no decoder: it has no ${lacks}`;
}

/**
 * What keeps a description from being one, such as `its maxK is 0`; empty if nothing does. Its
 * name must not be that of the control's rows.
 */
export function descriptionDefect(description: Partial<Description>): string {
  const { name, title, source, exact, maxK, adaptive, pairs, options, fixed } = description;
  return firstDefect([
    ["name", name, isShort(name, LONGEST.name) && NAME.test(name) && name !== CONTROL],
    ["title", title, isText(title)],
    ["source", source, isText(source)],
    ["exact", exact, typeof exact === "boolean"],
    ["maxK", maxK, maxK === Infinity || (Number.isInteger(maxK) && maxK! >= 1)],
    ["adaptive", adaptive, adaptive === undefined || adaptive === true],
    ["pairs", pairs, pairs === undefined || pairs === true],
    ["options", options, isRecord(options) && Object.keys(options).length <= LONGEST.list],
    [
      "fixed",
      fixed,
      fixed === undefined || (isRecord(fixed) && isRecord(options) && isWithin(fixed, options)),
    ],
  ]) || Object.entries(options!).map(([name, option]) => optionDefect(name, option))
    .find((defect) => defect !== "") ||
    "";
}

function optionDefect(name: string, option: Partial<Option> | null): string {
  const place = `options.${name}`;
  const { default: usual, meaning, choices, minimum } = { ...option };
  return firstDefect([
    ["options", name, isShort(name, LONGEST.name) && OPTION_NAME.test(name)],
    [`${place}.meaning`, meaning, isText(meaning)],
    [
      `${place}.choices`,
      choices,
      choices === undefined ||
      (typeof usual === "string" && Array.isArray(choices) && choices.length <= LONGEST.list &&
        choices.every((choice) => typeof choice === "string")),
    ],
    [`${place}.minimum`, minimum, minimum === undefined || Number.isInteger(minimum)],
    [`${place}.default`, usual, isUsual(usual) && mayBe({ ...option as Option }, usual)],
  ]);
}

function isWithin(fixed: Options, options: Description["options"]): boolean {
  return Object.entries(fixed).every(([name, value]) =>
    Object.hasOwn(options, name) && isUsual(value) && mayBe(options[name]!, value)
  );
}

function isUsual(value: unknown): value is Option["default"] {
  return ["string", "number", "boolean"].includes(typeof value);
}

/** The first of some values that is not as it must be. */
function firstDefect(
  values: readonly (readonly [place: string, value: unknown, holds: boolean])[],
): string {
  const wrong = values.find(([, , holds]) => !holds);
  if (wrong === undefined) return "";
  const [place, value] = wrong;
  const shown = typeof value === "string" ? JSON.stringify(value) : String(value);
  return `its ${place} is ${shown.slice(0, SHOWN)}`;
}

function isShort(value: unknown, longest: number): value is string {
  return typeof value === "string" && value.length <= longest;
}

/** One line that a terminal can show. */
function isText(value: unknown): boolean {
  return isShort(value, LONGEST.text) && value.trim() !== "" && !CONTROLS.test(value);
}
