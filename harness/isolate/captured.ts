/**
 * The clock and the memory of an isolate, taken before it loads a decoder: one that replaces
 * `performance` or `Deno.memoryUsage` replaces nothing here.
 *
 * @module
 */

const { memoryUsage } = Deno;

/** Milliseconds from any start. */
export const now: () => number = performance.now.bind(performance);

/** Bytes of memory that the process holds. */
export function residentBytes(): number {
  return memoryUsage().rss;
}
