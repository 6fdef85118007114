/**
 * From columns to attributes, by the patterns of a model.
 *
 * @module
 */

import { briefJson } from "../visible.ts";
import type { Expand, FeatureModel, Templates } from "./contract.ts";
import type { PatternTables } from "../../decoders/kernels/text/text_reader.ts";
import { crfppExpander, crfppTables } from "./crfpp_patterns.ts";
import { wapitiExpander, wapitiTables } from "./wapiti_patterns.ts";

/** Kernels count rows and columns in 32 bits; what is farther away is said to be missing. */
const FARTHEST = 2 ** 20;

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

/** The patterns of a model for kernels; undefined for none, and for what these cannot read. */
export function patternTables({ templates }: FeatureModel): PatternTables | undefined {
  const tables = templates?.syntax === "crfpp"
    ? crfppTables(templates.patterns)
    : templates?.syntax === "wapiti"
    ? wapitiTables(templates.patterns)
    : undefined;
  const isNear = (place: number) => Math.abs(place) <= FARTHEST;
  return tables?.patterns.flat().every((part) =>
      part instanceof Uint8Array || (isNear(part.row) && isNear(part.column))
    )
    ? tables
    : undefined;
}
