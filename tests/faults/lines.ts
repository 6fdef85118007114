/**
 * The one line that a refusal is.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import type { Said } from "../helpers/in_process.ts";

/** A line that is longer is not read. */
const MOST_CHARACTERS = 1_500;
// deno-lint-ignore no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

/** Fails unless a command line was refused with exit code 2 and one line that has these words. */
export function assertRefused(said: Said, ...words: readonly string[]): void {
  assertEquals(refusalDefect(said, words), undefined);
}

/** What is wrong with how a refused command line ended, if something is. */
export function refusalDefect(
  { code, stdout, errors }: Said,
  words: readonly string[],
  codes: readonly number[] = [2],
): string | undefined {
  if (code === undefined || !codes.includes(code)) {
    return `exit code ${code}: ${[...errors, stdout].join("; ").slice(0, 300)}`;
  }
  if (stdout !== "") return `it has output: ${stdout.slice(0, 300)}`;
  return lineDefect(errors, words);
}

/** What is wrong with what a refused command line said on standard error, if something is. */
export function lineDefect(
  errors: readonly string[],
  words: readonly string[],
): string | undefined {
  const [line = "", ...rest] = errors;
  const shown = JSON.stringify(line.slice(0, 300));
  if (rest.length > 0 || line.includes("\n")) return `it said ${1 + rest.length} lines: ${shown}`;
  if (!/^error: Cannot \S/.test(line)) return `it is not told what cannot be done: ${shown}`;
  if (line.length > MOST_CHARACTERS) return `its line has ${line.length} characters: ${shown}`;
  if (CONTROL.test(line)) return `its line has control characters: ${shown}`;
  const missing = words.filter((word) => !line.includes(word));
  return missing.length > 0 ? `it does not say ${missing.join(", ")}: ${shown}` : undefined;
}
