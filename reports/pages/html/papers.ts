/**
 * The papers' pages of the HTML report.
 *
 * @module
 */

import { pageSection } from "./page_section.ts";
import { tableHtml } from "./table.ts";
import { escapeHtml } from "./text.ts";
import { SAMPLE_MARK } from "../../numbers/marks.ts";
import { cellsTable, GRID_NOTE, gridTable } from "../paper_grid.ts";
import type { ComparedTable, PaperPage } from "../../papers/contract.ts";
import { countVerdicts } from "../count_verdicts.ts";
import { standInsNote } from "../../published/stand_ins.ts";

/** Writes a page for each paper, the cells of its tables with their sources folded away. */
export function papersHtml(pages: readonly PaperPage[]): string[] {
  return pages.map(({ name, title, citation, tables, rules }) => {
    const tasks = tables.flatMap(({ cells }) => cells.map(({ place }) => place.dataset));
    return pageSection(
      `paper-${name}`,
      title,
      `<h2>${escapeHtml(title)}: its tables and ours</h2>
<p class="quiet">${escapeHtml(citation)}</p>
<p class="note">${escapeHtml(standInsNote(tasks))}</p>
<p class="note">${escapeHtml(`${GRID_NOTE} ${SAMPLE_MARK}`)}</p>
<details>
<summary>How the verdicts are made</summary>
${rules.map((rule) => `<p class="note">${escapeHtml(rule)}</p>`).join("\n")}
</details>
${tables.map(comparedHtml).join("\n")}`,
    );
  });
}

function comparedHtml({ table, cells }: ComparedTable): string {
  const title = `${table.place}: ${table.title}`;
  return `<h3 id="${table.name}">${escapeHtml(title)}</h3>
<p class="note">${escapeHtml(`${table.note} ${countVerdicts(cells)}.`)}</p>
${tableHtml(title, gridTable(cells, table.lines))}
<details>
<summary>Cells of ${escapeHtml(table.place)}: where each number comes from</summary>
${tableHtml(`Cells of ${table.place}`, cellsTable(cells))}
</details>`;
}
