/**
 * What the columns of a row say about its variant.
 *
 * @module
 */

import { BASELINE } from "../../harness/store/key.ts";
import type { Row } from "../../harness/store/rows.ts";

/** The columns that say which variant of which decoder a row is about. */
export type VariantColumns = Pick<Row, "decoder" | "decoder_base" | "options">;

/** Whether all options have their defaults. */
export function isDefault({ decoder, decoder_base }: VariantColumns): boolean {
  return decoder === decoder_base;
}

/** Whether its inner loops are SIMD kernels. */
export function isSimd({ decoder_base, options }: VariantColumns): boolean {
  return decoder_base === "auto" || options["kernel"] === "simd";
}

/**
 * Whether a variant stands for its decoder where all would be too many to read: the one with all
 * defaults and, of dense Viterbi and the beam, that with kernels, too.
 */
export function isHeadline(row: VariantColumns): boolean {
  const isBase = row.decoder_base === BASELINE || row.decoder_base === "beam";
  return isDefault(row) || isBase && row.decoder === `${row.decoder_base}{kernel=simd}`;
}

/** The width of a beam, whatever its kernel; undefined for all other decoders. */
export function anyBeamWidth({ decoder_base, options }: VariantColumns): number | undefined {
  return decoder_base === "beam" ? Number(options["width"]) : undefined;
}

/** The width of a beam without other options; undefined for all other decoders. */
export function beamWidth(row: VariantColumns): number | undefined {
  return isSimd(row) ? undefined : anyBeamWidth(row);
}
