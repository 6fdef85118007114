/**
 * Tests that take long. `deno task ok` runs them, and the others with more cases: it sets
 * `TRELLIS_TESTS=all`. `deno task test` lists them as ignored.
 *
 * @module
 */

import { it } from "@std/testing/bdd";

/** Whether all tests are run, with all of their cases. */
export const ALL = Deno.env.get("TRELLIS_TESTS") === "all";

/** What the name of a long test ends with. */
export const LONG = ALL ? "" : " (long: deno task ok runs it)";

/** A test that takes seconds, and is left to `deno task ok`; `skip` says why it cannot be run. */
export function longIt(
  name: string,
  run: () => void | Promise<void>,
  { skip = false }: { readonly skip?: string | boolean } = {},
): void {
  it(name + LONG, { skip: skip || !ALL }, run);
}

/** How many cases a test takes: many where all tests are run. */
export function cases(few: number, many: number): number {
  return ALL ? many : few;
}
