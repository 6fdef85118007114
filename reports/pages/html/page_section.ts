/**
 * A page of the HTML report.
 *
 * @module
 */

import { escapeHtml } from "./text.ts";

/** A page: one of those that `pages.js` shows one at a time. */
export function pageSection(id: string, title: string, content: string): string {
  return `<section class="page" id="${id}" aria-label="${escapeHtml(title)}">
${content}
</section>`;
}
