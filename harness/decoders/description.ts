/**
 * What decoders say of themselves, whoever passes it on.
 *
 * @module
 */

import { mayBe } from "../../decoders/chain/resolve_options.ts";
import type { Description, Option } from "../../decoders/contract.ts";
import { CONTROL } from "../store/key.ts";

/** Lower case with hyphens. */
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** Names of options are those of variables. */
const OPTION_NAME = /^[A-Za-z]\w*$/;
/** The longest name, text and list, in characters and items. */
const LONGEST = { name: 60, text: 1000, list: 100 };
// deno-lint-ignore no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/;
/** Characters of a wrong value that are shown. */
const SHOWN = 60;

/**
 * What keeps a description from being one, such as `its maxK is 0`; empty if nothing does. Its
 * name must not be that of the control's rows.
 */
export function descriptionDefect(description: Partial<Description>): string {
  const { name, title, source, exact, maxK, adaptive, options } = description;
  return firstDefect([
    ["name", name, isShort(name, LONGEST.name) && NAME.test(name) && name !== CONTROL],
    ["title", title, isText(title)],
    ["source", source, isText(source)],
    ["exact", exact, typeof exact === "boolean"],
    ["maxK", maxK, maxK === 1 || maxK === Infinity],
    ["adaptive", adaptive, adaptive === undefined || adaptive === true],
    ["options", options, isRecord(options) && Object.keys(options).length <= LONGEST.list],
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

function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isShort(value: unknown, longest: number): value is string {
  return typeof value === "string" && value.length <= longest;
}

/** One line that a terminal can show. */
function isText(value: unknown): boolean {
  return isShort(value, LONGEST.text) && value.trim() !== "" && !CONTROLS.test(value);
}
