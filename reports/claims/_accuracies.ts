/**
 * Evidence about accuracies.
 *
 * @module
 */

import type { Evidence } from "./contract.ts";
import type { Estimate } from "../numbers/statistics.ts";
import { accuracyDifference, type Metric } from "../numbers/accuracy.ts";
import type { RunData } from "../numbers/run_data.ts";
import { cellOf, inSpace, type Rule, RULES, variantOf } from "../numbers/parsed_cells.ts";
import { NEAR_NONE } from "../papers/parsing_verdict.ts";

/** What a claim says of a difference. */
export type Says = "above" | "below" | "not above" | "same";

/** The rule of claims about differences, for their pages. */
export const DIFFERENCE_RULE: string =
  "A difference of accuracies is on the sentences that both parse, with the 95% interval of a paired " +
  "bootstrap over sentences: above if all of it is positive, below if all is negative, a tie " +
  `otherwise. Two are the same if the interval holds 0 or they differ by less than ${NEAR_NONE} points.`;

/** Two systems of which a claim says how they differ. */
export interface Contest {
  readonly subject: string;
  readonly metric: Metric;
  readonly own: readonly [dataset: string, decoder: string];
  readonly other: readonly [dataset: string, decoder: string];
  readonly says: Says;
  /** The figure of the paper. */
  readonly published?: string;
}

/** The line of evidence of a contest; none if it was not measured. */
export function contestOf(run: RunData, contest: Contest): Evidence[] {
  const { subject, metric, own, other, says, published = "" } = contest;
  const [a, b] = [cellOf(run, ...own), cellOf(run, ...other)];
  const difference = a && b && accuracyDifference(a, b, metric);
  if (difference === undefined) return [];
  return [{
    ...{ subject: `${subject} ${metric}`, votes: true, published },
    ours: differenceText(difference),
    outcome: outcomeOf(difference, says),
  }];
}

/** A contest in some packs and search spaces by both decoding rules. */
export function everywhere(
  run: RunData,
  packs: readonly string[],
  spaces: readonly string[],
  [own, other]: readonly [own: string, other: string],
  rest: Pick<Contest, "metric" | "says">,
  rules: readonly Rule[] = RULES,
): Evidence[] {
  return packs.flatMap((pack) =>
    spaces.flatMap((space) =>
      rules.flatMap((rule) =>
        contestOf(run, {
          ...rest,
          subject: `${pack.replace("ewt_ccg_", "")} ${space}, ${own} − ${other}, ${rule},`,
          own: [inSpace(pack, space), variantOf(own, rule)],
          other: [inSpace(pack, space), variantOf(other, rule)],
        })
      )
    )
  );
}

/** "+0.32 [+0.10, +0.55]" */
export function differenceText({ median, low, high }: Estimate): string {
  const text = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
  return `${text(median)} [${text(low!)}, ${text(high!)}]`;
}

function outcomeOf({ median, low, high }: Estimate, says: Says): Evidence["outcome"] {
  const [isAbove, isBelow] = [low! > 0, high! < 0];
  switch (says) {
    case "above":
      return isAbove ? "for" : isBelow ? "against" : "tie";
    case "below":
      return isBelow ? "for" : isAbove ? "against" : "tie";
    case "not above":
      return isAbove ? "against" : "for";
    case "same":
      return Math.abs(median) < NEAR_NONE || !isAbove && !isBelow ? "for" : "against";
  }
}
