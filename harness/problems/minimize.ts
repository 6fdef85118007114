/**
 * Making lists smaller that show something.
 *
 * @module
 */

/**
 * Takes away runs of items while what is left is still wrong: of half their number at first and one
 * by one at last, until no single one can go. At least one item is left.
 *
 * Cost: O(n log n) to O(n²) calls of `isWrong` for n items.
 *
 * Source: Zeller and Hildebrandt 2002, Simplifying and Isolating Failure-Inducing Input (ddmin).
 *
 * @example
 * ```ts
 * import { minimize } from "./minimize.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const isWrong = (items: readonly number[]) => items.includes(3) && items.includes(5);
 * assertEquals(minimize([1, 2, 3, 4, 5, 6], isWrong), [3, 5]);
 * ```
 */
export function minimize(
  items: readonly number[],
  isWrong: (items: readonly number[]) => boolean,
): readonly number[] {
  for (let run = Math.ceil(items.length / 2); run >= 1;) {
    let hasShrunk = false;
    for (let start = 0; start < items.length && items.length > 1;) {
      const rest = [...items.slice(0, start), ...items.slice(start + run)];
      if (rest.length > 0 && isWrong(rest)) {
        items = rest;
        hasShrunk = true;
      } else {
        start += run;
      }
    }
    if (run === 1 && !hasShrunk) break;
    run = run === 1 ? 1 : Math.ceil(run / 2);
  }
  return items;
}
