/**
 * What is timed of forests: our arrays, and beside them plain loops as a textbook has them, with
 * objects, maps and logarithms.
 *
 * @module
 */

import { newWork } from "../../decoders/contract.ts";
import { ChartBuilder } from "../../decoders/parsing/forest/chart.ts";
import {
  type Forest,
  ForestStore,
  type PermittedSlots,
  permittedSlots,
} from "../../decoders/parsing/forest/forest.ts";
import { compileGrammar } from "../../decoders/parsing/forest/grammar.ts";
import { InsideOutside } from "../../decoders/parsing/forest/inside_outside.ts";
import { isNoForest, openForest, Workspace } from "../../decoders/parsing/forest/open_forest.ts";
import { viterbi } from "../../decoders/parsing/forest/best_derivation.ts";
import { type ParsingModel, type ParsingSentence, UNARY } from "../../decoders/parsing/model.ts";
import { UsageError } from "../../harness/terminal/usage_error.ts";
import { total } from "./_resampled.ts";

/** How far the plain sums may be off. */
const TOLERANCE = 1e-7;

/** Something that is timed. */
export interface Timed {
  /** The step that is timed. */
  readonly part: "chart" | "forest" | "viterbi" | "sums";
  /** How forests are stored. */
  readonly way: "arrays" | "plain";
  /** Edges, each as often as it is visited. */
  readonly visits: number;
  /** Does it once for all sentences. */
  pass(): void;
}

/** A sentence with its forest. */
export interface Opened {
  /** The sentence. */
  readonly sentence: ParsingSentence;
  /** Its forest. */
  readonly forest: Forest;
  /** Scores of the slots. */
  readonly leaves: Float64Array;
  /** Of the chart, item 0 left out. */
  readonly items: number;
  /** Of the chart. */
  readonly edges: number;
  /** Held for the forest, its scores and its sums. */
  readonly bytes: number;
}

/**
 * The sentences whose charts are nearest to a size, each with a workspace of its own.
 *
 * @throws UsageError if fewer parse
 */
export function openForests(
  model: ParsingModel,
  sentences: readonly ParsingSentence[],
  size: number,
  count: number,
): Opened[] {
  const grammar = compileGrammar(model);
  const builder = new ChartBuilder(grammar);
  const distance = (edges: number) => Math.abs(Math.log(edges / size));
  const near = sentences.map((sentence) => {
    const slots = permittedSlots(sentence, 0);
    const built = builder.build(sentence.length, slots, Infinity, new ForestStore(), newWork());
    return { sentence, edges: built?.edgeCount ?? 0, items: (built?.itemCount ?? 1) - 1 };
  })
    .filter(({ edges }) => edges > 0)
    .toSorted((a, b) => distance(a.edges) - distance(b.edges));
  const opened: Opened[] = [];
  for (const { sentence, edges, items } of near) {
    const workspace = new Workspace(grammar);
    const forest = openForest(sentence, newWork(), workspace);
    if (isNoForest(forest)) continue;
    const { emissions, leafScores } = forest.slots;
    const leaves = emissions.map((score, slot) => score + leafScores[slot]!);
    const weights = workspace.numbers(forest.left.length);
    // Beside the weights the sums have four numbers an item.
    const bytes = bytesOf(workspace.store) + weights.byteLength + 32 * forest.symbols.length;
    opened.push({ sentence, forest, leaves, items, edges, bytes });
    if (opened.length === count) return opened;
  }
  throw new UsageError(`Cannot find ${count} sentences that parse: ${opened.length} do`);
}

function bytesOf(store: ForestStore): number {
  return Object.values(store).reduce(
    (sum: number, array: Int32Array | Float64Array) => sum + array.byteLength,
    0,
  );
}

/** What is timed; the plain ways must find what the others do. */
export function timedWays(model: ParsingModel, chosen: readonly Opened[]): Timed[] {
  const chartEdges = total(chosen, ({ edges }) => edges);
  const forestEdges = total(chosen, ({ forest }) => forest.left.length);
  const grammar = compileGrammar(model);
  const builder = new ChartBuilder(grammar);
  const store = new ForestStore();
  const workspace = new Workspace(grammar);
  const rules = plainRules(model);
  const plain = chosen.map(({ forest }) => plainForest(forest));
  const slots = chosen.map(({ sentence }) => permittedSlots(sentence, 0));
  const best = new Float64Array(Math.max(...chosen.map(({ forest }) => forest.symbols.length)));
  const weights = new Float64Array(Math.max(...chosen.map(({ forest }) => forest.left.length)));
  const found = chosen.map(({ forest, leaves }) => viterbi(forest, leaves, forest.scores, best));
  const logs = chosen.map(({ forest, leaves }) => sumsOf(forest, leaves, weights));
  return [
    timed("chart", "arrays", chartEdges, () => {
      chosen.forEach(({ sentence: { length } }, i) => {
        builder.build(length, slots[i]!, Infinity, store, newWork());
      });
    }),
    timed("chart", "plain", chartEdges, () => {
      chosen.forEach(({ sentence: { length }, items, edges }, i) => {
        const made = plainChart(model, rules, length, slots[i]!);
        agree(made.items === items && made.edges === edges, "the plain chart");
      });
    }),
    timed("forest", "arrays", chartEdges, () => {
      chosen.forEach(({ sentence }) => openForest(sentence, newWork(), workspace));
    }),
    timed("viterbi", "arrays", forestEdges, () => {
      chosen.forEach(({ forest, leaves }, i) => {
        agree(viterbi(forest, leaves, forest.scores, best) === found[i], "Viterbi");
      });
    }),
    timed("viterbi", "plain", forestEdges, () => {
      chosen.forEach(({ leaves }, i) => {
        agree(plainViterbi(plain[i]!, leaves) === found[i], "the plain Viterbi");
      });
    }),
    timed("sums", "arrays", 2 * forestEdges, () => {
      chosen.forEach(({ forest, leaves }) => sumsOf(forest, leaves, weights));
    }),
    timed("sums", "plain", 2 * forestEdges, () => {
      chosen.forEach(({ leaves }, i) => {
        agree(Math.abs(plainSums(plain[i]!, leaves) - logs[i]!) < TOLERANCE, "plain sums");
      });
    }),
  ];
}

function timed(part: Timed["part"], way: Timed["way"], visits: number, pass: () => void): Timed {
  return { part, way, visits, pass };
}

function sumsOf(forest: Forest, leaves: Float64Array, weights: Float64Array): number {
  const sums = new InsideOutside(forest, weights);
  sums.run(leaves);
  return sums.logPartition;
}

function agree(isSame: boolean, who: string): void {
  if (!isSame) throw new Error(`Cannot compare speeds: ${who} found something else`);
}

/** A way to make an item. */
interface PlainEdge {
  readonly score: number;
  readonly left: PlainItem;
  readonly right: PlainItem | undefined;
}

/** A symbol over a span. */
interface PlainItem {
  readonly edges: PlainEdge[];
  /** Slots that make it. */
  readonly slots: number[];
  best: number;
  inside: number;
  outside: number;
}

/** A forest of objects, children before parents. */
export interface PlainForest {
  readonly items: readonly PlainItem[];
  readonly roots: readonly { readonly item: PlainItem; readonly score: number }[];
}

/** Rules by their children, as a map from a pair. */
export type PlainRules = ReadonlyMap<string, readonly number[]>;

/** Lists the rules of a model by pairs of children. */
export function plainRules({ left, right }: ParsingModel): PlainRules {
  const rules = new Map<string, number[]>();
  left.forEach((symbol, rule) => {
    const pair = `${symbol} ${right[rule]}`;
    const known = rules.get(pair);
    if (known === undefined) rules.set(pair, [rule]);
    else known.push(rule);
  });
  return rules;
}

/**
 * The chart by Cocke, Younger and Kasami: shorter spans first, all pairs of items at all splits.
 *
 * @returns how many items and edges there are
 */
export function plainChart(
  { parent, tagSymbols }: ParsingModel,
  rules: PlainRules,
  length: number,
  { offsets, tags }: PermittedSlots,
): { readonly items: number; readonly edges: number } {
  const cells = new Map<string, Map<number, PlainItem>>();
  let [items, edges] = [0, 0];
  const itemOf = (cell: Map<number, PlainItem>, symbol: number): PlainItem => {
    let item = cell.get(symbol);
    if (item === undefined) {
      item = { edges: [], slots: [], best: 0, inside: 0, outside: 0 };
      cell.set(symbol, item);
      items++;
    }
    return item;
  };
  for (let span = 1; span <= length; span++) {
    for (let start = 0; start + span <= length; start++) {
      const cell = new Map<number, PlainItem>();
      cells.set(`${start} ${start + span}`, cell);
      if (span === 1) {
        for (let slot = offsets[start]!; slot < offsets[start + 1]!; slot++) {
          itemOf(cell, tagSymbols[tags[slot]!]!).slots.push(slot);
        }
      }
      for (let split = start + 1; split < start + span; split++) {
        for (const [leftSymbol, left] of cells.get(`${start} ${split}`)!) {
          for (const [rightSymbol, right] of cells.get(`${split} ${start + span}`)!) {
            for (const rule of rules.get(`${leftSymbol} ${rightSymbol}`) ?? []) {
              itemOf(cell, parent[rule]!).edges.push({ score: 0, left, right });
              edges++;
            }
          }
        }
      }
      for (const [symbol, left] of [...cell]) {
        for (const rule of rules.get(`${symbol} ${UNARY}`) ?? []) {
          itemOf(cell, parent[rule]!).edges.push({ score: 0, left, right: undefined });
          edges++;
        }
      }
    }
  }
  return { items, edges };
}

/** The same forest as objects. */
export function plainForest(forest: Forest): PlainForest {
  const { edgeOffsets, left, right, scores, symbols, slotItems, roots, rootScores } = forest;
  const items: PlainItem[] = [];
  for (let at = 1; at < symbols.length; at++) {
    const edges: PlainEdge[] = [];
    for (let edge = edgeOffsets[at]!; edge < edgeOffsets[at + 1]!; edge++) {
      edges.push({
        score: scores[edge]!,
        left: items[left[edge]! - 1]!,
        right: items[right[edge]! - 1],
      });
    }
    items.push({ edges, slots: [], best: 0, inside: 0, outside: 0 });
  }
  slotItems.forEach((item, slot) => items[item - 1]?.slots.push(slot));
  return {
    items,
    roots: Array.from(roots, (item, i) => ({ item: items[item - 1]!, score: rootScores[i]! })),
  };
}

/** The score of the best derivation. */
export function plainViterbi({ items, roots }: PlainForest, leaves: Float64Array): number {
  for (const item of items) {
    item.best = Math.max(-Infinity, ...item.slots.map((slot) => leaves[slot]!));
    for (const { score, left, right } of item.edges) {
      item.best = Math.max(item.best, score + left.best + (right?.best ?? 0));
    }
  }
  return Math.max(...roots.map(({ item, score }) => item.best + score));
}

/** ln of the sum over all derivations, and the outside sums of all items on the way. */
export function plainSums({ items, roots }: PlainForest, leaves: Float64Array): number {
  for (const item of items) {
    item.inside = item.slots.reduce((sum, slot) => logAdd(sum, leaves[slot]!), -Infinity);
    item.outside = -Infinity;
    for (const { score, left, right } of item.edges) {
      item.inside = logAdd(item.inside, score + left.inside + (right?.inside ?? 0));
    }
  }
  let total = -Infinity;
  for (const { item, score } of roots) {
    total = logAdd(total, item.inside + score);
    item.outside = logAdd(item.outside, score);
  }
  for (const item of items.toReversed()) {
    for (const { score, left, right } of item.edges) {
      const around = item.outside + score;
      left.outside = logAdd(left.outside, around + (right?.inside ?? 0));
      if (right !== undefined) right.outside = logAdd(right.outside, around + left.inside);
    }
  }
  return total;
}

function logAdd(a: number, b: number): number {
  if (a === -Infinity) return b;
  if (b === -Infinity) return a;
  return Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)));
}
