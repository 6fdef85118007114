/**
 * The page of a paper that makes claims and prints no tables, as Markdown.
 *
 * @module
 */

import { type ClaimPage, countClaims, verdictText } from "../claim_pages.ts";
import { evidenceTable } from "../claim_tables.ts";
import type { JudgedClaim } from "../../claims/contract.ts";
import { escapeMarkdown, tableMarkdown } from "../render_table.ts";

/** Writes the page. */
export function claimPageMarkdown({ title, citation, rule, claims }: ClaimPage): string {
  const blocks = [
    `# ${escapeMarkdown(title)}: its claims, judged`,
    escapeMarkdown(citation),
    `Claims: ${countClaims(claims)}.`,
    escapeMarkdown(rule),
    tableMarkdown({
      columns: ["claim", "verdict", "place"].map((name) => ({ name, align: "left" })),
      rows: claims.map((judged) => [
        { text: judged.claim.statement },
        { text: verdictText(judged) },
        { text: judged.claim.source },
      ]),
    }).trimEnd(),
    ...claims.flatMap(section),
  ];
  return blocks.join("\n\n") + "\n";
}

function section(judged: JudgedClaim): string[] {
  const { claim, evidence } = judged;
  return [
    `## ${escapeMarkdown(claim.statement)}`,
    `Verdict: **${verdictText(judged)}**. ${escapeMarkdown(claim.source)}.`,
    `As printed: ${escapeMarkdown(claim.published())}`,
    `Rule: ${escapeMarkdown(claim.rule)}`,
    ...(evidence.length === 0 ? [] : [tableMarkdown(evidenceTable(judged, false), 3).trimEnd()]),
    ...(claim.study === undefined ? [] : [`Measured by \`${claim.study.command}\`.`]),
  ];
}
