/**
 * Synthetic taggers: which tags compete with the right one, and how far behind they are.
 *
 * @module
 */

import { log } from "../../../decoders/probability/log.ts";
import type { Random } from "../../random.ts";
import { NO_CANDIDATE } from "../../../decoders/parsing/model.ts";
import { LEVELS_PER_NAT } from "../../search_space.ts";
import { toUnit } from "./units.ts";

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
const LEAF = { share: 0.3, deviation: 0.5 };

/** A tag that a word may have. */
export interface Slot {
  readonly tag: number;
  readonly emission: number;
  readonly leafScore: number;
  readonly level20: number;
  readonly level150: number;
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
      leafScore: toUnit(-LEAF.share * nats + LEAF.deviation * random.gaussian()),
      level20: isRare ? NO_CANDIDATE : level,
      level150: level,
    };
  });
}
