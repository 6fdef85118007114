/**
 * Writes the blocks of a page, and tables, as GitHub-flavoured Markdown; tables as CSV, too.
 *
 * @module
 */

import type { Block, Fact, Inline, Item } from "../blocks.ts";
import { csv } from "../../harness/store/table.ts";
import { type Cell, type ColumnHeading, splitByK, type TableContent } from "../columns.ts";

/** Writes blocks, one empty line between them; those without text are left out. */
export function markdownOf(blocks: readonly Block[]): string {
  return written(blocks, 0).filter((text) => text !== "").join("\n\n") + "\n";
}

function written(blocks: readonly Block[], under: number): string[] {
  let level = under;
  return blocks.flatMap((block) => {
    if ("heading" in block) {
      level = block.level;
      return [headingOf(block.heading, level)];
    }
    if ("folded" in block) {
      return [headingOf(block.folded, block.level), ...written(block.blocks, block.level)];
    }
    if ("table" in block) return [tableMarkdown(block.table, level + 1).trimEnd()];
    return [blockOf(block)].flat();
  });
}

function headingOf(text: string, level: number): string {
  return `${"#".repeat(level)} ${escapeMarkdown(text)}`;
}

function blockOf(
  block: Exclude<Block, { heading: string } | { folded: string } | { table: unknown }>,
): string | string[] {
  if ("text" in block) return typeof block.text === "string" ? block.text : inlineOf(block.text);
  if ("list" in block) return block.list.map(itemOf).join("\n");
  if ("facts" in block) return block.facts.map(factOf).join("\n");
  if ("picture" in block) {
    return `![${block.title}](${block.folder}/charts/${block.picture}.svg)`;
  }
  const { figure: { name, title, description, needs }, isDrawn } = block;
  return [
    description,
    isDrawn ? `![${title}](charts/${name}.svg)` : `Not drawn: it needs ${needs}.`,
  ];
}

function inlineOf(parts: readonly Inline[]): string {
  return parts.map((part) =>
    typeof part === "string"
      ? escapeMarkdown(part)
      : "code" in part
      ? codeOf(part.code)
      : `**${escapeMarkdown(part.strong)}**`
  ).join("");
}

/** Text that has backticks stands between more of them than it has side by side. */
function codeOf(text: string): string {
  const runs = Array.from(text.matchAll(/`+/g), ([run]) => run.length);
  const fence = "`".repeat(1 + Math.max(0, ...runs));
  return runs.length === 0 ? `\`${text}\`` : `${fence} ${text} ${fence}`;
}

function itemOf({ text, link, tone }: Item): string {
  const begin = tone === "bad" ? "**!** " : "";
  const to = link === undefined ? "" : `[${escapeMarkdown(link.text)}](${link.file})`;
  return `- ${begin}${to}${inlineOf(text)}`;
}

function factOf({ label, value, code }: Fact): string {
  return `- ${label}: ${code ? codeOf(value) : escapeMarkdown(value)}`;
}

/**
 * Writes a table as CSV: one header line, numbers with at most seven significant digits.
 */
export function tableCsv(content: TableContent): string {
  const lines = content.rows.map((row) =>
    row.map(({ text, value }) => value === undefined ? text : Number(value.toPrecision(7)))
  );
  return csv([content.columns.map(({ name }) => name), ...lines]);
}

/**
 * Writes a table as GitHub-flavoured Markdown, one table per k, with the columns aligned in the
 * source too. Headings are of the given level.
 */
export function tableMarkdown(content: TableContent, level = 3): string {
  return splitByK(content).map(({ heading, content }) => {
    const table = alignedTable(content.columns, content.rows);
    return heading === "" ? table : `${"#".repeat(level)} ${heading}\n\n${table}`;
  }).join("\n");
}

function alignedTable(
  columns: readonly ColumnHeading[],
  rows: readonly (readonly Cell[])[],
): string {
  const lines = [
    columns.map(({ name }) => escapeMarkdown(name)),
    ...rows.map((row) => row.map(markdownCell)),
  ];
  const widths = columns.map((_, index) =>
    Math.max(3, ...lines.map((line) => [...line[index]!].length))
  );
  const pad = (text: string, index: number): string => {
    const fill = " ".repeat(widths[index]! - [...text].length);
    return columns[index]!.align === "right" ? fill + text : text + fill;
  };
  const rule = columns.map(({ align }, index) => {
    const dashes = "-".repeat(widths[index]! - 1);
    return align === "right" ? `${dashes}:` : `-${dashes}`;
  });
  const [header, ...body] = lines.map((line) => line.map(pad));
  return [header!, rule, ...body].map((line) => `| ${line.join(" | ")} |\n`).join("");
}

function markdownCell({ text, tone }: Cell): string {
  const escaped = escapeMarkdown(text);
  return tone === "good" && text !== "" ? `**${escaped}**` : escaped;
}

/**
 * What may be read as Markdown or as the border of a table: signs, a tilde that may begin what is
 * struck out, an underscore that may begin emphasis, as it does not within a word, the middle of a
 * link, and what names a character.
 */
const SIGNS = /[\\|<`*]|~(?=\S)|(?<![\p{L}\p{N}])_|(?<=\])\(|&(?=#?\w+;)/gu;

/** Keeps text from being read as Markdown or as the border of a table. */
export function escapeMarkdown(text: string): string {
  return text.replace(SIGNS, "\\$&").replace(/\s*[\r\n]+\s*/g, " ");
}
