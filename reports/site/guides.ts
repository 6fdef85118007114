/**
 * The guides of the project as pages: Markdown files as HTML, whose links lead to each other.
 *
 * @module
 */

import { Marked, type Tokens } from "marked";
import { dirname, join, normalize, relative } from "node:path";
import { documentHead, escapeHtml } from "../pages/html/blocks.ts";

/** What links of a guide may lead to, as paths from the root. */
export interface Shelf {
  /** Markdown files, each of which is a page. */
  readonly guides: ReadonlySet<string>;
  /** Files that are copied as they are. */
  readonly files: ReadonlySet<string>;
}

/** The path of a guide's page. */
export function pageOf(guide: string): string {
  return guide.replace(/\.md$/, ".html");
}

/**
 * Renders a guide. A link to another guide leads to its page, one to a file of the shelf to the
 * file; where a link leads to a source, which is not there, its text stays. Headings have the ids
 * that repositories give them. What it uses are files that it shows or links to.
 *
 * @param path from the root
 */
export function renderGuide(path: string, markdown: string, shelf: Shelf) {
  const uses: string[] = [];
  const ids = new Map<string, number>();
  let title = path;
  const target = (href: string): string | undefined => {
    if (/^(https?:|mailto:|#)/.test(href)) return href;
    const [file = "", hash] = href.split("#");
    const to = normalize(join(dirname(path), file));
    const end = hash === undefined ? "" : `#${hash}`;
    if (shelf.guides.has(to)) return pageOf(file) + end;
    if (!shelf.files.has(to)) return undefined;
    uses.push(to);
    return href;
  };
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        const html = this.parser.parseInline(tokens);
        const text = this.parser.parseInline(tokens, this.parser.textRenderer);
        if (depth === 1) title = text;
        const slug = text.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(" ", "-");
        const count = ids.get(slug) ?? 0;
        ids.set(slug, count + 1);
        const id = count === 0 ? slug : `${slug}-${count}`;
        return `<h${depth} id="${escapeHtml(id)}">${html}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        const to = target(href);
        const html = this.parser.parseInline(tokens);
        return to === undefined ? html : `<a href="${escapeHtml(to)}">${html}</a>`;
      },
      image({ href, text }: Tokens.Image): string {
        const to = target(href);
        const name = escapeHtml(text);
        return to === undefined ? name : `<img src="${escapeHtml(to)}" alt="${name}">`;
      },
      html: ({ text }: Tokens.HTML | Tokens.Tag): string =>
        text.startsWith("<!--") ? "" : escapeHtml(text),
    },
  });
  // Tables are as wide as they are: each scrolls in a box of its own.
  const html = (marked.parse(markdown) as string)
    .replaceAll(
      "<table>",
      '<div class="scroll" tabindex="0" role="region" aria-label="Table"><table>',
    )
    .replaceAll("</table>", "</table></div>");
  return { title, html, uses };
}

/** Nothing but the site's own style and pictures. */
const DIRECTIVES = ["img-src 'self'", "style-src 'self'"];

/** A page of the site around some content, with a link to the start page. */
export function sitePage(path: string, title: string, content: string): string {
  const up = relative(dirname(path), ".") || ".";
  return `${documentHead(DIRECTIVES, title, `<link rel="stylesheet" href="${up}/site.css">`)}
<body>
<nav aria-label="Site"><a href="${up}/index.html">Trellis</a></nav>
<main id="main">
${content}
</main>
</body>
</html>
`;
}
