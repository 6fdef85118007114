/**
 * Parts of parsing packs.
 *
 * @module
 */

import type { SparseRows } from "./linear_model.ts";
import {
  BOUNDARY_ROLES,
  type BoundaryTables,
  type GoldTables,
  type GrammarTables,
  type ParsingContents,
  type SlotTables,
} from "./packs/parsing_contents.ts";
import { sentenceStarts } from "./task.ts";

/** Lists of ids. */
type Lists = BoundaryTables["start"];

/** The tables with only some sentences, in that order; the grammar stays whole. */
export function selectSentences(
  contents: ParsingContents,
  which: readonly number[],
): ParsingContents {
  const { slots, boundaries, gold } = contents;
  const starts = sentenceStarts(slots.lengths);
  const words = which.flatMap((sentence) => range(starts[sentence]!, starts[sentence + 1]!));
  // A sentence of n words has n + 1 boundaries.
  const places = which.flatMap((sentence) =>
    range(starts[sentence]! + sentence, starts[sentence + 1]! + sentence + 1)
  );
  return {
    ...contents,
    slots: {
      ...selectWords(slots, words),
      lengths: pick(slots.lengths, which),
      depths: pick(slots.depths, which),
    },
    boundaries: {
      ...Object.fromEntries(
        BOUNDARY_ROLES.map((role) => [role, selectLists(boundaries[role], places)]),
      ) as Pick<BoundaryTables, (typeof BOUNDARY_ROLES)[number]>,
      weights: boundaries.weights,
    },
    ...(gold === undefined ? {} : { gold: selectGold(gold, words, which) }),
  };
}

/**
 * The tables of a single sentence with only some of its words, and only some rules. What a rule
 * scores at the boundaries of words that are left stays as it was. Right spans are left out.
 */
export function selectPart(
  contents: ParsingContents,
  { words, rules }: { readonly words: readonly number[]; readonly rules: readonly number[] },
): ParsingContents {
  const { slots, boundaries, gold, grammar } = contents;
  // Rule uses start at a word, are split before one and end after one.
  const at = {
    start: [...words, 0],
    split: [...words, 0],
    end: [0, ...words.map((word) => word + 1)],
  };
  return {
    ...contents,
    grammar: selectRules(grammar, rules),
    slots: { ...selectWords(slots, words), lengths: Int32Array.of(words.length) },
    boundaries: {
      ...Object.fromEntries(
        BOUNDARY_ROLES.map((role) => [role, selectLists(boundaries[role], at[role])]),
      ) as Pick<BoundaryTables, (typeof BOUNDARY_ROLES)[number]>,
      weights: selectColumns(boundaries.weights, rules),
    },
    ...(gold === undefined ? {} : { gold: { tags: pick(gold.tags, words) } }),
  };
}

function selectWords(slots: SlotTables, words: readonly number[]): SlotTables {
  const { offsets } = slots;
  const chosen = words.flatMap((word) => range(offsets[word]!, offsets[word + 1]!));
  return {
    ...slots,
    offsets: Int32Array.from(offsetsOf(words.map((word) => offsets[word + 1]! - offsets[word]!))),
    tags: pick(slots.tags, chosen),
    emissions: pick(slots.emissions, chosen),
    leafScores: pick(slots.leafScores, chosen),
    levels20: pick(slots.levels20, chosen),
    levels150: pick(slots.levels150, chosen),
  };
}

function selectRules(grammar: GrammarTables, rules: readonly number[]): GrammarTables {
  const { left, lengthScores, childLengthScores } = grammar;
  const rows = (scores: Float64Array) => {
    const width = scores.length / left.length;
    return pick(scores, rules.flatMap((rule) => range(rule * width, (rule + 1) * width)));
  };
  return {
    ...grammar,
    left: pick(left, rules),
    right: pick(grammar.right, rules),
    parent: pick(grammar.parent, rules),
    kinds: pick(grammar.kinds, rules),
    ruleScores: pick(grammar.ruleScores, rules),
    lengthScores: rows(lengthScores),
    childLengthScores: rows(childLengthScores),
  };
}

function selectColumns({ offsets, columns, values }: SparseRows, kept: readonly number[]) {
  const index = new Map(kept.map((column, i) => [column, i]));
  const rows = Array.from(
    { length: offsets.length - 1 },
    (_, row) => range(offsets[row]!, offsets[row + 1]!).filter((i) => index.has(columns[i]!)),
  );
  const entries = rows.flat();
  return {
    offsets: Int32Array.from(offsetsOf(rows.map(({ length }) => length))),
    columns: Int32Array.from(entries, (i) => index.get(columns[i]!)!),
    values: pick(values, entries),
  };
}

function selectLists({ offsets, ids }: Lists, which: readonly number[]): Lists {
  const entries = which.flatMap((list) => range(offsets[list]!, offsets[list + 1]!));
  return {
    offsets: Int32Array.from(offsetsOf(which.map((list) => offsets[list + 1]! - offsets[list]!))),
    ids: pick(ids, entries),
  };
}

function selectGold(
  { tags, spans, dependencies }: GoldTables,
  words: readonly number[],
  which: readonly number[],
): GoldTables {
  return {
    tags: pick(tags, words),
    ...(spans === undefined ? {} : { spans: selectRows(spans, which) }),
    ...(dependencies === undefined ? {} : { dependencies: selectRows(dependencies, which) }),
  };
}

/** The rows of some sentences, of tables that say where those of each begin. */
function selectRows<Tables extends { readonly offsets: Int32Array }>(
  tables: Tables,
  which: readonly number[],
): Tables {
  const { offsets } = tables;
  const entries = which.flatMap((sentence) => range(offsets[sentence]!, offsets[sentence + 1]!));
  const sizes = which.map((sentence) => offsets[sentence + 1]! - offsets[sentence]!);
  const columns: [string, Int32Array][] = Object.entries(tables);
  return Object.fromEntries(
    columns.map(([name, values]) => [
      name,
      name === "offsets" ? Int32Array.from(offsetsOf(sizes)) : pick(values, entries),
    ]),
  ) as unknown as Tables;
}

function range(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, i) => start + i);
}

/** Running sums from 0. */
function offsetsOf(sizes: readonly number[]): number[] {
  let sum = 0;
  return [0, ...sizes.map((size) => sum += size)];
}

function pick<Values extends Int32Array | Float64Array | Uint8Array>(
  values: Values,
  which: readonly number[],
): Values {
  const Values = values.constructor as new (length: number) => Values;
  const picked = new Values(which.length);
  which.forEach((index, i) => picked[i] = values[index]!);
  return picked;
}
