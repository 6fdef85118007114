/**
 * Quoting for commands that people copy.
 *
 * @module
 */

/**
 * A word as a POSIX shell reads it.
 *
 * @example
 * ```ts
 * import { shellQuote } from "./shell_quote.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(shellQuote("beam{width=5}"), "'beam{width=5}'");
 * ```
 */
export function shellQuote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
