/**
 * What must hold of a decoder before it decodes anything.
 *
 * @module
 */

import type { Decoder } from "../../decoders/contract.ts";
import { descriptionDefect } from "../decoders/load_decoder.ts";

/**
 * Checks what a decoder says of itself: its name, texts, `maxK` and options.
 *
 * @throws {TypeError} If something is missing or not as the contract has it.
 */
export function checkDescription(decoder: Decoder): void {
  const defect = descriptionDefect(decoder) ||
    (typeof decoder.prepare === "function" ? "" : `its prepare is ${decoder.prepare}`);
  if (defect !== "") throw new TypeError(`Cannot accept the decoder: ${defect}`);
}
