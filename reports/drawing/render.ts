/**
 * Draws Vega-Lite specifications without a browser: as SVG by Vega, and from that as PNG by resvg.
 *
 * @module
 */

import { Resvg } from "@resvg/resvg-wasm";
import { parse, resetSVGDefIds, View } from "vega";
import { compile } from "vega-lite";
import { loadFonts } from "./fonts.ts";
import type { TopLevelSpec } from "vega-lite";

/** Pixels of a PNG per unit of its SVG. */
const ZOOM = 2;

/**
 * Draws a specification as SVG. The same specification gives the same bytes on every machine.
 */
export async function renderSvg(spec: TopLevelSpec): Promise<string> {
  await loadFonts();
  // Ids of gradients and clips count up through the life of the process.
  resetSVGDefIds();
  const view = new View(parse(compile(spec).spec), { renderer: "none" });
  try {
    return await view.toSVG();
  } finally {
    view.finalize();
  }
}

/**
 * Draws an SVG as PNG at twice its size, with the DejaVu fonts of the npm package: resvg without a
 * font leaves all text out, and the fonts of the machine would change the bytes.
 */
export async function renderPng(svg: string): Promise<Uint8Array> {
  const font = await loadFonts();
  const image = new Resvg(svg, { font, fitTo: { mode: "zoom", value: ZOOM } });
  try {
    return image.render().asPng();
  } finally {
    image.free();
  }
}
