/**
 * The normal form: one derivation of those that mean the same.
 *
 * @module
 */

import type { Combinator } from "./combinators.ts";

/** What the normal form needs to know of how an item was made. */
export const MADE = {
  /** Neither of the others. */
  otherwise: 0,
  /** By composition of a functor that looks to the right. */
  forward: 1,
  /** By composition of a functor that looks to the left. */
  backward: 2,
  /** By type-raising. */
  raised: 3,
} as const;

/** How an item was made. */
export type Made = typeof MADE[keyof typeof MADE];

/**
 * Whether two neighbours may be combined so.
 *
 * What a composition gives is no functor of another rule in the same direction: whatever it would
 * make, its parts make too, the other way round. (X/Y Y/Z) Z is X/Y (Y/Z Z), and
 * (X/Y Y/Z) Z/W is X/Y (Y/Z Z/W). So of all derivations that differ in this alone the one that
 * branches to the right is left, of those to the left the mirror image. A type-raised functor does
 * not apply: its argument can take it as an argument.
 *
 * Nothing is lost as long as compositions pass over as many arguments as they need to: where they
 * are limited, a reading that needs more is.
 *
 * Source: Eisner 1996; Hockenmaier and Bisk 2010 for type-raising.
 */
export function isNormal(rule: Combinator, left: Made, right: Made): boolean {
  if (rule.startsWith(">")) {
    return left !== MADE.forward && !(rule === ">" && left === MADE.raised);
  }
  if (rule.startsWith("<")) {
    return right !== MADE.backward && !(rule === "<" && right === MADE.raised);
  }
  return true;
}

/** How what two neighbours make is made; punctuation changes nothing. */
export function madeBy(rule: Combinator, left: Made, right: Made, head: 0 | 1): Made {
  if (rule.startsWith(">B")) return MADE.forward;
  if (rule.startsWith("<B")) return MADE.backward;
  if (rule === "punct") return head === 0 ? left : right;
  return MADE.otherwise;
}
