/**
 * Flags of the commands that read a pack.
 *
 * @module
 */

import { type Flags, wholeNumber } from "../flags.ts";
import { UsageError } from "../usage_error.ts";
import type { Variant } from "../variant.ts";

/** `--forbid-below`. */
export const FORBID_BELOW_FLAG = { value: "X", help: "scores below X mean -Infinity" };

export function forbidBelow({ values }: Flags): { forbidBelow?: number } {
  const text = values["forbid-below"];
  if (text === undefined) return {};
  const limit = Number(text);
  if (text.trim() === "" || Number.isNaN(limit)) {
    throw new UsageError(`Cannot use --forbid-below ${text}: it takes a number`);
  }
  return { forbidBelow: limit };
}

/** `--k`, which the decoder must be able to return. */
export function pathCount(flags: Flags, { decoder }: Variant): number {
  const k = wholeNumber(flags, "k", 1) ?? 1;
  if (k <= decoder.maxK) return k;
  throw new UsageError(`Cannot ask ${decoder.name} for --k ${k}: it returns ${decoder.maxK} path`);
}
