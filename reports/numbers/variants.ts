/**
 * What the columns of a row say about its variant.
 *
 * @module
 */

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

/** The width of a beam, whatever its kernel; undefined for all other decoders. */
export function anyBeamWidth({ decoder_base, options }: VariantColumns): number | undefined {
  return decoder_base === "beam" ? Number(options["width"]) : undefined;
}

/** The width of a beam without other options; undefined for all other decoders. */
export function beamWidth(row: VariantColumns): number | undefined {
  return isSimd(row) ? undefined : anyBeamWidth(row);
}
