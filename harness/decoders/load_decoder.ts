/**
 * Loading the module of a decoder into the process that asks for it.
 *
 * @module
 */

import { type Found, reasonOf } from "../../datasets/modules.ts";
import type { Description, Extension } from "../../decoders/contract.ts";

/** A decoder and the URL of its module. */
export interface FoundDecoder<D extends Description> extends Found<D> {
  /** What its module leaves to another one, whose URL is absolute. */
  readonly extension?: Extension;
}

/** A decoder, or why its module gives none. */
export type Loaded<D extends Description> = FoundDecoder<D> | string;

/** Why a module gives none that does not mean to. */
export const NO_DEFAULT = "it has no default export, so it is no decoder";

/**
 * Imports the decoder of a module, with its extension if it has one: then the value is what that
 * exports.
 */
export async function loadDecoder<D extends Description>(url: string): Promise<Loaded<D>> {
  try {
    const { default: value, EXTENSION } = await import(url) as {
      default?: D;
      EXTENSION?: Extension;
    };
    if (value === undefined) return NO_DEFAULT;
    const defect = decoderDefect(value);
    if (defect !== "") return defect;
    if (EXTENSION === undefined) return { url, value };
    const module = new URL(EXTENSION.module, url).href;
    const { default: whole } = await import(module) as { default: D };
    return { url, value: whole, extension: { ...EXTENSION, module } };
  } catch (error) {
    return reasonOf(error);
  }
}

/** What keeps a default export from being a decoder, of whatever problem; empty if nothing does. */
function decoderDefect(value: object): string {
  const { name, prepare, options }: Record<string, unknown> = { ...value };
  const lacks = typeof name !== "string"
    ? "name"
    : typeof prepare !== "function"
    ? "prepare"
    : typeof options !== "object"
    ? "options"
    : "";
  return lacks === "" ? "" : `its default export is no decoder: it has no ${lacks}`;
}
