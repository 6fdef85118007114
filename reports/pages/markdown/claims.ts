/**
 * The page of the papers' claims as Markdown.
 *
 * @module
 */

import { type JudgedClaim, VERDICT_RULE } from "../../claims/contract.ts";
import { claimsTable, evidenceTable } from "../claim_tables.ts";
import { escapeMarkdown, tableMarkdown } from "../render_table.ts";

/** What the section of claims says before its table. */
export const CLAIMS_NOTE: string =
  "Is the paper right? One line per claim: the papers' figures, those of " +
  "this run, and a verdict computed from its rows by a written rule. " + VERDICT_RULE;

/** Writes the claims with their rules and the evidence for each. */
export function claimsMarkdown(claims: readonly JudgedClaim[]): string {
  const blocks = [
    "# Claims of the papers",
    CLAIMS_NOTE,
    tableMarkdown(claimsTable(claims)).trimEnd(),
    ...claims.flatMap((judged) => [
      `## ${escapeMarkdown(judged.claim.statement)}`,
      `Verdict: **${judged.verdict}**. Source: ${judged.claim.source}`,
      `Rule: ${escapeMarkdown(judged.claim.rule)}`,
      `Published: ${escapeMarkdown(judged.claim.published())}`,
      judged.evidence.length === 0
        ? "Not measured in this run."
        : tableMarkdown(evidenceTable(judged)).trimEnd(),
    ]),
  ];
  return blocks.join("\n\n") + "\n";
}
