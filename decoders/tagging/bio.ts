/**
 * BIO notation: chunks as labels, and scores that forbid what breaks the notation.
 *
 * @module
 */

import { labelAt } from "./numbers.ts";

/** Scores to be added to those of a model: 0 where the notation allows it, −∞ where it does not. */
export interface BioScores {
  /** L: of the first label of a sentence. */
  readonly start: Float64Array;
  /** L×L, row-major, row = previous label. */
  readonly transitions: Float64Array;
}

/** What stands between the parts of a label that says more than the chunk. */
const BAR = "|";
const BIO = /^(?:O|[BI]-(.+))$/;

/**
 * Scores that make it impossible to break BIO notation: `I-X` goes on with a chunk of kind X, so
 * that only `B-X` and `I-X` come before it, and no sentence starts with it. `B-X`, which begins a
 * chunk, and `O`, which is in none, may follow whatever there is.
 *
 * Exact: a path is well-formed if and only if each of its pairs of labels is, and the first label.
 * So added to the scores of a model they leave the score of each well-formed path as it is and give
 * −∞ to the others: decoders, marginals and samplers know only well-formed paths then. There always
 * is one if there is a label that is no `I-X`.
 *
 * A label may have other parts, separated by bars, of which exactly one is in BIO notation:
 * `NN|Number=Sing|I-NP`. These other parts are free.
 *
 * Cost: O(L²).
 *
 * Source: Ramshaw and Marcus 1995; the variant in which every chunk begins with B is IOB2 of Tjong
 * Kim Sang and Veenstra 1999.
 *
 * @param chunkOf the part of a label that is in BIO notation, where it is not told by bars
 * @throws SyntaxError for a label without such a part, and with more than one
 *
 * @example
 * ```ts
 * import { bioScores } from "./bio.ts";
 * import { tagger } from "./mod.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const labels = ["O", "B-NP", "I-NP"];
 * const { start, transitions } = bioScores(labels);
 * const emissions = [[0, 1, 3], [1, 0, 0]];
 * const free = tagger({ transitions: new Float64Array(9), labels });
 * assertEquals(free.decode(emissions, { names: true })[0]!.labels, ["I-NP", "O"]);
 * // Scores of your own are added to these.
 * const tag = tagger({ transitions, start, labels });
 * assertEquals(tag.decode(emissions, { names: true })[0]!.labels, ["B-NP", "O"]);
 * ```
 */
export function bioScores(
  labels: readonly string[],
  chunkOf: (label: string) => string = onlyBioPart,
): BioScores {
  const L = labels.length;
  const parts = labels.map((label, index) => {
    const part = chunkOf(label);
    const match = BIO.exec(part);
    if (match === null) {
      throw new SyntaxError(
        `Cannot read ${labelAt(index, labels)} in BIO notation: its part is ` +
          `${JSON.stringify(part)}, not O, B-KIND or I-KIND`,
      );
    }
    return { isInside: part.startsWith("I"), kind: match[1] };
  });
  const start = Float64Array.from(parts, ({ isInside }) => isInside ? -Infinity : 0);
  const transitions = new Float64Array(L * L);
  parts.forEach(({ isInside, kind }, y) => {
    if (!isInside) return;
    parts.forEach((previous, x) => {
      if (previous.kind !== kind) transitions[x * L + y] = -Infinity;
    });
  });
  return { start, transitions };
}

/** The one part between bars that is in BIO notation. */
function onlyBioPart(label: string): string {
  const found = label.split(BAR).filter((part) => BIO.test(part));
  if (found.length === 1) return found[0]!;
  throw new SyntaxError(
    `Cannot find the part of a label that is in BIO notation: ${JSON.stringify(label)} has ` +
      `${found.length}`,
  );
}
