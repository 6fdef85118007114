/**
 * Writes the blocks of a page, tables and the side bar as HTML.
 *
 * @module
 */

import { createHash } from "node:crypto";
import type { Block, Fact, Figure, Inline, Item, Page } from "../../blocks.ts";
import { type Cell, type ColumnHeading, splitByK, type TableContent } from "../../columns.ts";

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

/** How the ids of a group's pages begin, by its heading; without one they stand first. */
const GROUPS: readonly (readonly [heading: string, ids: RegExp])[] = [
  ["", /^(overview|claims)$/],
  ["Papers", /^paper-/],
  ["Charts", /^chart-/],
  ["Tables", /^table-/],
  ["Studies", /^study-/],
  ["About", /^(guide|not-drawn|run)$/],
];

/** How the side bar calls the claims, which stand alone there. */
const SHORT: Readonly<Record<string, string>> = { claims: "Claims" };

/** Writes the side bar. Where the window is narrow it is folded. */
export function navigationHtml(pages: readonly Pick<Page, "id" | "title">[]): string {
  const all = [{ id: "overview", title: "Overview" }, ...pages];
  const groups = GROUPS.flatMap(([heading, ids]) => {
    const links = all.filter(({ id }) => ids.test(id)).map(({ id, title }) =>
      `<li><a href="#${id}">${escapeHtml(SHORT[id] ?? title)}</a></li>`
    );
    const list = `<ul>\n${links.join("\n")}\n</ul>`;
    return links.length === 0 ? [] : [heading === "" ? list : `<h2>${heading}</h2>\n${list}`];
  });
  return `<details class="contents" open>
<summary>Contents</summary>
<nav aria-label="Pages">
${groups.join("\n")}
</nav>
</details>`;
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * An HTML page up to its body.
 *
 * @param directives what the page may load, as `Content-Security-Policy` says it; else nothing
 * @param title as text
 * @param style an element that has or links the style
 */
export function documentHead(directives: readonly string[], title: string, style: string): string {
  const policy = ["default-src 'none'", ...directives, "base-uri 'none'", "form-action 'none'"];
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy.join("; "))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
${style}
</head>`;
}

/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** What a content policy calls a program or a style by. */
export function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** JSON that cannot end the script element around it. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/**
 * A program that cannot end the script element around it: in strings and regular expressions, the
 * only places where they occur in practice, an escaped slash or exclamation mark means the same.
 */
export function scriptSource(source: string): string {
  return source
    .replace(/^\/\/# sourceMappingURL=.*$/gm, "")
    .replace(/<\/(?=script)/gi, "<\\/")
    .replaceAll("<!--", "<\\!--")
    .trim();
}

/** A decoder's name, or any other, that a narrow column may break before its options only. */
export function breakable(name: string): string {
  return name.split(/(?=\{)|(?<=,)/).map((part) => `<span>${escapeHtml(part)}</span>`)
    .join("<wbr>");
}
