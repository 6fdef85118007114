/**
 * Models on invented words in the format of Wapiti.
 *
 * @module
 */

import { byteString } from "../../../datasets/models/byte_strings.ts";
import { hexOf } from "../../../reports/studies/_tagger_files.ts";

/** A model as Wapiti trains it: each observation with its L, L² or L + L² weights. */
export interface InventedPatterns {
  readonly labels: readonly string[];
  readonly patterns: readonly string[];
  readonly weights: Readonly<Record<string, readonly number[]>>;
}

/** Two labels, a plain bigram. */
export const PLAIN: InventedPatterns = {
  labels: ["O", "ZUP"],
  patterns: ["u0:%X[0,0]", "u2:%x[0,1]/%x[-1,1]", "b"],
  weights: {
    "u0:dax": [-0.5, 1.25],
    "u0:fép": [0.75, 0],
    "u2:c/C": [0.1, -0.7],
    "b": [0.5, -1, 0.25, 1],
    "u2:c/c": [0, 0.3],
  },
};

/** The same with the plain bigram twice, which counts twice. */
export const TWICE: InventedPatterns = { ...PLAIN, patterns: [...PLAIN.patterns, "b"] };

/** The same with a bigram that looks at the sentence. */
export const LOOKING: InventedPatterns = {
  ...PLAIN,
  patterns: [...PLAIN.patterns, "*1:%x[-1,1]"],
  weights: { "*1:C": [0.2, 0.1, 0, 2, -0.3, 0], ...PLAIN.weights, "*1:_x-1": [0.6, 0, 9, 9, 9, 9] },
};

/** The text file. */
export function wapitiBytes({ labels, patterns, weights }: InventedPatterns): Uint8Array {
  const netstring = (text: string) => `${byteString(text).length}:${text},\n`;
  const list = (texts: readonly string[]) =>
    `#qrk#${texts.length}\n${texts.map(netstring).join("")}`;
  const all = Object.values(weights).flat();
  const active = all.flatMap((weight, index) =>
    weight === 0 ? [] : [`${index}=${hexOf(weight)}\n`]
  );
  return new TextEncoder().encode(
    `#mdl#2#${active.length}\n#rdr#${patterns.length}/2/0\n${patterns.map(netstring).join("")}` +
      list(labels) + list(Object.keys(weights)) + active.join(""),
  );
}
