/**
 * Draws Vega-Lite specifications without a browser: as SVG by Vega, and from that as PNG by resvg.
 *
 * @module
 */

import { initWasm, Resvg } from "@resvg/resvg-wasm";
import * as vega from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import { look } from "./look.ts";

/** Pixels of a PNG per unit of its SVG. */
const ZOOM = 2;
const FONTS = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"];
/** What no XML may hold, however it is written: a name in a run may be a stranger's. */
const NO_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** The part of a Vega text item that its width depends on. */
interface TextItem {
  readonly fontSize?: number;
  readonly fontWeight?: string | number;
  readonly limit?: number;
}

/** Vega's hook that measures text without a canvas; its typings leave it out. */
interface TextMetrics {
  width: (item: TextItem, text: unknown) => number;
}

/**
 * Draws a specification as SVG. The same specification gives the same bytes on every machine.
 */
export async function renderSvg(spec: TopLevelSpec): Promise<string> {
  await loadFonts();
  // Ids of gradients and clips count up through the life of the process.
  vega.resetSVGDefIds();
  const view = new vega.View(vega.parse(compile(spec).spec), { renderer: "none" });
  try {
    return inXml(await view.toSVG());
  } finally {
    view.finalize();
  }
}

/** A text with a sign for each character that XML cannot hold. */
function inXml(text: string): string {
  return text.replaceAll(NO_XML, "\uFFFD");
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

/** What resvg needs to draw text. */
type FontOptions = Awaited<ReturnType<typeof load>>;

let loaded: Promise<FontOptions> | undefined;

/**
 * Loads resvg and the DejaVu fonts of the npm package, and lets Vega measure texts with them:
 * without a canvas it takes every character to be as wide as an M, and lays out gaps.
 */
function loadFonts(): Promise<FontOptions> {
  // resvg refuses to be initialized twice.
  return loaded ??= load();
}

async function load() {
  await initWasm(await readPackageFile("@resvg/resvg-wasm/index_bg.wasm"));
  const options = {
    fontBuffers: await Promise.all(FONTS.map((f) => readPackageFile(`dejavu-fonts-ttf/ttf/${f}`))),
    // For text without a family, and for the family `sans-serif`.
    defaultFontFamily: "DejaVu Sans",
    sansSerifFamily: "DejaVu Sans",
  };
  const { textMetrics } = vega as unknown as { textMetrics: TextMetrics };
  const widths = new Map<string, number>();
  textMetrics.width = (item, text) => {
    const words = String(text ?? "").trim();
    if (words === "") return 0;
    const weight = item.fontWeight === "bold" || Number(item.fontWeight) >= 600 ? "bold" : "normal";
    const id = `${weight} ${words}`;
    const width = widths.get(id) ?? measure(words, weight, options);
    widths.set(id, width);
    return Math.min(width * (item.fontSize ?? 11), item.limit || Infinity);
  };
  return options;
}

/** The width of a text in em. */
function measure(text: string, weight: string, font: FontOptions): number {
  const size = 100;
  const escaped = inXml(text).replace(/[&<]/g, (character) => `&#${character.charCodeAt(0)};`);
  const svg = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><text ` +
      `font-family="DejaVu Sans" font-weight="${weight}" font-size="${size}">${escaped}</text></svg>`,
    { font },
  );
  try {
    return (svg.getBBox()?.width ?? 0) / size;
  } finally {
    svg.free();
  }
}

function readPackageFile(specifier: string): Promise<Uint8Array> {
  return Deno.readFile(new URL(import.meta.resolve(specifier)));
}

/** A chart as it is drawn on white. */
export type Drawing = Awaited<ReturnType<typeof draw>>;

/**
 * Draws a specification, which has no configuration, on white: as it is drawn, as JSON, and the
 * picture, which is empty if it is not shown.
 */
export async function draw(spec: TopLevelSpec, isShown = true) {
  const onWhite = { ...spec, config: look("light", "white") };
  const svg = isShown ? await renderSvg(onWhite) : "";
  return { spec, json: JSON.stringify(onWhite, null, 2) + "\n", svg };
}
