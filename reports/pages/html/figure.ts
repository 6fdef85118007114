/**
 * A chart of the HTML report.
 *
 * @module
 */

import { escapeHtml } from "./text.ts";

/** What a page shows of a chart. */
export interface Figure {
  /** In links. */
  readonly name: string;
  /** Its heading. */
  readonly title: string;
  /** What is drawn. */
  readonly description: string;
  /** What a run must hold for it, if that may be missing. */
  readonly needs?: string;
}

/** A chart with its description, or why it is not drawn. */
export function figure({ name, title, description, needs }: Figure, isDrawn = true): string {
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
