/**
 * The pages of papers that make claims and print no tables: each claim with its evidence.
 *
 * @module
 */

import {
  type Claim,
  type ClaimVerdict,
  judgeClaims,
  type JudgedClaim,
} from "../claims/contract.ts";
import { importFolder } from "./modules.ts";
import { citation } from "../published/citations.ts";
import type { Studies } from "../numbers/study_rows.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { paperTitle } from "../published/published.ts";

/** The page of a paper that has claims alone. */
export interface ClaimPage {
  /** In file names. */
  readonly name: string;
  /** What the paper is called. */
  readonly title: string;
  /** The paper in full. */
  readonly citation: string;
  /** In the paper's order. */
  readonly claims: readonly JudgedClaim[];
}

/** How such a page comes to its verdicts. */
export const CLAIM_PAGE_RULE: string =
  "Each line of evidence comes from rows of a study or of a run, by the rule of its claim, and has a " +
  "vote unless it says so. A claim holds if more than half of the votes are for it and none is " +
  "against; it does not hold if some are against and none for; it holds in part in every other " +
  "case; it is not testable if all are ties. A claim without rows is not judged.";

const VERDICTS: readonly ClaimVerdict[] = [
  "holds",
  "holds in part",
  "does not hold",
  "not testable here",
];

/** The claims of the folder `claims/` that a run with its studies can say something about. */
export async function composeClaims(
  summary: readonly SummaryRow[],
  studies: Studies,
): Promise<JudgedClaim[]> {
  const claims = await importFolder<Claim>(new URL("../claims/", import.meta.url));
  return judgeClaims(claims, summary, studies);
}

/** A page for each paper that judged claims stand on a page of. */
export function claimPages(judged: readonly JudgedClaim[]): ClaimPage[] {
  const onPages = judged.filter(({ claim }) => claim.paper !== undefined);
  return [...Map.groupBy(onPages, ({ claim }) => claim.paper!)].map(([name, claims]) => ({
    name,
    title: paperTitle(name),
    citation: citation(name),
    claims,
  }));
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
