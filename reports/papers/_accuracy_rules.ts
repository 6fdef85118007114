/**
 * What a claim about parses says of a difference of accuracies, and how it is judged.
 *
 * @module
 */

import { formatSigned } from "../numbers/format.ts";
import type { Estimate } from "../numbers/statistics.ts";
import type { Evidence } from "./contract.ts";
import { NEAR_NONE, SPEED_FACTOR } from "./verdict.ts";

/** What is for a claim that says a sign alone, and what is against it. */
const SIGN_RULES = {
  "above": "for if all of it is positive, against if all is negative",
  "below": "for if all of it is negative, against if all is positive",
  "not above": `for if all of it is below ${NEAR_NONE} points, against if all is positive and it ` +
    "is not",
};

/**
 * What a claim says of a difference: its sign; that it is at most so many points below 0, or not
 * that far from 0; or that it is as large as a published one, up to a factor of 2.
 */
export type Says =
  | keyof typeof SIGN_RULES
  | { readonly within: number }
  | { readonly near: number }
  | { readonly like: number };

/** How a difference is judged by what a claim says of it. */
export function differenceRule(says: Says): string {
  return "A difference of accuracies is on the sentences that both parse, with the 95% interval of a " +
    `paired bootstrap over sentences: ${outcomeRule(says)}; a tie otherwise.`;
}

function outcomeRule(says: Says): string {
  if (typeof says === "string") return SIGN_RULES[says];
  if ("within" in says) return `for if all of it is above −${says.within}, against if all is below`;
  if ("near" in says) {
    return `for if all of it is within ${says.near} points of 0, against if all is on one side ` +
      "of 0 and it is not";
  }
  const published = `${formatSigned(says.like)}, up to a factor of ${SPEED_FACTOR}`;
  return `for if all of it is as published, ${published}, against if none of it is`;
}

/** The outcome of a difference, by its rule. */
export function outcomeOfDifference({ low, high }: Estimate, says: Says): Evidence["outcome"] {
  const [isAbove, isBelow] = [low! > 0, high! < 0];
  if (says === "above") return isAbove ? "for" : isBelow ? "against" : "tie";
  if (says === "below") return isBelow ? "for" : isAbove ? "against" : "tie";
  if (says === "not above") return high! < NEAR_NONE ? "for" : isAbove ? "against" : "tie";
  if ("within" in says) {
    return low! > -says.within ? "for" : high! < -says.within ? "against" : "tie";
  }
  if ("near" in says) {
    if (low! > -says.near && high! < says.near) return "for";
    return isAbove || isBelow ? "against" : "tie";
  }
  // Either end of the interval may be the one that is nearer to 0.
  const ends = [low!, high!].map((end) => end * Math.sign(says.like));
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const [from, to] = [Math.abs(says.like) / SPEED_FACTOR, Math.abs(says.like) * SPEED_FACTOR];
  return least >= from && most <= to ? "for" : most < from || least > to ? "against" : "tie";
}
