/**
 * What must hold of a decoder before it decodes anything.
 *
 * @module
 */

import { mayBe } from "../../decoders/chain/resolve_options.ts";
import type { Decoder } from "../../decoders/contract.ts";

/**
 * Checks what a decoder says of itself: its name, texts, `maxK` and options.
 *
 * @throws {TypeError} If something is missing or not as the contract has it.
 */
export function checkDescription(decoder: Decoder): void {
  require(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(decoder.name), "name", decoder.name);
  require(isText(decoder.title), "title", decoder.title);
  require(isText(decoder.source), "source", decoder.source);
  require(typeof decoder.exact === "boolean", "exact", decoder.exact);
  require(decoder.maxK === 1 || decoder.maxK === Infinity, "maxK", decoder.maxK);
  require([undefined, true].includes(decoder.adaptive), "adaptive", decoder.adaptive);
  require(typeof decoder.prepare === "function", "prepare", decoder.prepare);
  for (const [name, option] of Object.entries(decoder.options)) {
    const place = `options.${name}`;
    require(isText(option.meaning), `${place}.meaning`, option.meaning);
    require(mayBe(option, option.default), `${place}.default`, option.default);
    require(
      option.choices === undefined || typeof option.default === "string",
      `${place}.choices`,
      option.choices,
    );
    require(
      option.minimum === undefined || Number.isInteger(option.minimum),
      `${place}.minimum`,
      option.minimum,
    );
  }
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "" && !value.includes("\n");
}

function require(holds: boolean, place: string, value: unknown): void {
  if (!holds) throw new TypeError(`Cannot accept a decoder with such ${place}: ${value}`);
}
