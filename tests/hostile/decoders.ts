/**
 * Hostile decoders that can be loaded beside each other: what they do, they do when they prepare or
 * decode. Each of the other files does something when it is loaded.
 *
 * @module
 */

import { resolveOptions } from "../../decoders/chain/options.ts";
import type { Decoder } from "../../decoders/contract.ts";
import viterbi from "../../decoders/viterbi.ts";
import type { ParsingDecoder } from "../../decoders/parsing/contract.ts";
import { AHEAD } from "./ahead.ts";
import { PARSING } from "./parsing.ts";
import { REMEMBERING } from "./remembering.ts";

/** They by their names. */
export const HOSTILE: Readonly<Record<string, Decoder | ParsingDecoder>> = Object.fromEntries(
  [...REMEMBERING, ...AHEAD, ...PARSING, offersBatches()].map((decoder) => [decoder.name, decoder]),
);

/** Offers what only the module of a program is asked for, with the list of what is exchanged. */
function offersBatches(): Decoder {
  return {
    ...(viterbi as unknown as Decoder),
    name: "offers-batches",
    title: "offers-batches",
    options: {},
    prepare: (model) =>
      Object.assign(viterbi.prepare(model, resolveOptions(viterbi)), {
        together(): never {
          throw new Error("it was asked for a batch");
        },
        peakBytes: () => 0,
      }),
  };
}

/** Files of decoders that do something when they are loaded, by their names. */
const FILES = [
  "floods",
  "reaches-out",
  "reads-gold",
  "replaces-everything",
  "starts-the-clock-again",
];

/** The text of a module that exports a decoder. */
export function hostileText(name: string): string {
  if (HOSTILE[name] !== undefined) {
    return `import { HOSTILE } from "${import.meta.url}";\nexport default HOSTILE["${name}"];\n`;
  }
  if (!FILES.includes(name)) throw new RangeError(`Cannot find the hostile decoder: ${name}`);
  const url = new URL(`./${name.replaceAll("-", "_")}.ts`, import.meta.url);
  return `export { default } from "${url}";\n`;
}
