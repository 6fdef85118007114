/**
 * Writes the blocks of a page as HTML.
 *
 * @module
 */

import type { Block, Fact, Figure, Inline, Item, Page } from "../../blocks.ts";
import { tableHtml } from "./table.ts";
import { escapeHtml } from "./text.ts";

/** A page: one of those that `pages.js` shows one at a time. */
export function pageHtml({ id, title, blocks }: Page): string {
  return sectionHtml(id, title, blocks.map(blockHtml).filter((html) => html !== "").join("\n"));
}

/** A page with this content. */
export function sectionHtml(id: string, title: string, content: string): string {
  return `<section class="page" id="${id}" aria-label="${escapeHtml(title)}">
${content}
</section>`;
}

/** Writes a block. */
export function blockHtml(block: Block): string {
  if ("heading" in block) {
    const { heading, level, mark, id } = block;
    const name = `h${level + 1}`;
    return `<${name}${idOf(level === 1 ? undefined : id)}>${marked(heading, mark)}</${name}>`;
  }
  if ("text" in block) {
    const text = typeof block.text === "string" ? proseHtml(block.text) : inlineHtml(block.text);
    return `<p${block.tone === undefined ? "" : ` class="${block.tone}"`}>${text}</p>`;
  }
  if ("table" in block) return tableHtml(block.title, block.table);
  if ("figure" in block) return figureHtml(block.figure, block.isDrawn);
  // The chart has a page of its own here.
  if ("picture" in block) return "";
  if ("list" in block) {
    const name = block.name === undefined ? "" : ` class="${block.name}"`;
    return `<ul${name}>\n${block.list.map(itemHtml).join("\n")}\n</ul>`;
  }
  if ("facts" in block) {
    return `<dl class="facts">\n${block.facts.map(factHtml).join("\n")}\n</dl>`;
  }
  return `<details${idOf(block.id)}>
<summary>${marked(block.folded, block.mark)}</summary>
${block.blocks.map(blockHtml).join("\n")}
</details>`;
}

/** A chart with its description, or why it is not drawn. */
function figureHtml({ name, title, description, needs }: Figure, isDrawn: boolean): string {
  if (!isDrawn) {
    return `<p class="quiet">${escapeHtml(`${title} is not drawn: it needs ${needs}.`)}</p>`;
  }
  return `<figure id="${name}">
<div class="chart" data-chart="${name}" role="img" aria-label="${escapeHtml(title)}"></div>
<noscript><p class="note">Charts need scripts; the same pictures are in the folder charts/ beside
this page.</p></noscript>
<figcaption>${escapeHtml(description)}</figcaption>
</figure>`;
}

/** Prose of the project: what stands between backticks is code. */
function proseHtml(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}

function inlineHtml(parts: readonly Inline[]): string {
  return parts.map((part) =>
    typeof part === "string"
      ? escapeHtml(part)
      : "code" in part
      ? `<code>${escapeHtml(part.code)}</code>`
      : `<strong>${escapeHtml(part.strong)}</strong>`
  ).join("");
}

function itemHtml({ text, link, tone }: Item): string {
  const to = link === undefined ? "" : `<a href="#${link.id}">${escapeHtml(link.text)}</a>`;
  return `<li${tone === undefined ? "" : ` class="${tone}"`}>${to}${inlineHtml(text)}</li>`;
}

function factHtml({ label, value, code }: Fact): string {
  const text = escapeHtml(value);
  return `<dt>${escapeHtml(label)}</dt><dd>${code ? `<code>${text}</code>` : text}</dd>`;
}

function idOf(id: string | undefined): string {
  return id === undefined ? "" : ` id="${id}"`;
}

function marked(text: string, mark: string | undefined): string {
  return escapeHtml(text) + (mark === undefined ? "" : ` <em>${escapeHtml(mark)}</em>`);
}
