/**
 * The first page of the report: what is to be seen within five seconds.
 *
 * @module
 */

import type { Block, Figure, Finding, Tile } from "../../blocks.ts";
import type { ClaimVerdict, JudgedClaim } from "../../papers/contract.ts";
import type { TableContent } from "../../columns.ts";
import type { Table } from "../../tables/contract.ts";
import { blockHtml, escapeHtml, sectionHtml } from "./blocks.ts";

/** Charts by name, the first one first; all others have a page of their own. */
export const FIRST_CHARTS: readonly string[] = ["at-a-glance", "exactness-frontier"];

/** The tables that it begins with if the run holds a decoder or a pack of the reader's own. */
export const FIRST_TABLES: readonly string[] = ["your-decoder", "your-pack"];

/** What the strip of claims tells apart: a tie was tested, but says nothing. */
type StripVerdict = Exclude<ClaimVerdict, "not testable here"> | "tie" | "not tested";

/** How the strip marks a verdict. */
const MARKS: Readonly<Record<StripVerdict, { mark: string; name: string; count: string }>> = {
  "holds": { mark: "✓", name: "holds", count: "hold" },
  "holds in part": { mark: "◐", name: "part", count: "hold in part" },
  "does not hold": { mark: "✗", name: "fails", count: "do not hold" },
  "tie": { mark: "≈", name: "untested", count: "tied" },
  "not tested": { mark: "–", name: "untested", count: "not tested" },
};

/** What the first page shows of a report. */
export interface Overview {
  /** Its first sentence, without a full stop. */
  readonly headline: string;
  /** Whether the run can be relied on. */
  readonly tiles: readonly Tile[];
  /** What the report says in words. */
  readonly findings: readonly Finding[];
  /** Each with its verdict. */
  readonly claims: readonly JudgedClaim[];
  /** Among them those of the first page. */
  readonly charts: readonly { readonly chart: Figure; readonly drawing: unknown }[];
  /** Among them those of what is the reader's own, if there is any. */
  readonly tables: readonly {
    readonly table: Omit<Table, "build">;
    readonly content: TableContent;
  }[];
}

/** Writes the first page. */
export function overviewHtml(report: Overview): string {
  const findings = report.findings.map(({ tone, text }) => ({ tone, text: [text] }));
  const [first, second] = FIRST_CHARTS.map((name, i) =>
    chartHtml(report, name, i === 0 ? report.headline : undefined)
  );
  return sectionHtml(
    "overview",
    "Overview",
    `${yoursHtml(report)}${first}
${tilesHtml(report)}
${stripHtml(report.claims)}
${second}
<h3>In words</h3>
${blockHtml({ list: findings, name: "findings" })}`,
  );
}

/** What a reader came for who brought a decoder or a pack; nothing where all is the project's. */
function yoursHtml({ tables, findings }: Overview): string {
  const own = tables.filter(({ table }) => FIRST_TABLES.includes(table.name));
  const said = findings.filter(({ isYours }) => isYours).map(({ text }) => ({ text: [text] }));
  const blocks = own.flatMap(({ table: { name, title, note }, content }): Block[] => [
    { heading: title, level: 1 },
    ...(name === "your-decoder" ? said : []),
    { table: content, title },
    { text: note, tone: "note" },
  ]);
  return blocks.map((block) => `${blockHtml(block)}\n`).join("");
}

function chartHtml({ charts }: Overview, name: string, heading?: string): string {
  const found = charts.find(({ chart }) => chart.name === name);
  if (found === undefined) return "";
  const { chart, drawing } = found;
  const figure: Block = { figure: chart, isDrawn: drawing !== undefined };
  if (drawing === undefined) return blockHtml(figure);
  return `${blockHtml({ heading: heading ?? chart.title, level: 1 })}\n${blockHtml(figure)}`;
}

function tilesHtml({ tiles }: Overview): string {
  const items = tiles.map(({ title, value, note, code, tone }) =>
    `<div class="tile ${tone}"><dt>${escapeHtml(title)}</dt><dd><strong>${
      escapeHtml(value)
    }</strong> <span>${escapeHtml(note)}</span>${
      code === undefined || code === "" ? "" : ` <code>${escapeHtml(code)}</code>`
    }</dd></div>`
  );
  return `<dl class="tiles">\n${items.join("\n")}\n</dl>`;
}

/** A mark for each claim, which leads to its rule and its evidence. */
function stripHtml(claims: readonly JudgedClaim[]): string {
  if (claims.length === 0) return "";
  const verdicts = Object.keys(MARKS) as StripVerdict[];
  const counts = verdicts.flatMap((verdict) => {
    const count = claims.filter((judged) => stripVerdict(judged) === verdict).length;
    const { mark, name, count: words } = MARKS[verdict];
    return count === 0 ? [] : [`<span class="${name}">${mark}</span> ${count} ${words}`];
  });
  const links = claims.map((judged) => {
    const verdict = stripVerdict(judged);
    const { mark, name } = MARKS[verdict];
    const text = escapeHtml(`${judged.claim.statement} ${verdict}`);
    return `<li><a class="${name}" href="#claim-${judged.claim.name}" title="${text}" aria-label="${text}">${mark}</a></li>`;
  });
  return `<div class="strip">
<p>Claims of the papers: ${counts.join(" · ")}</p>
<ul>
${links.join("\n")}
</ul>
</div>`;
}

function stripVerdict({ verdict, votes }: JudgedClaim): StripVerdict {
  if (verdict !== "not testable here") return verdict;
  return votes.tie > 0 ? "tie" : "not tested";
}
