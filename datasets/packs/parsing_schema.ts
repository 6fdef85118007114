/**
 * What parsing packs hold: a grammar, the tags that words may have, features of boundaries between
 * words, and right analyses.
 *
 * @module
 */

import {
  type BoundaryRole,
  LENGTH_BUCKETS,
  NO_CANDIDATE,
  UNARY,
} from "../../decoders/parsing/model.ts";
import { type Category, parseCategories } from "../ccg/category.ts";
import { sentenceAt, sentenceStarts } from "../dataset.ts";
import {
  ascending,
  BYTES,
  counts,
  ids,
  INTEGERS,
  listed,
  PARTS,
  UNITS,
  UNITS_OR_FORBIDDEN,
} from "./kinds.ts";
import { checkLabelNames, readNames } from "./pack_metadata.ts";
import type { Lists, ParsingContents } from "./parsing_contents.ts";
import {
  type Check,
  checkLabelCount,
  checkLengths,
  checkMade,
  type Field,
  field,
  type Path,
  type Reading,
  type Schema,
  sparse,
  transitionFields,
  within,
} from "./schema.ts";

/** The entry of the metadata with the names of categories. */
const CATEGORIES = "categories";
const SYMBOL = ids("symbols", "K");
const NUMBER = ids("numbers");
const CATEGORY = ids("categories");
/** Of right analyses: one that has a name, if any has. */
const NAMED = ids("categories", CATEGORIES);
const SLOT = ids("arguments", undefined, 1);
const LEVEL = ids("levels", NO_CANDIDATE);
const TAGS = ascending("tags", "L", "slot_counts", "word");
const B = LENGTH_BUCKETS;
/** Numbers of slots, right spans and right dependencies. */
const SLOTS = "Σ slot_counts";
const SPANS = "Σ gold_span_counts";
const ARGUMENTS = "Σ gold_dependency_counts";

/** Scores count the unit; S sentences of N words, L tags, K symbols, R rules, F features. */
export const PARSING: Schema<Path<ParsingContents>> = {
  ...within("grammar", {
    symbol_categories: field(CATEGORY, "symbolCategories", "K", "of each symbol", checkCategories),
    tag_symbols: field(SYMBOL, "tagSymbols", "L", "of a leaf with each tag", checkLabels),
    rule_left: field(SYMBOL, "left", "R", "left child of each rule", checkEntries(0, 2 ** 22)),
    rule_right: field(ids("symbols", "K", UNARY), "right", "R", "right child, −1 = none"),
    rule_parent: field(SYMBOL, "parent", "R", "parent of each rule", checkUnary),
    root_scores: field(UNITS_OR_FORBIDDEN, "rootScores", "K", "−∞ = no root", checkRoots),
    rule_kind: field(BYTES, "kinds", "R", "kinds of rules as the maker numbers them"),
    rule_scores: field(UNITS, "ruleScores", "R", "the score of each rule"),
    length_scores: field(UNITS, "lengthScores", `R,${B}`, "by bucket of the span's length"),
    child_length_scores: field(UNITS, "childLengthScores", `R,${B},${B}`, "by both children's"),
  }),
  ...within("slots", {
    slot_counts: field(counts("slot_tags"), "offsets", "N", "how many tags a word may have"),
    slot_tags: field(TAGS, "tags", SLOTS, "which, word by word"),
    lengths: field(INTEGERS, "lengths", "S", "words of each sentence", checkWords),
    slot_levels_20: field(BYTES, "levels20", SLOTS, "⌈−16 ln(p/p_max)⌉, 255 = none", checkLevels),
    slot_levels_150: field(BYTES, "levels150", SLOTS, "of tags seen 150 times", checkLevels),
    sentence_depths: field(LEVEL, "depths", "S", "the last level that a sentence has all slots of"),
    slot_emissions: field(UNITS, "emissions", SLOTS, "the tagger's scores, bigrams left out"),
    slot_leaf_scores: field(UNITS, "leafScores", SLOTS, "the parser's scores of the leaves"),
  }),
  ...transitionFields("how many bigrams from each previous tag are not 0"),
  ...within(
    "boundaries.weights",
    sparse<"values">(
      ["feature_rule_counts", "feature_rules", "feature_weights"],
      "F",
      { what: "rules", below: "R" },
      "how many rules each feature has a weight for",
    ),
  ),
  ...boundaryFields("start"),
  ...boundaryFields("split"),
  ...boundaryFields("end"),
  ...within("gold", {
    gold: field(INTEGERS, "tags", "N", "right tags, −1 = no slot has it", checkTags),
  }, { by: "gold" }),
  ...within("gold.spans", {
    gold_span_counts: field(PARTS, "offsets", "S", "right spans of each sentence"),
    gold_span_starts: field(NUMBER, "starts", SPANS, "first word"),
    gold_span_ends: field(NUMBER, "ends", SPANS, "the word after the last"),
    gold_span_categories: field(NAMED, "categories", SPANS, "what they are", checkSpans),
  }, { by: "gold_span_counts", beside: "gold" }),
  ...within("gold.dependencies", {
    gold_dependency_counts: field(PARTS, "offsets", "S", "right dependencies of each sentence"),
    gold_dependency_heads: field(NUMBER, "heads", ARGUMENTS, "the word that has the argument"),
    gold_dependency_categories: field(NAMED, "categories", ARGUMENTS, "its lexical category"),
    gold_dependency_slots: field(SLOT, "slots", ARGUMENTS, "which argument, from 1"),
    gold_dependency_arguments: field(NUMBER, "arguments", ARGUMENTS, "its word", checkDependencies),
  }, { by: "gold_dependency_counts", beside: "gold" }),
};

/** Features fire at the boundaries 0 to n of a sentence of n words. */
function boundaryFields(
  role: BoundaryRole,
): Record<string, Field<`boundaries.${BoundaryRole}.${keyof Lists}`>> {
  const [counted, name] = [`${role}_feature_counts`, `${role}_features`];
  const check: Check = ({ integers, sizes, refused }) => {
    const found = integers(counted).length - 1;
    const boundaries = sizes.get("N")! + integers("lengths").length;
    if (found === boundaries) return;
    throw refused(counted, `it has ${found} boundaries, the sentences have ${boundaries}`);
  };
  return within(`boundaries.${role}`, {
    [counted]: field(counts(name), "offsets", "N+S", `how many fire where an edge ${role}s`),
    [name]: field(listed("features", "F"), "ids", `Σ ${counted}`, "which", check),
  });
}

/** Checks how many there are. */
function checkEntries(least: number, most: number): Check {
  return (reading, name) => {
    const { length } = reading.integers(name);
    if (length >= least && length <= most) return;
    throw reading.refused(name, `it has ${length} entries, ${least} to ${most} are possible`);
  };
}

/** Checks that there are tags, and that each has a name if any has. */
function checkLabels(reading: Reading, name: string): void {
  checkLabelCount(reading, name);
  const labels = reading.sizes.get("L")!;
  checkMade(reading, name, labels, labels);
  checkLabelNames(reading.file, reading.source, labels);
}

/** Checks that each category of a symbol has a name, if any has. */
function checkCategories(reading: Reading, name: string): void {
  checkEntries(1, 2 ** 20)(reading, name);
  const names = categoryNames(reading);
  if (names !== undefined) reading.sizes.set(CATEGORIES, names.length);
}

/** The names of all categories, by number; right analyses may have some that no symbol has. */
function categoryNames({ file, source, integers }: Reading): string[] | undefined {
  const json = file.metadata[CATEGORIES];
  if (json === undefined) return undefined;
  const least = 1 + integers("symbol_categories").reduce((a, b) => Math.max(a, b), -1);
  return readNames(json, source, { name: CATEGORIES, least, what: "categories" });
}

/** An item with one child on top of another such item could go on for ever. */
function checkUnary({ integers, refused }: Reading, name: string): void {
  const [left, right, parent] = [integers("rule_left"), integers("rule_right"), integers(name)];
  const parents = new Set(parent.filter((_, rule) => right[rule] === UNARY));
  const rule = right.findIndex((child, rule) => child === UNARY && parents.has(left[rule]!));
  if (rule < 0) return;
  throw refused(
    "rule_left",
    `index ${rule} is ${left[rule]}, the parent of a rule with one child, of which another such ` +
      "rule makes a chain",
  );
}

function checkRoots(reading: Reading, name: string): void {
  if (!reading.scores(name).some(Number.isFinite)) {
    throw reading.refused(name, "no symbol is a root");
  }
}

/** Checks that sentences have words, and words have tags. */
function checkWords(reading: Reading, name: string): void {
  checkLengths(reading, name);
  const offsets = reading.integers("slot_counts");
  const word = offsets.findIndex((offset, p) => offset === offsets[p + 1]);
  if (word >= 0) throw reading.refused("slot_counts", `index ${word} is 0, a word has tags`);
}

/** Checks that the best tag of each word has level 0. */
function checkLevels({ integers, refused }: Reading, name: string): void {
  const [levels, offsets] = [integers(name), integers("slot_counts")];
  for (let word = 0; word + 1 < offsets.length; word++) {
    if (levels.subarray(offsets[word], offsets[word + 1]).includes(0)) continue;
    throw refused(name, `no slot of word ${word} has level 0`);
  }
}

/** Checks that right tags are slots of their words. */
function checkTags({ integers, refused }: Reading, name: string): void {
  const [offsets, tags] = [integers("slot_counts"), integers("slot_tags")];
  integers(name).forEach((tag, word) => {
    if (tag === -1 || tags.subarray(offsets[word], offsets[word + 1]).includes(tag)) return;
    const sentence = sentenceAt(sentenceStarts(integers("lengths")), word);
    throw refused(name, `index ${word} is ${tag} (sentence ${sentence}), no slot of the word`);
  });
}

/** Checks that right spans are in their sentences, and that none crosses another. */
function checkSpans({ integers, refused }: Reading): void {
  const offsets = integers("gold_span_counts");
  const [starts, ends] = [integers("gold_span_starts"), integers("gold_span_ends")];
  integers("lengths").forEach((length, sentence) => {
    const refuse = (i: number, why: string) => {
      const found = `index ${i} (sentence ${sentence}) is ${ends[i]} for a span from ${starts[i]}`;
      return refused("gold_span_ends", `${found}${why}`);
    };
    const spans = Array.from(
      { length: offsets[sentence + 1]! - offsets[sentence]! },
      (_, i) => offsets[sentence]! + i,
    );
    for (const i of spans) {
      if (starts[i]! >= ends[i]! || ends[i]! > length) throw refuse(i, ` in ${length} words`);
    }
    // Spans that hold the next one, each within the one before.
    const around: number[] = [];
    for (const i of spans.sort((a, b) => starts[a]! - starts[b]! || ends[b]! - ends[a]!)) {
      while (around.length > 0 && ends[around.at(-1)!]! <= starts[i]!) around.pop();
      const outer = around.at(-1);
      if (outer !== undefined && ends[i]! > ends[outer]!) {
        throw refuse(i, `, which crosses the span from ${starts[outer]} to ${ends[outer]}`);
      }
      around.push(i);
    }
  });
}

/** Checks that dependencies are between words of a sentence, and that categories take them. */
function checkDependencies(reading: Reading): void {
  const { integers, refused } = reading;
  const offsets = integers("gold_dependency_counts");
  integers("lengths").forEach((length, sentence) => {
    for (const name of ["gold_dependency_heads", "gold_dependency_arguments"]) {
      const words = integers(name);
      for (let i = offsets[sentence]!; i < offsets[sentence + 1]!; i++) {
        if (words[i]! < length) continue;
        const found = `index ${i} (sentence ${sentence}) is ${words[i]}`;
        throw refused(name, `${found}, one of ${length} words`);
      }
    }
  });
  const names = categoryNames(reading);
  if (names === undefined) return;
  const most = parseCategories(names, `metadata "${CATEGORIES}" of ${reading.source}`).map(arity);
  const [slots, categories] = ["slots", "categories"].map((name) =>
    integers(`gold_dependency_${name}`)
  );
  slots!.forEach((slot, i) => {
    const category = categories![i]!;
    if (slot <= most[category]!) return;
    const found = `index ${i} is ${slot}, a word of category ${category}`;
    throw refused("gold_dependency_slots", `${found} takes ${most[category]}`);
  });
}

/** How many arguments a category takes, which is how many dependencies its words may have. */
function arity(category: Category): number {
  return category.kind === "atom" ? 0 : 1 + arity(category.result);
}
