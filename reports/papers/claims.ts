/**
 * Claims as data, and the verdicts on them.
 *
 * @module
 */

import type { RunData } from "../numbers/run_data.ts";
import { shareOfOrders } from "../numbers/statistics.ts";
import type { Claim, ClaimVerdict, Evidence, Judge, JudgedClaim, Tally } from "./contract.ts";
import { COMPARED, CONTROL } from "./verdict.ts";

/** As many figures are read in a sentence. */
const FEW = 12;
/** A share of the orders of some items that chance alone seldom comes to. */
const CHANCE = 0.05;

/** A line of evidence with a vote; something that holds or not is for or against. */
export function vote(
  subject: string,
  ours: string,
  outcome: Evidence["outcome"] | boolean,
  published = "",
): Evidence {
  const words = typeof outcome === "string" ? outcome : outcome ? "for" : "against";
  return { subject, votes: true, published, ours, outcome: words };
}

/** How votes make a verdict, for the pages: the same way for a claim and against it. */
export const MAJORITY: string =
  "A claim holds if more than half of the votes are for it and none is against, and does not hold " +
  "if more than half are against it and none is for; else it holds in part or, with more votes " +
  "against it than for, fails in part. It is not testable if there are no votes but ties.";

/** How the evidence makes a verdict, for the page. */
export const VERDICT_RULE: string =
  "The tasks that stand for the papers' have a vote each: for, against or, where the speeds " +
  `differ by less than the error of measurement (${CONTROL}) or the interval of their ratio holds ` +
  `the limit, a tie. ${MAJORITY} A claim that says “every” or is of two halves holds ` +
  "if all tasks of its own paper were measured and are for it, and no other is against. " +
  "Who is faster is judged by the side of 1 alone; by how much stands beside it. A claim about " +
  "one task of a paper is judged on the task that stands for it. Other data, synthetic ones or a " +
  `pack of your own, are shown beside and have no vote. ${COMPARED} Papers' speeds are compared ` +
  "as ratios within one table, never as such. Sweeps (datasets with settings in braces) are " +
  "shown only where a rule names them.";

/** The same for a paper whose claims are judged by studies. */
export const EVIDENCE_RULE: string =
  "Each line of evidence comes from rows of a study or of a run, by the rule of its claim, and has a " +
  `vote unless it says so. ${MAJORITY} A claim without rows is not judged.`;

/** What the claims of a paper have in common. */
export interface ClaimSource {
  /** How their sources begin: the paper, for people. */
  readonly cite: string;
  /** How their names begin. */
  readonly prefix?: string;
  /** Where they stand in the report, one after the other, if they do not say it themselves. */
  readonly order?: number;
}

/** A claim of a paper as data; without an order it stands behind the one before. */
export interface ClaimData
  extends
    Pick<Claim, "name" | "statement" | "isOurs" | "study" | "everywhere">,
    Partial<Pick<Claim, "order">> {
  /** Table, figure or section. */
  readonly place: string;
  /** The figures of the paper or its words, if the judge does not have them. */
  readonly printed?: string | (() => string);
  /** The rule, or what of it the judge's does not say and stands before that. */
  readonly rule?: string;
  /** What stands behind the judge's rule. */
  readonly remark?: string;
  /** Left out where no run can say anything. */
  readonly judge?: Judge;
}

/** Claims of a paper from data, in the same order. */
export function claims(
  { cite, prefix = "", order = 0 }: ClaimSource,
  all: readonly ClaimData[],
): Claim[] {
  return all.map(({ place, printed, rule, remark, judge, ...data }, index): Claim => ({
    order: order + 10 * (index + 1),
    ...data,
    name: prefix + data.name,
    source: `${cite}, ${place}`,
    rule: [rule, judge?.rule, remark].filter(Boolean).join(" "),
    published: () =>
      typeof printed === "string" ? printed : (printed ?? judge?.published)?.() ?? "",
    judge: (run) => judge?.evidence(run) ?? [],
  }));
}

/**
 * The verdict on the evidence that has a vote, by {@linkcode VERDICT_RULE}.
 *
 * @example
 * ```ts
 * import { claimVerdict } from "./claims.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const verdict = (...outcomes: ("for" | "against" | "tie")[]) =>
 *   claimVerdict(outcomes.map((outcome) => ({ outcome })));
 * assertEquals(verdict("for", "for", "tie"), "holds");
 * assertEquals(verdict("for", "against"), "holds in part");
 * assertEquals(verdict("for", "against", "against"), "fails in part");
 * assertEquals(verdict("against", "against", "tie"), "does not hold");
 * assertEquals(verdict("tie"), "not testable here");
 * ```
 *
 * @param everywhere the tasks of which the claim says “every”
 */
export function claimVerdict(
  lines: readonly Pick<Evidence, "outcome" | "task">[],
  everywhere: readonly string[] = [],
): ClaimVerdict {
  const { for: supporting, against: opposing } = tally(lines);
  const isMost = (count: number): boolean => 2 * count > lines.length;
  if (supporting + opposing === 0) return "not testable here";
  if (supporting === 0 && isMost(opposing)) return "does not hold";
  const own = Map.groupBy(lines, ({ task }) => task);
  const isEnough = everywhere.length === 0
    ? isMost(supporting)
    : everywhere.every((task) => own.get(task)?.every(({ outcome }) => outcome === "for"));
  if (opposing === 0 && isEnough) return "holds";
  return opposing > supporting ? "fails in part" : "holds in part";
}

/** Counts outcomes. */
export function tally(lines: readonly Pick<Evidence, "outcome">[]): Tally {
  const count = (wanted: string) => lines.filter(({ outcome }) => outcome === wanted).length;
  return { for: count("for"), against: count("against"), tie: count("tie") };
}

/** How outcomes of pairs make one, by {@linkcode trendOf}: the end of a rule. */
export function trendRule(items: string): string {
  return "All pairs have one vote together (Kendall's rank correlation): for if at most " +
    `${100 * CHANCE}% of all orders of so many ${items} have as many in order, against if at ` +
    "most as many have as few, a tie otherwise.";
}

/** What each two of some items, in their order, say of a trend; a tied pair is half in order. */
export function trendOf<Item>(
  items: readonly Item[],
  text: string,
  outcomeOfPair: (one: Item, other: Item) => Evidence["outcome"],
): Pick<Evidence, "ours" | "outcome"> {
  const pairs = items.flatMap((one, at) =>
    items.slice(at + 1).map((other) => ({ outcome: outcomeOfPair(one, other) }))
  );
  const votes = tally(pairs);
  const [rising, falling] = [votes.for + votes.tie / 2, votes.against + votes.tie / 2];
  const isRare = (count: number) => shareOfOrders(items.length, Math.floor(count)) <= CHANCE;
  return {
    ours: `${text}: ${rising} of ${pairs.length} pairs in order`,
    outcome: isRare(rising) ? "for" : isRare(falling) ? "against" : "tie",
  };
}

/** Judges a claim on a run and the studies beside it. */
export function judgeClaim(claim: Claim, run: RunData): JudgedClaim {
  const all = claim.judge(run);
  const [voting, others] = [all.filter(({ votes }) => votes), all.filter(({ votes }) => !votes)];
  return {
    claim,
    verdict: claimVerdict(voting, claim.everywhere),
    votes: tally(voting),
    ours: describe(voting, others),
    evidence: [...voting, ...others],
  };
}

/** Judges the claims that a run can say something about: those without their study are left out. */
export function judgeClaims(claims: readonly Claim[], run: RunData): JudgedClaim[] {
  return claims.filter(({ study }) => study === undefined || run.studies.has(study.name))
    .map((claim) => judgeClaim(claim, run));
}

/** Counts the votes and gives their figures; what has no vote is counted apart. */
function describe(voting: readonly Evidence[], others: readonly Evidence[]): string {
  if (voting.length + others.length === 0) return "not measured in this run";
  return [
    ...(voting.length === 0
      ? []
      : [[tallyText(voting), figures(voting)].filter(Boolean).join(": ")]),
    ...(others.length === 0 ? [] : [`without a vote: ${tallyText(others)}`]),
  ].join("; ");
}

/** How lines of evidence vote: "4 for, 0 against, 1 tie". */
export function tallyText(lines: readonly Evidence[]): string {
  const { for: supporting, against, tie } = tally(lines);
  return `${supporting} for, ${against} against, ${tie} ${tie === 1 ? "tie" : "ties"}`;
}

/** Each figure once; of many only those against the claim. */
function figures(lines: readonly Evidence[]): string {
  const shown = lines.length <= FEW ? lines : lines.filter(({ outcome }) => outcome === "against");
  return [...new Set(shown.map(({ subject, ours }) => `${subject} ${ours}`))].join(", ");
}
