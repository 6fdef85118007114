/**
 * The order of decoders in tables and legends.
 *
 * @module
 */

import { BASELINE, CONTROL } from "../../harness/store/key.ts";

/**
 * The distinct decoders of some rows: the baseline first, then by name, the control last.
 *
 * @example
 * ```ts
 * import { orderDecoders } from "./order.ts";
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
