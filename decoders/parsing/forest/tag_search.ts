/**
 * Best-first search for the derivation with the best tags.
 *
 * @module
 */

import { ScoreHeap } from "../../chain/score_heap.ts";
import type { Work } from "../../contract.ts";
import type { Derivation, ParsingModel } from "../model.ts";
import type { Grammar } from "./grammar.ts";
import type { PermittedSlots } from "./forest.ts";

/** An item with the best derivation that is known of it. */
interface Item {
  readonly start: number;
  readonly end: number;
  readonly symbol: number;
  score: number;
  isClosed: boolean;
  /** The slot of a leaf; −1 if it is none. */
  slot: number;
  rule: number;
  left: Item | undefined;
  right: Item | undefined;
}

/** How many pairs of symbols are told apart before the rules of one are looked up: 512 kB. */
const PAIR_BITS = 2 ** 22;

/** Prepares `search`; see `tag_factored.ts` for what it finds. */
export class TagSearch {
  readonly #model: ParsingModel;
  readonly #unary: Grammar["unary"];
  /** Binary rules by left·K + right. */
  readonly #rules = new Map<number, number[]>();
  /** A bit for pairs with the same last digits, one of which has a rule: most have none. */
  readonly #mayHaveRule = new Uint32Array(PAIR_BITS / 32);

  /** Lists the rules by both children. */
  constructor({ model, unary, binary }: Grammar) {
    this.#model = model;
    this.#unary = unary;
    for (const [index, rule] of binary.rules.entries()) {
      const key = model.left[rule]! * model.symbolCount + binary.right[index]!;
      this.#mayHaveRule[(key & PAIR_BITS - 1) >>> 5]! |= 1 << (key & 31);
      const rules = this.#rules.get(key);
      if (rules === undefined) this.#rules.set(key, [rule]);
      else rules.push(rule);
    }
  }

  /** The derivation with the largest sum of emissions; undefined if there is no derivation. */
  search(length: number, slots: PermittedSlots, work: Work): Derivation | undefined {
    const { symbolCount, rootScores, tagSymbols, parent } = this.#model;
    const outside = outsideScores(length, slots);
    const items: Item[] = [];
    const known = new Map<number, number>();
    const agenda = new ScoreHeap();
    const closedByStart: Item[][] = Array.from({ length: length + 1 }, () => []);
    const closedByEnd: Item[][] = Array.from({ length: length + 1 }, () => []);
    const add = (
      start: number,
      end: number,
      symbol: number,
      score: number,
      from: Pick<Item, "slot" | "rule" | "left" | "right">,
    ) => {
      work.edgeEvaluations++;
      const key = (start * (length + 1) + end) * symbolCount + symbol;
      let index = known.get(key);
      if (index === undefined) {
        index = items.length;
        known.set(key, index);
        work.nodeExpansions++;
        items.push({ start, end, symbol, score, isClosed: false, ...from });
      } else {
        const item = items[index]!;
        if (item.isClosed || item.score >= score) return;
        Object.assign(item, { score, ...from });
      }
      agenda.push(score + outside[start]! + outside[length + 1 + end]!, index);
    };
    const join = (left: Item, right: Item) => {
      const key = left.symbol * symbolCount + right.symbol;
      if ((this.#mayHaveRule[(key & PAIR_BITS - 1) >>> 5]! & (1 << (key & 31))) === 0) return;
      for (const rule of this.#rules.get(key) ?? []) {
        const score = left.score + right.score;
        add(left.start, right.end, parent[rule]!, score, { slot: -1, rule, left, right });
      }
    };
    for (let word = 0; word < length; word++) {
      for (let slot = slots.offsets[word]!; slot < slots.offsets[word + 1]!; slot++) {
        const leaf = { slot, rule: -1, left: undefined, right: undefined };
        add(word, word + 1, tagSymbols[slots.tags[slot]!]!, slots.emissions[slot]!, leaf);
      }
    }
    while (agenda.size > 0) {
      const item = items[agenda.topItem]!;
      agenda.pop();
      if (item.isClosed) continue;
      item.isClosed = true;
      const { start, end, symbol, score } = item;
      if (start === 0 && end === length && rootScores[symbol] !== -Infinity) {
        return read(item, length, slots);
      }
      const { offsets, rules } = this.#unary;
      for (let index = offsets[symbol]!; index < offsets[symbol + 1]!; index++) {
        const rule = rules[index]!;
        add(start, end, parent[rule]!, score, { slot: -1, rule, left: item, right: undefined });
      }
      closedByStart[start]!.push(item);
      closedByEnd[end]!.push(item);
      for (const right of closedByStart[end]!) join(item, right);
      for (const left of closedByEnd[start]!) join(left, item);
    }
    return undefined;
  }
}

/**
 * The sum of the best emissions of all words before i, at index i, and of those from j on, at index
 * n + 1 + j: no derivation around an item has more.
 */
function outsideScores(length: number, { offsets, emissions }: PermittedSlots): Float64Array {
  const scores = new Float64Array(2 * (length + 1));
  const best = Array.from(
    { length },
    (_, word) =>
      emissions.subarray(offsets[word], offsets[word + 1])
        .reduce((most, score) => Math.max(most, score), -Infinity),
  );
  for (let word = 0; word < length; word++) scores[word + 1] = scores[word]! + best[word]!;
  for (let word = length - 1; word >= 0; word--) {
    scores[length + 1 + word] = scores[length + 2 + word]! + best[word]!;
  }
  return scores;
}

function read(root: Item, length: number, slots: PermittedSlots): Derivation {
  const tags = new Int32Array(length);
  const steps: number[] = [];
  // From the root down, right children first: the steps backwards.
  const open = [root];
  while (open.length > 0) {
    const { start, end, slot, rule, left, right } = open.pop()!;
    if (slot >= 0) tags[start] = slots.tags[slot]!;
    else steps.push(rule, end, right === undefined ? -1 : left!.end, start);
    open.push(...[left, right].filter((child) => child !== undefined));
  }
  return { tags, steps: Int32Array.from(steps).reverse() };
}
