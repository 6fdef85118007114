/**
 * What the columns of a row say about its variant, and which cells belong where: the order of the
 * decoders, sweeps and general cells, calibrated beams.
 *
 * @module
 */

import { CONTROL } from "../../harness/decoders/load_decoder.ts";
import { BASELINE } from "../../harness/store/key.ts";
import type { Row } from "../../harness/store/rows.ts";
import { HUES } from "./hues.ts";
import type { SummaryRow } from "./summary_row.ts";

/** The columns that say which variant of which decoder a row is about. */
export type VariantColumns = Pick<Row, "decoder" | "decoder_base" | "options">;

/** Whether a decoder does not come with the project: the reader's own, from a file. */
export function isReaders({ decoder_base, role }: Pick<SummaryRow, "decoder_base" | "role">) {
  return role !== "control" && !Object.hasOwn(HUES, decoder_base);
}

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

/**
 * The distinct decoders of some rows: the baseline first, then by name, the control last.
 *
 * @example
 * ```ts
 * import { orderDecoders } from "./variants.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const rows = [{ decoder: "control" }, { decoder: "viterbi" }, { decoder: "beam{width=5}" }];
 * assertEquals(orderDecoders(rows), ["viterbi", "beam{width=5}", "control"]);
 * ```
 */
export function orderDecoders(rows: readonly { decoder: string }[]): string[] {
  const names = [...new Set(rows.map((row) => row.decoder))].sort();
  const place = (name: string): number => name === BASELINE ? 0 : name === CONTROL ? 2 : 1;
  return names.sort((a, b) => place(a) - place(b));
}

/** More values of k than this are a sweep. */
const FEW_KS = 5;
/** Those of a sweep that tables show, with the first and the last. */
const SHOWN_KS = [1, 5, 10, 100, 1000];

/** Whether the dial or the length of a cell's dataset is set. */
export function isSweep({ dataset_settings }: Pick<SummaryRow, "dataset_settings">): boolean {
  return dataset_settings.dial !== undefined || dataset_settings.length !== undefined;
}

/**
 * The cells that belong into the general tables and charts: not those of sweeps, nor those of beam
 * widths that were measured on real tasks only, which the papers' pages have.
 */
export function generalCells(summary: readonly SummaryRow[]): SummaryRow[] {
  const special = beamsOfRealTasks(summary);
  return summary.filter((row) => !isSweep(row) && !special.has(row.decoder));
}

/**
 * The values of k that general tables show: all, or some of a sweep, which has charts of its own.
 *
 * @example
 * ```ts
 * import { generalKs } from "./variants.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(generalKs([5, 1, 5]), [1, 5]);
 * assertEquals(generalKs([1, 2, 5, 10, 20, 50, 70]), [1, 5, 10, 70]);
 * ```
 */
export function generalKs(ks: readonly number[]): number[] {
  const all = [...new Set(ks)].sort((a, b) => a - b);
  if (all.length <= FEW_KS) return all;
  return all.filter((k) => k === all[0] || k === all.at(-1) || SHOWN_KS.includes(k));
}

/** The beam widths that were measured on real tasks only, in a run that holds others, too. */
export function beamsOfRealTasks(summary: readonly SummaryRow[]): Set<string> {
  const synthetic = summary.filter((row) => row.family !== "real");
  const elsewhere = new Set(synthetic.map((row) => row.decoder));
  if (elsewhere.size === 0) return new Set();
  const beams = summary.filter((row) => beamWidth(row) !== undefined);
  return new Set(beams.map((row) => row.decoder).filter((name) => !elsewhere.has(name)));
}

/** Share of the tokens that a calibrated beam may lose. */
const COMPARABLE = 0.001;

/**
 * The narrowest calibrated beam among the cells of one dataset; undefined if a width on the way
 * was not measured on the sentences of exact decoding, or none is wide enough.
 */
export function calibrate(task: readonly SummaryRow[]): SummaryRow | undefined {
  const exact = task.find(({ role }) => role === "baseline");
  if (exact?.token_accuracy === undefined) return undefined;
  for (let width = 1;; width *= 2) {
    const beam = task.find((row) => beamWidth(row) === width);
    if (beam?.token_accuracy === undefined || beam.sentences !== exact.sentences) return undefined;
    if (exact.token_accuracy - beam.token_accuracy < COMPARABLE) return beam;
  }
}
