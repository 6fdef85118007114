/**
 * Options by name: none is passed over because it is written otherwise.
 *
 * @module
 */

import { shown } from "./score_check.ts";

/**
 * Checks that all keys of an object are known.
 *
 * @param what whose options they are, for the error
 * @throws TypeError for what is no object; naming a key that is not known, and the nearest one
 */
export function checkKeys(given: unknown, known: readonly string[], what: string): void {
  if (typeof given !== "object" || given === null) {
    throw new TypeError(`Cannot use options of ${what}, no object: ${shown(given)}`);
  }
  for (const key of Object.keys(given)) {
    if (!known.includes(key)) throw unknownKey(key, known, what);
  }
}

/** The error for an option that there is not, with the nearest that there is. */
export function unknownKey(key: string, known: readonly string[], what: string): TypeError {
  const nearest = known.toSorted((a, b) => distance(key, a) - distance(key, b))[0];
  const advice = nearest === undefined
    ? "none"
    : `${known.join(", ")} (did you mean "${nearest}"?)`;
  return new TypeError(`Cannot set an option "${key}" of ${what}: it has ${advice}`);
}

/** Letters to insert, to leave out or to change between two words (Levenshtein 1966). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, j) => j);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const changed = row[j - 1]! + Number(one[i - 1] !== other[j - 1]);
      next.push(Math.min(changed, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}
