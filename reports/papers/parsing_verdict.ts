/**
 * Whether a difference of accuracies is what the paper says, by written rules.
 *
 * @module
 */

import type { Estimate } from "../numbers/statistics.ts";
import type { PaperVerdict } from "./contract.ts";
import { isWithin, SPEED_FACTOR } from "./verdict.ts";

/** A published difference of so many points says neither better nor worse. */
export const NEAR_NONE = 0.1;

/** Our packs for the sections of CCGbank. */
export const PACKS: Readonly<Record<string, string>> = {
  "ccgbank-00": "ewt_ccg_dev",
  "ccgbank-23": "ewt_ccg_test",
};

/** Whether a dataset, without its settings, is one that the paper is about here. */
export function isPaperData(base: string): boolean {
  return base.startsWith("ewt_ccg_");
}

/** How verdicts are made, for the page. */
export const PARSING_RULES: readonly string[] = [
  "The paper's treebank, CCGbank, and its parser are closed. Ours is another treebank, other " +
  "derivations and another parser, so that no accuracy is compared as such: each cell is the " +
  "difference to the baseline of its own column, in percentage points, published and ours. Ours are " +
  "micro-averages on the sentences that both systems parse, with the 95% interval of a paired " +
  "bootstrap over sentences (10,000 resamples).",
  `Within factor: the published difference lies in our interval, or is within ${SPEED_FACTOR}× of ours ` +
  "on the same side of 0. Same direction: both are on the same side of 0, ours with its whole " +
  `interval. Differs: they are on different sides, or one is none and the other is not. None is a ` +
  `published difference below ${NEAR_NONE} points, and one of ours whose interval holds 0.`,
  "LF and UF are F of labelled and unlabelled dependencies between words by our own patterns of " +
  "heads, ST is the share of right supertags; where a line says so, F is that of labelled spans. Both " +
  "decoding rules are shown, the best derivation (viterbi) and the least expected loss (risk); the " +
  "paper decodes BP by risk, and each rule is compared with the baseline by the same rule.",
  "Speeds are ratios to the pipeline in the same search space. Not testable here: this run has no " +
  "such number, for the reason given, or has it by construction.",
  "Where the treebank, and not the method, makes the difference: web text has shorter sentences " +
  "than newspapers, so charts are small and the larger space is hardly dearer to search; our " +
  "parser knows no head words and learned from a third of the sentences, so the supertagger has " +
  "more to add and differences are larger; our sums visit an edge three times a round where a " +
  "best derivation takes one visit, so belief propagation is the dearer of the two models; and " +
  "of the worst derivation hardly a labelled span is right in the narrow space already, while " +
  "its dependencies (LF in the table of decoders) fall as far as the paper's.",
];

/** How evidence makes a verdict, for the page of claims. */
export const PARSING_CLAIMS_RULE: string =
  "Each line of evidence has a vote: for, against or a tie, by the rule of its claim. A claim holds " +
  "if more than half of the votes are for it and none is against; it does not hold if some are " +
  "against and none for; it holds in part in every other case; it is not testable if nothing was " +
  "measured or everything is a tie. The paper's treebank is another one, and so is its parser.";

/** The verdict on a difference in percentage points. */
export function differenceVerdict(published: number, ours: Estimate): PaperVerdict {
  const { median, low = median, high = median } = ours;
  const theirs = Math.abs(published) < NEAR_NONE ? 0 : Math.sign(published);
  const our = low > 0 ? 1 : high < 0 ? -1 : 0;
  if (theirs * our < 0) return "differs";
  if (published >= low && published <= high || theirs === 0 && our === 0) return "within factor";
  if (theirs === our) {
    return isWithin(Math.abs(published), Math.abs(median), SPEED_FACTOR)
      ? "within factor"
      : "same direction";
  }
  return "differs";
}
