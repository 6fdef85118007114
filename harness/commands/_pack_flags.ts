/**
 * Flags of the commands that read a pack.
 *
 * @module
 */

import { openPack } from "../../datasets/packs/pack_file.ts";
import type { Task } from "../../datasets/task.ts";
import { type Flags, required, wholeNumber } from "../terminal/flags.ts";
import { given, UsageError } from "../terminal/usage_error.ts";
import type { Variant } from "../plan/variant.ts";

/** `--pack`. */
export const PACK_FLAG = { value: "FILE", help: ".safetensors or .safetensors.gz" };
/** `--limit`. */
export const LIMIT_FLAG = { value: "N", help: "only the first N sentences" };
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

/** The task of `--pack`, and how many of its sentences `--limit` leaves. */
export async function openSentences(flags: Flags): Promise<{ task: Task; count: number }> {
  const task = await given(openPack(required(flags, "pack", "FILE"), forbidBelow(flags)));
  const limit = wholeNumber(flags, "limit", 0) ?? Infinity;
  return { task, count: Math.min(limit, task.lengths.length) };
}

/** `--k`, which the decoder must be able to return. */
export function pathCount(flags: Flags, { decoder }: Variant): number {
  const k = wholeNumber(flags, "k", 1) ?? 1;
  if (k <= decoder.maxK) return k;
  throw new UsageError(`Cannot ask ${decoder.name} for --k ${k}: it returns ${decoder.maxK} path`);
}
