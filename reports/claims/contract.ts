/**
 * The claim contract: what a file in `claims/` exports to have a claim of a paper judged.
 *
 * @module
 */

import type { SummaryRow } from "../numbers/summary_row.ts";

/** What the rows of a run say about a claim. */
export type ClaimVerdict = "holds" | "holds in part" | "does not hold" | "not testable here";

/** What one dataset says about a claim. */
export interface Evidence {
  /** The dataset, or what else the figures are about. */
  readonly subject: string;
  /** Real tasks weigh as much as synthetic ones, but are counted apart. */
  readonly real: boolean;
  /** The figure of the papers beside it; empty if there is none. */
  readonly published: string;
  /** Our figure. */
  readonly ours: string;
  /** Whether it speaks for the claim; a tie is within the error of measurement. */
  readonly outcome: "for" | "against" | "tie";
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
  /** The figures of the paper, written out from `published/`. */
  published(): string;
  /** What each dataset of a run says, in the order of the summary. */
  judge(summary: readonly SummaryRow[]): Evidence[];
}

/** A claim with what a run says about it. */
export interface JudgedClaim {
  /** The claim. */
  readonly claim: Claim;
  /** Computed by {@linkcode claimVerdict}. */
  readonly verdict: ClaimVerdict;
  /** Our figures in a sentence. */
  readonly ours: string;
  /** A line per dataset. */
  readonly evidence: readonly Evidence[];
}

/** How the evidence makes a verdict, for the page. */
export const VERDICT_RULE: string =
  "A claim holds if more than half of the datasets speak for it and none against; it does not hold " +
  "if some speak against it and none for; it holds in part in every other case; it is not testable " +
  "if nothing was measured or everything is a tie. Speeds that differ by less than the worst " +
  "difference of Viterbi from itself in this run, or whose 95% intervals overlap, are ties. A cell " +
  "that was timed on fewer sentences counts with its ratio on those. Papers' speeds are compared " +
  "as ratios within one table, never as such. Sweeps (datasets with settings in braces) count only " +
  "where a rule names them.";

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
  const count = (outcome: string): number => outcomes.filter((other) => other === outcome).length;
  const [supporting, opposing] = [count("for"), count("against")];
  if (supporting + opposing === 0) return "not testable here";
  if (supporting === 0) return "does not hold";
  return opposing === 0 && 2 * supporting > outcomes.length ? "holds" : "holds in part";
}

/** Judges a claim on a run. */
export function judgeClaim(claim: Claim, summary: readonly SummaryRow[]): JudgedClaim {
  const evidence = claim.judge(summary);
  return {
    claim,
    verdict: claimVerdict(evidence.map(({ outcome }) => outcome)),
    ours: describe(evidence),
    evidence,
  };
}

/** Each figure once: two papers may have published their own beside it. */
function figures(lines: readonly Evidence[]): string {
  return [...new Set(lines.map(({ subject, ours }) => `${subject} ${ours}`))].join(", ");
}

/** Counts the evidence and gives the figures of the real tasks, which readers look for first. */
function describe(evidence: readonly Evidence[]): string {
  if (evidence.length === 0) return "not measured in this run";
  const real = evidence.filter((line) => line.real);
  const synthetic = evidence.filter((line) => !line.real);
  const counted = (lines: readonly Evidence[]): string => {
    const ties = lines.filter(({ outcome }) => outcome === "tie").length;
    const supporting = lines.filter(({ outcome }) => outcome === "for").length;
    return `${supporting} of ${lines.length}${ties === 0 ? "" : ` (${ties} tied)`}`;
  };
  return [
    ...(real.length === 0 ? [] : [
      `real: ${counted(real)}: ${figures(real)}`,
    ]),
    ...(synthetic.length === 0 ? [] : [`synthetic: ${counted(synthetic)}`]),
  ].join("; ");
}
