/**
 * The section of claims of the HTML page.
 *
 * @module
 */

import type { JudgedClaim } from "../../claims/contract.ts";
import { claimsNote, claimsTable, evidenceTable } from "../claim_tables.ts";
import { pageSection } from "./page_section.ts";
import { tableHtml } from "./table.ts";
import { escapeHtml } from "./text.ts";

/** Writes the claims, each with its rule and its evidence folded away. */
export function claimsHtml(claims: readonly JudgedClaim[], rule: string): string {
  return pageSection(
    "claims",
    "Claims of the papers",
    `<h2>Claims of the papers</h2>
<p class="note">${escapeHtml(claimsNote(rule))}</p>
${tableHtml("Claims of the papers", claimsTable(claims))}
${claims.map(details).join("\n")}`,
  );
}

function details(judged: JudgedClaim): string {
  const { name, statement, rule } = judged.claim;
  return `<details id="claim-${name}">
<summary>${escapeHtml(statement)} <em>${judged.verdict}</em></summary>
<p class="note">${escapeHtml(rule)}</p>
${
    judged.evidence.length === 0
      ? `<p class="quiet">Not measured in this run.</p>`
      : tableHtml(statement, evidenceTable(judged))
  }
</details>`;
}
