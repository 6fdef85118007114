/**
 * The claim contract: what a file in `claims/` exports to have a claim of a paper judged.
 *
 * @module
 */
import type { RunData } from "../numbers/run_data.ts";

/** As many figures are read in a sentence. */
const FEW = 12;

/** What the rows of a run say about a claim. */
export type ClaimVerdict = "holds" | "holds in part" | "does not hold" | "not testable here";

/** What one dataset says about a claim. */
export interface Evidence {
  /** The dataset, or what else the figures are about. */
  readonly subject: string;
  /** Whether it has a vote: other data than the papers' tasks are shown beside, without one. */
  readonly votes: boolean;
  /** The figure of the papers beside it; empty if there is none. */
  readonly published: string;
  /** Our figure. */
  readonly ours: string;
  /** Whether it speaks for the claim; a tie is within the error of measurement. */
  readonly outcome: "for" | "against" | "tie";
}

/** A study that a claim rests on. */
export interface ClaimStudy {
  /** Its name: a report without lines of it leaves the claim out. */
  readonly name: string;
  /** What measures the claim. */
  readonly command: string;
}

/** A claim of a paper: the default export of a module in `claims/`. */
export interface Claim {
  /** In links; lower case with hyphens. */
  readonly name: string;
  /** Where it stands in the report: smaller is earlier. */
  readonly order: number;
  /** The paper and the place, for people. */
  readonly source: string;
  /** What the paper claims, in a sentence. */
  readonly statement: string;
  /** How a dataset comes to speak for or against the claim, in words. */
  readonly rule: string;
  /** The study that it rests on, if it is not about the cells of a suite alone. */
  readonly study?: ClaimStudy;
  /** The figures of the paper, written out from `published/`, or its words. */
  published(): string;
  /** What each dataset of a run and its studies says, in the order of the summary or the lines. */
  judge(run: RunData): Evidence[];
}

/** How much of the evidence says what. */
export type Tally = Readonly<Record<Evidence["outcome"], number>>;

/** A claim with what a run says about it. */
export interface JudgedClaim {
  /** The claim. */
  readonly claim: Omit<Claim, "judge">;
  /** Computed by {@linkcode claimVerdict} from the votes. */
  readonly verdict: ClaimVerdict;
  /** The evidence that has a vote. */
  readonly votes: Tally;
  /** Our figures in a sentence. */
  readonly ours: string;
  /** A line per dataset, those with a vote first. */
  readonly evidence: readonly Evidence[];
}

/** How the evidence makes a verdict, for the page. */
export const VERDICT_RULE: string =
  "The tasks that stand for the papers' have a vote each: for, against or, where the speeds differ " +
  "by less than the worst difference of Viterbi from itself in this run or the 95% interval of their " +
  "ratio holds the limit, a tie, which is no vote. A claim holds if more than half of the tasks " +
  "speak for it and none against; it does not hold if some speak against it and none for; it holds " +
  "in part in every other case; it is not testable if nothing was measured or everything is a tie. " +
  "Other data, synthetic ones or a pack of your own, are shown beside and have no vote. Two decoders " +
  "are compared round by round on the sentences that both were timed on, papers' speeds as ratios " +
  "within one table, never as such. Sweeps (datasets with settings in braces) are shown only where " +
  "a rule names them.";

/** The same for a paper whose claims are judged by studies. */
export const EVIDENCE_RULE: string =
  "Each line of evidence comes from rows of a study or of a run, by the rule of its claim, and has a " +
  "vote unless it says so. A claim holds if more than half of the votes are for it and none is " +
  "against; it does not hold if some are against and none for; it holds in part in every other " +
  "case; it is not testable if all are ties. A claim without rows is not judged.";

/**
 * The verdict on some evidence, by {@linkcode VERDICT_RULE}.
 *
 * @example
 * ```ts
 * import { claimVerdict } from "./contract.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(claimVerdict(["for", "for", "tie"]), "holds");
 * assertEquals(claimVerdict(["for", "against"]), "holds in part");
 * assertEquals(claimVerdict(["tie"]), "not testable here");
 * ```
 */
export function claimVerdict(outcomes: readonly Evidence["outcome"][]): ClaimVerdict {
  const { for: supporting, against: opposing } = tally(outcomes);
  if (supporting + opposing === 0) return "not testable here";
  if (supporting === 0) return "does not hold";
  return opposing === 0 && 2 * supporting > outcomes.length ? "holds" : "holds in part";
}

/** Counts outcomes. */
export function tally(outcomes: readonly Evidence["outcome"][]): Tally {
  const count = (outcome: string): number => outcomes.filter((other) => other === outcome).length;
  return { for: count("for"), against: count("against"), tie: count("tie") };
}

/** Judges a claim on a run and the studies beside it. */
export function judgeClaim(
  claim: Claim,
  run: RunData,
): JudgedClaim {
  return judgeEvidence(claim, claim.judge(run));
}

/** The verdict on a claim by its evidence. */
export function judgeEvidence<Own extends Omit<Claim, "judge">>(
  claim: Own,
  all: readonly Evidence[],
): JudgedClaim {
  const [voting, others] = [all.filter(({ votes }) => votes), all.filter(({ votes }) => !votes)];
  const outcomes = voting.map(({ outcome }) => outcome);
  return {
    claim,
    verdict: claimVerdict(outcomes),
    votes: tally(outcomes),
    ours: describe(voting, others),
    evidence: [...voting, ...others],
  };
}

/** Judges the claims that a run can say something about: those without their study are left out. */
export function judgeClaims(
  claims: readonly Claim[],
  run: RunData,
): JudgedClaim[] {
  return claims.filter(({ study }) => study === undefined || run.studies.has(study.name))
    .map((claim) => judgeClaim(claim, run));
}

/** Counts the votes and gives their figures; other data are counted apart. */
function describe(voting: readonly Evidence[], others: readonly Evidence[]): string {
  if (voting.length + others.length === 0) return "not measured in this run";
  return [
    ...(voting.length === 0 ? [] : [[counts(voting), figures(voting)].filter(Boolean).join(": ")]),
    ...(others.length === 0 ? [] : [`other data, without a vote: ${counts(others)}`]),
  ].join("; ");
}

function counts(lines: readonly Evidence[]): string {
  const { for: supporting, against, tie } = tally(lines.map(({ outcome }) => outcome));
  return `${supporting} for, ${against} against, ${tie} ${tie === 1 ? "tie" : "ties"}`;
}

/**
 * Each figure once: two papers may have published their own beside it. Of many only those against
 * the claim.
 */
function figures(lines: readonly Evidence[]): string {
  const shown = lines.length <= FEW ? lines : lines.filter(({ outcome }) => outcome === "against");
  return [...new Set(shown.map(({ subject, ours }) => `${subject} ${ours}`))].join(", ");
}
