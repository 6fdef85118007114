/**
 * From columns to attributes, by the patterns of a model.
 *
 * @module
 */

import { briefJson } from "../visible.ts";
import type { Expand, FeatureModel, Templates } from "./contract.ts";
import { crfppExpander } from "./crfpp_patterns.ts";
import { wapitiExpander } from "./wapiti_patterns.ts";

/** Compilers of patterns by their syntax. */
const SYNTAXES: Readonly<Record<string, (templates: Templates) => Expand>> = {
  crfpp: ({ patterns }) => crfppExpander(patterns),
  wapiti: ({ patterns }) => wapitiExpander(patterns),
};

/**
 * What makes attributes of columns for a model.
 *
 * @throws TypeError for a model without patterns, SyntaxError naming a pattern that is none
 */
export function expander({ templates, format }: FeatureModel): Expand {
  if (templates === undefined) {
    throw new TypeError(`Cannot tag columns with a model without patterns (${format}): attributes`);
  }
  const compile = Object.hasOwn(SYNTAXES, templates.syntax) && SYNTAXES[templates.syntax];
  if (!compile) {
    throw new TypeError(`Cannot read patterns in this syntax: ${briefJson(templates.syntax)}`);
  }
  return compile(templates);
}
