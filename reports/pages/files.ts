/**
 * Writing the files of pages.
 *
 * @module
 */

import { dirname } from "node:path";
import { renderPng } from "../drawing/render.ts";

/** Texts by their paths within the folder of a run. */
export type PageFiles = ReadonlyMap<string, string>;

/** Writes files into the folder of a run, each picture as PNG, too. */
export async function writeFiles(dir: string, files: PageFiles): Promise<void> {
  for (const [name, text] of files) {
    const path = `${dir}/${name}`;
    await Deno.mkdir(dirname(path), { recursive: true });
    await Deno.writeTextFile(path, text);
    if (name.endsWith(".svg")) await Deno.writeFile(pngOf(path), await renderPng(text));
  }
}

/** The path of the PNG of a picture. */
export function pngOf(svg: string): string {
  return svg.replace(/\.svg$/, ".png");
}
