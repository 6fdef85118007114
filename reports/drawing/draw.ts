/**
 * Drawing a chart for a file.
 *
 * @module
 */

import type { TopLevelSpec } from "vega-lite";
import { look } from "./look.ts";
import { renderSvg } from "./render.ts";

/** A chart as it is drawn on white. */
export interface Drawing {
  /** Its specification, without a configuration. */
  readonly spec: TopLevelSpec;
  /** The specification as it is drawn, as JSON. */
  readonly json: string;
  /** The picture. */
  readonly svg: string;
}

/** Draws a specification on white. */
export async function draw(spec: TopLevelSpec): Promise<Drawing> {
  const onWhite = { ...spec, config: look("light", "white") };
  return { spec, json: JSON.stringify(onWhite, null, 2) + "\n", svg: await renderSvg(onWhite) };
}
