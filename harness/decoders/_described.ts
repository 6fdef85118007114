/**
 * What the isolate says that reads descriptions.
 *
 * @module
 */

import type { Description, Extension } from "../../decoders/contract.ts";
import { descriptionDefect } from "./description.ts";
import type { Loaded } from "./load_decoder.ts";

/** What is asked. */
export interface DescribeRequest {
  readonly type: "describe";
  /** URLs of modules, which are loaded in this order. */
  readonly urls: readonly string[];
}

/** What is said of each module. */
export type Described =
  | { readonly defect: string }
  | { readonly description: unknown; readonly extension: Extension | undefined };

/** Characters of the reason why there is no decoder, at most. */
const REASON_CHARACTERS = 500;

/** Reads what was said of a module, whoever said it. */
export function readDescribed(url: string, told: unknown): Loaded<Description> {
  const { defect, description, extension }: Record<string, unknown> = { ...told as object };
  if (defect !== undefined) return String(defect).split("\n")[0]!.slice(0, REASON_CHARACTERS);
  const { maxK, ...rest } = { ...description as Description & { maxK: unknown } };
  const value = { ...rest, maxK: Number(maxK) };
  const wrong = descriptionDefect(value);
  if (wrong !== "") return wrong;
  if (extension === undefined) return { url, value };
  const { option, value: own, module } = { ...extension as Extension };
  if (Object.hasOwn(value.options, option) && URL.canParse(module)) {
    return { url, value, extension: { option, value: own, module } };
  }
  return "its EXTENSION is of no option, or no module";
}
