/**
 * The right analyses of a parsing pack.
 *
 * @module
 */

import { arities } from "./_parsing_categories.ts";
import { readIds } from "./_parsing_numbers.ts";
import { readIntegers } from "./_tensor_checks.ts";
import { sentenceAt } from "../task.ts";
import type { TensorFile } from "./safetensors.ts";
import type { DependencyTables, GoldTables, SlotTables, SpanTables } from "./parsing_contents.ts";

const SPAN_COUNTS = "gold_span_counts";
const DEPENDENCY_COUNTS = "gold_dependency_counts";

/**
 * Reads and checks right tags, spans and dependencies; undefined if the pack has none.
 *
 * @param starts where each sentence starts, with the number of words at the end
 * @param names those of the categories, if the pack has them: what is right is one of them
 * @throws SyntaxError, TypeError or RangeError naming the file, tensor, index and value
 */
export function readGoldParses(
  file: TensorFile,
  source: string,
  starts: Int32Array,
  { offsets, tags }: SlotTables,
  names?: readonly string[],
): GoldTables | undefined {
  if (!file.tensors.has("gold")) {
    const stray = [SPAN_COUNTS, DEPENDENCY_COUNTS].find((name) => file.tensors.has(name));
    if (stray === undefined) return undefined;
    throw new SyntaxError(`Cannot use tensor "${stray}" of ${source}: there is no "gold"`);
  }
  const gold = readIntegers(file, source, "gold", [offsets.length - 1]);
  gold.forEach((tag, position) => {
    const permitted = tags.subarray(offsets[position], offsets[position + 1]);
    if (tag === -1 || permitted.includes(tag)) return;
    throw new RangeError(
      `Cannot use tensor "gold" of ${source}: index ${position} is ${tag} ` +
        `(sentence ${sentenceAt(starts, position)}), no slot of the word`,
    );
  });
  return {
    tags: gold,
    ...(file.tensors.has(SPAN_COUNTS) ? { spans: readSpans(file, source, starts, names) } : {}),
    ...(file.tensors.has(DEPENDENCY_COUNTS)
      ? { dependencies: readDependencies(file, source, starts, names) }
      : {}),
  };
}

function readSpans(
  file: TensorFile,
  source: string,
  starts: Int32Array,
  names: readonly string[] | undefined,
): SpanTables {
  const sentences = starts.length - 1;
  const offsets = readOffsets(file, source, SPAN_COUNTS, sentences);
  const total = offsets.at(-1)!;
  const read = (name: string) => readIds(file, source, name, [total], { what: "numbers" });
  const spans = {
    offsets,
    starts: read("gold_span_starts"),
    ends: read("gold_span_ends"),
    categories: readCategories(file, source, "gold_span_categories", total, names),
  };
  for (let sentence = 0; sentence < sentences; sentence++) {
    const length = starts[sentence + 1]! - starts[sentence]!;
    for (let i = offsets[sentence]!; i < offsets[sentence + 1]!; i++) {
      if (spans.starts[i]! < spans.ends[i]! && spans.ends[i]! <= length) continue;
      throw new RangeError(
        `Cannot use tensor "gold_span_ends" of ${source}: index ${i} (sentence ${sentence}) is ` +
          `${spans.ends[i]} for a span from ${spans.starts[i]} in ${length} words`,
      );
    }
    checkNested(spans, sentence, source);
  }
  return spans;
}

/** Checks that no two spans of a sentence overlap unless one holds the other. */
function checkNested({ offsets, starts, ends }: SpanTables, sentence: number, source: string) {
  const [from, to] = [offsets[sentence]!, offsets[sentence + 1]!];
  const longestFirst = Array.from({ length: to - from }, (_, i) => from + i)
    .sort((a, b) => starts[a]! - starts[b]! || ends[b]! - ends[a]!);
  // Spans that hold the next one, each within the one before.
  const around: number[] = [];
  for (const i of longestFirst) {
    while (around.length > 0 && ends[around.at(-1)!]! <= starts[i]!) around.pop();
    const outer = around.at(-1);
    if (outer !== undefined && ends[i]! > ends[outer]!) {
      throw new RangeError(
        `Cannot use tensor "gold_span_ends" of ${source}: index ${i} (sentence ${sentence}) is ` +
          `${ends[i]} for a span from ${starts[i]}, which crosses the span from ` +
          `${starts[outer]} to ${ends[outer]}`,
      );
    }
    around.push(i);
  }
}

/** Reads categories, each of which has a name if any has. */
function readCategories(
  file: TensorFile,
  source: string,
  name: string,
  total: number,
  names: readonly string[] | undefined,
): Int32Array {
  const count = names === undefined ? {} : { count: names.length };
  return readIds(file, source, name, [total], { what: "categories", ...count });
}

function readDependencies(
  file: TensorFile,
  source: string,
  starts: Int32Array,
  names: readonly string[] | undefined,
): DependencyTables {
  const sentences = starts.length - 1;
  const offsets = readOffsets(file, source, DEPENDENCY_COUNTS, sentences);
  const total = offsets.at(-1)!;
  const read = (name: string) =>
    readIds(file, source, `gold_dependency_${name}`, [total], { what: "numbers" });
  const tables = {
    offsets,
    heads: read("heads"),
    categories: readCategories(file, source, "gold_dependency_categories", total, names),
    slots: readIds(file, source, "gold_dependency_slots", [total], { what: "arguments", least: 1 }),
    arguments: read("arguments"),
  };
  for (let sentence = 0; sentence < sentences; sentence++) {
    const length = starts[sentence + 1]! - starts[sentence]!;
    for (const name of ["heads", "arguments"] as const) {
      for (let i = offsets[sentence]!; i < offsets[sentence + 1]!; i++) {
        if (tables[name][i]! < length) continue;
        throw new RangeError(
          `Cannot use tensor "gold_dependency_${name}" of ${source}: index ${i} (sentence ` +
            `${sentence}) is ${tables[name][i]}, one of ${length} words`,
        );
      }
    }
  }
  if (names !== undefined) checkSlots(tables, arities(names, source), source);
  return tables;
}

function checkSlots({ slots, categories }: DependencyTables, most: Int32Array, source: string) {
  const index = slots.findIndex((slot, i) => slot > most[categories[i]!]!);
  if (index < 0) return;
  throw new RangeError(
    `Cannot use tensor "gold_dependency_slots" of ${source}: index ${index} is ${slots[index]}, ` +
      `a word of category ${categories[index]} takes ${most[categories[index]!]}`,
  );
}

function readOffsets(
  file: TensorFile,
  source: string,
  name: string,
  sentences: number,
): Int32Array {
  const counts = readIds(file, source, name, [sentences], { what: "numbers of parts" });
  const offsets = new Int32Array(sentences + 1);
  counts.forEach((count, sentence) => offsets[sentence + 1] = offsets[sentence]! + count);
  return offsets;
}
