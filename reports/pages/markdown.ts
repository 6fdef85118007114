/**
 * Writes the blocks of a page as GitHub-flavoured Markdown.
 *
 * @module
 */

import type { Block, Fact, Inline, Item } from "../blocks.ts";
import { escapeMarkdown, tableMarkdown } from "./render_table.ts";

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

function codeOf(text: string): string {
  return `\`${text.replaceAll("`", "'")}\``;
}

function itemOf({ text, link, tone }: Item): string {
  const begin = tone === "bad" ? "**!** " : "";
  const to = link === undefined ? "" : `[${escapeMarkdown(link.text)}](${link.file})`;
  return `- ${begin}${to}${inlineOf(text)}`;
}

function factOf({ label, value, code }: Fact): string {
  return `- ${label}: ${code ? codeOf(value) : escapeMarkdown(value)}`;
}
