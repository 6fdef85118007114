/**
 * Decoders as files, as a reader has them.
 *
 * @module
 */

import { type Hostile, writeHostile } from "../faults/hostile/measure.ts";

/** Writes a decoder that is right but for what is said of it, and gives its path. */
export function writeDecoder(
  dir: string,
  name: string,
  otherwise: Partial<Hostile> = {},
): Promise<string> {
  return writeHostile({ name, ends: [], ...otherwise }, dir);
}
