/**
 * The pages of papers that make claims and print no tables: each claim with its evidence.
 *
 * @module
 */

import { judgeClaims } from "../papers/claims.ts";
import { importFolder } from "./report.ts";
import type { RunData } from "../numbers/run_data.ts";
import type { ClaimPage, ClaimVerdict, JudgedClaim, Paper } from "../papers/contract.ts";
import { citation, paperTitle } from "../published/published.ts";

const VERDICTS: readonly ClaimVerdict[] = [
  "holds",
  "holds in part",
  "does not hold",
  "not testable here",
];

/** All papers, in their order. */
export async function allPapers(): Promise<Paper[]> {
  return await importFolder<Paper>(new URL("../papers/", import.meta.url));
}

/** The claims of papers that a run with its studies can say something about, in reading order. */
export function composeClaims(papers: readonly Paper[], run: RunData): JudgedClaim[] {
  const claims = papers.flatMap(({ claims }) => claims).sort((a, b) => a.order - b.order);
  return judgeClaims(claims, run);
}

/** A page for each paper that has claims alone and whose studies the run has. */
export function claimPages(papers: readonly Paper[], run: RunData): ClaimPage[] {
  return papers.filter(({ tables }) => tables.length === 0).map(({ name, claims, claimsRule }) => ({
    name,
    title: paperTitle(name),
    citation: citation(name),
    rule: claimsRule,
    claims: judgeClaims(claims, run),
  })).filter(({ claims }) => claims.length > 0);
}

/** How many claims have which verdict: "holds: 3, not judged: 1". */
export function countClaims(claims: readonly JudgedClaim[]): string {
  const measured = claims.filter(({ evidence }) => evidence.length > 0);
  const counts = VERDICTS.map((verdict): [string, number] => [
    verdict,
    measured.filter((judged) => judged.verdict === verdict).length,
  ]);
  return [...counts, ["not judged", claims.length - measured.length] as const]
    .flatMap(([verdict, count]) => count === 0 ? [] : [`${verdict}: ${count}`]).join(", ");
}

/** The verdict, or that there is none, and what would measure it. */
export function verdictText({ claim, verdict, evidence }: JudgedClaim): string {
  if (evidence.length > 0) return verdict;
  const command = claim.study?.command ?? "";
  return command.includes("--data") ? "not judged: needs --data" : "not judged: no rows";
}
