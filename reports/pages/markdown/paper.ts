/**
 * The page of one paper as Markdown.
 *
 * @module
 */

import { SAMPLE_MARK } from "../../numbers/marks.ts";
import { cellsTable, GRID_NOTE, gridTable } from "../paper_grid.ts";
import type { ComparedTable, PaperPage } from "../../papers/contract.ts";
import { countVerdicts } from "../count_verdicts.ts";
import { escapeMarkdown, tableMarkdown } from "../render_table.ts";
import { standInsNote } from "../../published/stand_ins.ts";

/**
 * Writes the page of a paper, which lies beside `charts/` in a folder of its own. `isDrawn` tells
 * whether a chart of the report is there.
 */
export function paperMarkdown(page: PaperPage, isDrawn: (chart: string) => boolean): string {
  const all = page.tables.flatMap(({ cells }) => cells);
  const blocks = [
    `# ${escapeMarkdown(page.title)}: the paper's tables and ours`,
    escapeMarkdown(page.citation),
    `${all.length} cells: ${countVerdicts(all)}.`,
    tablesList(page.tables),
    "## How the verdicts are made",
    ...[standInsNote(all.map(({ place }) => place.dataset)), ...page.rules].map(escapeMarkdown),
    ...page.tables.flatMap((compared) => section(compared, isDrawn)),
  ];
  return blocks.filter((block) => block !== "").join("\n\n") + "\n";
}

function tablesList(tables: readonly ComparedTable[]): string {
  return tables.map(({ table, cells }) =>
    `- ${table.place}, ${escapeMarkdown(table.title)}: ${countVerdicts(cells)}`
  ).join("\n");
}

function section({ table, cells }: ComparedTable, isDrawn: (chart: string) => boolean): string[] {
  const { place, title, note, chart } = table;
  return [
    `## ${place}: ${escapeMarkdown(title)}`,
    escapeMarkdown(note),
    `${GRID_NOTE} ${SAMPLE_MARK}`,
    tableMarkdown(gridTable(cells, table.lines)).trimEnd(),
    chart !== undefined && isDrawn(chart) ? `![${title}](../charts/${chart}.svg)` : "",
    `### Cells of ${place}`,
    tableMarkdown(cellsTable(cells)).trimEnd(),
  ];
}
