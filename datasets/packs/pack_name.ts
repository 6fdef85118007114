/**
 * Names of tasks.
 *
 * @module
 */

import { visible } from "../visible.ts";
import type { TensorFile } from "./safetensors.ts";

/** Characters of a task's name. */
const MAX_NAME = 100;

/**
 * The task's name in its metadata, or the file's name without folder and endings. A name is shown
 * wherever there are rows: hidden characters are written out, and a long one is cut.
 */
export function packName(file: TensorFile, source: string): string {
  const name = file.metadata["name"]?.trim() ?? "";
  const fileName = source.replace(/^.*[\\/]/, "").replace(/\.safetensors(\.gz)?$/, "");
  return visible((name === "" ? fileName : name).slice(0, MAX_NAME));
}
