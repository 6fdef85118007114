/**
 * The page of the papers' claims as Markdown.
 *
 * @module
 */

import type { JudgedClaim } from "../../claims/contract.ts";
import { claimsNote, claimsTable, evidenceTable } from "../claim_tables.ts";
import { escapeMarkdown, tableMarkdown } from "../render_table.ts";

/** Writes the claims with their rules and the evidence for each. */
export function claimsMarkdown(claims: readonly JudgedClaim[], rule: string): string {
  const blocks = [
    "# Claims of the papers",
    claimsNote(rule),
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
