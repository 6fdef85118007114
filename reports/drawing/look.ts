/**
 * The Vega-Lite configuration of all charts, on white paper and on a dark page.
 *
 * @module
 */

import type { Config } from "vega-lite";

/** DejaVu Sans has the metrics of Verdana, so that both fit the space that is laid out. */
const FONT = "DejaVu Sans, Verdana, sans-serif";

const INKS: Record<Paper, Record<"text" | "quiet" | "grid" | "axis" | "page", string>> = {
  light: { text: "#1f2328", quiet: "#59636e", grid: "#e4e7eb", axis: "#9aa4af", page: "#ffffff" },
  dark: { text: "#e6e8eb", quiet: "#9aa4af", grid: "#2c3138", axis: "#59636e", page: "#14171b" },
};

/** What a chart is drawn on. */
export type Paper = "light" | "dark";

/** A Vega-Lite configuration. */
export type Look = Config;

/**
 * The configuration for a paper. Fonts and sizes are the same on both; the background is white in
 * files, where a reader's page may be dark, and the page's own otherwise.
 */
export function look(paper: Paper, background: "white" | "transparent"): Look {
  const { text, quiet, grid, axis, page } = INKS[paper];
  return {
    background,
    font: FONT,
    padding: 12,
    view: { stroke: null },
    title: {
      color: text,
      subtitleColor: quiet,
      fontSize: 15,
      subtitleFontSize: 11,
      subtitleLineHeight: 15,
      anchor: "start",
      // Starts at the edge of the picture: a narrow plot leaves no room beside its axis.
      frame: "bounds",
      offset: 14,
    },
    axis: {
      domainColor: axis,
      gridColor: grid,
      tickColor: axis,
      labelColor: quiet,
      titleColor: text,
      labelFontSize: 11,
      titleFontSize: 12,
      titleFontWeight: "normal",
      titlePadding: 10,
      labelLimit: 400,
      labelSeparation: 6,
      titleLimit: 600,
    },
    legend: {
      labelColor: text,
      titleColor: quiet,
      labelFontSize: 11,
      titleFontSize: 11,
      titleFontWeight: "normal",
      labelLimit: 500,
      symbolLimit: 60,
      symbolSize: 70,
      symbolStrokeWidth: 2,
      rowPadding: 5,
    },
    header: {
      labelColor: text,
      titleColor: quiet,
      labelFontSize: 12,
      labelLimit: 400,
      labelPadding: 8,
    },
    line: { strokeWidth: 2 },
    point: { size: 55, filled: true, opacity: 1 },
    rule: { strokeWidth: 1.5 },
    text: { color: text },
    style: { halo: { fill: page, stroke: page, strokeWidth: 5, strokeJoin: "round" } },
  };
}
