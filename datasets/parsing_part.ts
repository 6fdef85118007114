/**
 * Parts of parsing packs.
 *
 * @module
 */

import type { SparseRows } from "./linear_model.ts";
import type { Numbers } from "./packs/kinds.ts";
import type { ParsingContents } from "./packs/parsing_contents.ts";
import { PARSING } from "./packs/parsing_schema.ts";
import { numbersAt, place } from "./packs/schema.ts";
import { sentenceStarts, startsOf } from "./dataset.ts";

/** Dimensions that are sums of the counts in a tensor. */
const TOTALS = new Set(Object.values(PARSING).map(({ shape }) => shape[0]));

/** The rows that are left of what is at a place and has a dimension; all without. */
type Rows = (at: string, dimension: string) => readonly number[] | undefined;

/** The tables with only some sentences, in that order; the grammar stays whole. */
export function selectSentences(
  contents: ParsingContents,
  which: readonly number[],
): ParsingContents {
  const starts = sentenceStarts(contents.slots.lengths);
  const words = which.flatMap((sentence) => range(starts[sentence]!, starts[sentence + 1]!));
  // A sentence of n words has n + 1 boundaries.
  const boundaries = which.flatMap((sentence) =>
    range(starts[sentence]! + sentence, starts[sentence + 1]! + sentence + 1)
  );
  const rows = new Map([["S", which], ["N", words], ["N+S", boundaries]]);
  return selected(contents, (_, dimension) => rows.get(dimension));
}

/**
 * The tables of a single sentence with only some of its words, and only some rules. What a rule
 * scores at the boundaries of words that are left stays as it was. Right spans are left out.
 */
export function selectPart(
  contents: ParsingContents,
  { words, rules }: { readonly words: readonly number[]; readonly rules: readonly number[] },
): ParsingContents {
  const { gold, ...part } = selected(contents, (at, dimension) => {
    // Rule uses start at a word, are split before one and end after one.
    if (at === "boundaries.end.offsets") return [0, ...words.map((word) => word + 1)];
    if (dimension === "N+S") return [...words, 0];
    return dimension === "N" ? words : dimension === "R" ? rules : undefined;
  });
  return {
    ...part,
    slots: { ...part.slots, lengths: Int32Array.of(words.length) },
    boundaries: { ...part.boundaries, weights: selectColumns(part.boundaries.weights, rules) },
    ...(gold === undefined ? {} : { gold: { tags: gold.tags } }),
  };
}

function selected(contents: ParsingContents, rows: Rows): ParsingContents {
  const part = { unitExponent: contents.unitExponent };
  const entries = new Map<string, readonly number[]>();
  for (const [name, { at, shape: [dimension, ...inner] }] of Object.entries(PARSING)) {
    const numbers = numbersAt(contents, at);
    if (numbers === undefined) continue;
    const which = entries.get(String(dimension)) ?? rows(at, String(dimension));
    if (which === undefined) {
      place(part, at, numbers);
    } else if (TOTALS.has(`Σ ${name}`)) {
      const ranges = which.map((row) => range(numbers[row]!, numbers[row + 1]!));
      place(part, at, startsOf(ranges));
      entries.set(`Σ ${name}`, ranges.flat());
    } else {
      const width = inner.reduce<number>((product, size) => product * Number(size), 1);
      const cells = width === 1
        ? which
        : which.flatMap((row) => range(row * width, (row + 1) * width));
      place(part, at, pick(numbers, cells));
    }
  }
  return part as ParsingContents;
}

function selectColumns(
  { offsets, columns, values }: SparseRows,
  kept: readonly number[],
): SparseRows {
  const index = new Map(kept.map((column, i) => [column, i]));
  const rows = Array.from(
    { length: offsets.length - 1 },
    (_, row) => range(offsets[row]!, offsets[row + 1]!).filter((i) => index.has(columns[i]!)),
  );
  const entries = rows.flat();
  return {
    offsets: startsOf(rows),
    columns: Int32Array.from(entries, (i) => index.get(columns[i]!)!),
    values: pick(values, entries),
  };
}

function range(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, i) => start + i);
}

function pick<Values extends Numbers>(values: Values, which: readonly number[]): Values {
  const Values = values.constructor as new (length: number) => Values;
  const picked = new Values(which.length);
  which.forEach((index, i) => picked[i] = values[index]!);
  return picked;
}
