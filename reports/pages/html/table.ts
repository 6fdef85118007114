/**
 * Tables of the HTML page.
 *
 * @module
 */

import { breakable, escapeHtml } from "./text.ts";
import { splitByK } from "../render_table.ts";
import type { Cell, ColumnHeading, TableContent } from "../../columns.ts";

/** Writes a table as one HTML table per k, each in a box of its own that scrolls sideways. */
export function tableHtml(title: string, content: TableContent): string {
  return splitByK(content).map(({ heading, content: { columns, rows } }) => {
    const caption = heading === "" ? "" : `<h4>${escapeHtml(heading)}</h4>\n`;
    const label = escapeHtml(heading === "" ? title : `${title}, ${heading}`);
    const head = columns.map((column) =>
      `<th scope="col"${alignment(column)}>${breakable(column.name)}</th>`
    ).join("");
    const body = rows.map((row) =>
      `<tr>${row.map((cell, i) => td(cell, columns[i]!, i)).join("")}</tr>`
    );
    const k = /^k = (\d+)$/.exec(heading)?.[1];
    const data = k === undefined ? "" : ` data-k="${k}"`;
    return `${caption}<div class="scroll"${data} tabindex="0" role="region" aria-label="${label}"><table>
<thead><tr>${head}</tr></thead>
<tbody>
${body.join("\n")}
</tbody></table></div>`;
  }).join("\n");
}

/** The first column names its line. */
function td(cell: Cell, column: ColumnHeading, index: number): string {
  const hint = cell.hint === undefined ? "" : ` title="${escapeHtml(cell.hint)}"`;
  const text = column.align === "left" && index === 0
    ? breakable(cell.text)
    : escapeHtml(cell.text);
  const classes = alignment(column, cell.tone);
  return index === 0
    ? `<th scope="row"${classes}${hint}>${text}</th>`
    : `<td${classes}${hint}>${text}</td>`;
}

function alignment({ align }: ColumnHeading, tone?: string): string {
  const classes = [align === "right" ? "number" : "", tone ?? ""].filter((name) => name !== "");
  return classes.length === 0 ? "" : ` class="${classes.join(" ")}"`;
}
