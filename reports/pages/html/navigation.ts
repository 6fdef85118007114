/**
 * The side bar of the HTML report: links to all its pages.
 *
 * @module
 */

import type { Page } from "../../blocks.ts";
import { escapeHtml } from "./text.ts";

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
