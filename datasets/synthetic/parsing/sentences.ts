/**
 * Synthetic sentences: random derivations of a grammar, and the tags that compete with the right
 * ones.
 *
 * @module
 */

import { NO_CANDIDATE, UNARY } from "../../../decoders/parsing/model.ts";
import { exp, log } from "../../../decoders/kernels/probability/exp.ts";
import type { GrammarTables } from "../../packs/parsing_contents.ts";
import type { Random } from "../../random.ts";
import { LEVELS_PER_NAT } from "../../search_space.ts";
import { toUnit } from "./grammar.ts";

/** Weight of a leaf beside that of a rule: how soon phrases end does not matter at fixed length. */
const LEAF = 0.1;

/**
 * The expected number of tags at most x nats behind the best one is a·c·(e^(x/τ) − 1), with the
 * ambiguity a, c = `COMPETITORS` and τ = `SPREAD`: at beams of .075, .01 and .001 about as many
 * categories as an English supertagger keeps.
 */
const COMPETITORS = 0.146;
const SPREAD = 1.9;
/** Share of the competitors that are no candidates for words seen fewer than 150 times. */
const RARE = 0.25;
/** How often the right tag is not the best one, and by how many nats on average. */
const MISTAKES = 0.08;
const MISTAKE_NATS = 4;
/** The parser's scores of leaves: how much of a tag's nats they see, and their deviation. */
const LEAF_SCORES = { share: 0.3, deviation: 0.5 };

/** A derivation of n words. */
export interface SyntheticDerivation {
  /** A tag a word. */
  readonly tags: readonly number[];
  /** (start, end, category) of each item with a rule, from the root down. */
  readonly spans: readonly (readonly [start: number, end: number, category: number])[];
}

/** A tag that a word may have. */
export interface Slot {
  readonly tag: number;
  readonly emission: number;
  readonly leafScore: number;
  readonly level20: number;
  readonly level150: number;
}

/**
 * Draws derivations of a given length with probabilities that are proportional to the product of
 * the weights of their rules, e^score, and of their leaves, Zipf's law over the tags. Exact:
 * weights of all derivations from a symbol over m words are added up first,
 *
 *     w(A, m) = leaf(A)[m = 1] + Σ_{A → B} e^s w(B, m) + Σ_{A → B C} e^s Σ_j w(B, j) w(C, m − j),
 *
 * and drawn from then. Cost: O(R·n²) once for the longest sentence, O(R·n) a step.
 */
export class Derivations {
  readonly #grammar: GrammarTables;
  readonly #rulesOf: readonly (readonly number[])[];
  readonly #tagOf: ReadonlyMap<number, number>;
  readonly #weights: Float64Array;
  /** w(·, m), rows by m. */
  readonly #sums: Float64Array[] = [new Float64Array(0)];

  constructor(grammar: GrammarTables) {
    this.#grammar = grammar;
    this.#tagOf = new Map(Array.from(grammar.tagSymbols, (symbol, tag) => [symbol, tag]));
    this.#weights = grammar.ruleScores.map(exp);
    const rulesOf = Array.from(grammar.symbolCategories, (): number[] => []);
    grammar.parent.forEach((symbol, rule) => rulesOf[symbol]!.push(rule));
    this.#rulesOf = rulesOf;
  }

  /** Whether there is a derivation of so many words. */
  has(length: number): boolean {
    return this.#roots(length).at(-1)! > 0;
  }

  /** Draws one; there must be one. */
  draw(length: number, random: Random): SyntheticDerivation {
    const tags: number[] = [];
    const spans: [number, number, number][] = [];
    const root = random.choose(this.#roots(length));
    this.#expand(root, 0, length, random, tags, spans);
    return { tags, spans };
  }

  #roots(length: number): Float64Array {
    const sums = this.#sumsOf(length);
    let total = 0;
    return this.#grammar.rootScores.map((score, symbol) =>
      total += score === -Infinity ? 0 : exp(score) * sums[symbol]!
    );
  }

  #sumsOf(length: number): Float64Array {
    const { left, right, parent, rootScores } = this.#grammar;
    while (this.#sums.length <= length) {
      const m = this.#sums.length;
      const row = new Float64Array(rootScores.length);
      if (m === 1) { for (const [symbol, tag] of this.#tagOf) row[symbol] = LEAF / (tag + 1); }
      this.#weights.forEach((weight, rule) => {
        if (right[rule] !== UNARY) row[parent[rule]!]! += weight * this.#pairs(rule, m);
      });
      // Children of such rules are parents of none, so their sums are complete.
      this.#weights.forEach((weight, rule) => {
        if (right[rule] === UNARY) row[parent[rule]!]! += weight * row[left[rule]!]!;
      });
      this.#sums.push(row);
    }
    return this.#sums[length]!;
  }

  #pairs(rule: number, m: number): number {
    const { left, right } = this.#grammar;
    let sum = 0;
    for (let j = 1; j < m; j++) {
      sum += this.#sums[j]![left[rule]!]! * this.#sums[m - j]![right[rule]!]!;
    }
    return sum;
  }

  #expand(
    symbol: number,
    start: number,
    end: number,
    random: Random,
    tags: number[],
    spans: [number, number, number][],
  ): void {
    const { left, right, symbolCategories } = this.#grammar;
    const length = end - start;
    const sums = this.#sumsOf(length);
    let target = random.uniform() * sums[symbol]!;
    const tag = length === 1 ? this.#tagOf.get(symbol) : undefined;
    if (tag !== undefined) {
      target -= LEAF / (tag + 1);
      if (target < 0) {
        tags[start] = tag;
        return;
      }
    }
    // Rounding may leave the target above all: then the last one that is possible is taken.
    let chosen: [rule: number, split: number] | undefined;
    search: for (const rule of this.#rulesOf[symbol]!) {
      if (right[rule] === UNARY) {
        const share = this.#weights[rule]! * sums[left[rule]!]!;
        if (share > 0) chosen = [rule, 0];
        target -= share;
        if (target < 0) break;
        continue;
      }
      for (let j = 1; j < length; j++) {
        const share = this.#weights[rule]! * this.#sums[j]![left[rule]!]! *
          this.#sums[length - j]![right[rule]!]!;
        if (share > 0) chosen = [rule, j];
        target -= share;
        if (target < 0) break search;
      }
    }
    if (chosen === undefined) {
      tags[start] = tag!;
      return;
    }
    const [rule, j] = chosen;
    spans.push([start, end, symbolCategories[symbol]!]);
    if (right[rule] === UNARY) {
      this.#expand(left[rule]!, start, end, random, tags, spans);
    } else {
      this.#expand(left[rule]!, start, start + j, random, tags, spans);
      this.#expand(right[rule]!, start + j, end, random, tags, spans);
    }
  }
}

/**
 * The slots of one word, by tag: all within the depth, and that of the right tag.
 *
 * Competitors arrive as a Poisson process does: the j-th is τ·ln(1 + Γ_j/(a·c)) nats behind, where
 * Γ_j is a sum of j exponential variables.
 *
 * @param frequencies running sums over the tags, for `Random.choose`
 * @param depth the last level
 */
export function drawSlots(
  gold: number,
  frequencies: Float64Array,
  { ambiguity, depth }: { readonly ambiguity: number; readonly depth: number },
  random: Random,
): Slot[] {
  const behind = new Map<number, number>();
  const exponential = () => -log(1 - random.uniform());
  const isMistake = random.uniform() < MISTAKES && frequencies.length > 1;
  behind.set(gold, isMistake ? MISTAKE_NATS * exponential() : 0);
  if (isMistake) {
    let best = gold;
    while (best === gold) best = random.choose(frequencies);
    behind.set(best, 0);
  }
  const most = depth / LEVELS_PER_NAT;
  for (let arrived = exponential(); ambiguity > 0; arrived += exponential()) {
    const nats = SPREAD * log(1 + arrived / (ambiguity * COMPETITORS));
    if (nats > most || behind.size === frequencies.length) break;
    const tag = random.choose(frequencies);
    if (!behind.has(tag)) behind.set(tag, nats);
  }
  return [...behind].sort(([a], [b]) => a - b).map(([tag, nats]) => {
    const level = Math.min(Math.ceil(LEVELS_PER_NAT * nats), NO_CANDIDATE - 1);
    const isRare = level > 0 && tag !== gold && random.uniform() < RARE;
    return {
      tag,
      emission: toUnit(-nats),
      leafScore: toUnit(-LEAF_SCORES.share * nats + LEAF_SCORES.deviation * random.gaussian()),
      level20: isRare ? NO_CANDIDATE : level,
      level150: level,
    };
  });
}
