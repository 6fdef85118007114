/**
 * The pages of papers that make claims and print no tables, in the HTML report.
 *
 * @module
 */

import { type ClaimPage, countClaims, verdictText } from "../claim_pages.ts";
import { evidenceTable } from "../claim_tables.ts";
import type { JudgedClaim } from "../../claims/contract.ts";
import { pageSection } from "./page_section.ts";
import { tableHtml } from "./table.ts";
import { escapeHtml } from "./text.ts";

/** Writes a page for each paper. */
export function claimPagesHtml(pages: readonly ClaimPage[]): string[] {
  return pages.map(({ name, title, citation, rule, claims }) =>
    pageSection(
      `paper-${name}`,
      title,
      `<h2>${escapeHtml(title)}: its claims, judged</h2>
<p class="quiet">${escapeHtml(citation)}</p>
<p class="note">${escapeHtml(`Claims: ${countClaims(claims)}.`)}</p>
<details>
<summary>How the verdicts are made</summary>
<p class="note">${escapeHtml(rule)}</p>
</details>
${claims.map(claimHtml).join("\n")}`,
    )
  );
}

function claimHtml(judged: JudgedClaim): string {
  const { claim, evidence } = judged;
  const measured = claim.study === undefined
    ? ""
    : `<p class="quiet">Measured by <code>${escapeHtml(claim.study.command)}</code>.</p>`;
  return `<h3>${escapeHtml(claim.statement)} <em>${escapeHtml(verdictText(judged))}</em></h3>
<p class="note">${escapeHtml(`${claim.source}. As printed: ${claim.published()}`)}</p>
<p class="note">${escapeHtml(`Rule: ${claim.rule}`)}</p>
${evidence.length === 0 ? "" : tableHtml(claim.statement, evidenceTable(judged, false))}
${measured}`;
}
