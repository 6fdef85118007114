/**
 * Search spaces of parsing datasets as their names set them.
 *
 * @module
 */

import { log } from "../decoders/kernels/probability/exp.ts";
import type { Beam, Cutoff, SearchSpace } from "../decoders/parsing/model.ts";

/** A level counts this many parts of a nat below the best tag of a position. */
export const LEVELS_PER_NAT = 16;
/** The narrowest beam that levels can hold. */
const LEAST_BEAM = 2 ** -22;
/** Beams of adaptive supertagging from narrow to wide. Source: Clark and Curran 2007, Table 6. */
export const BEAM_STEPS: readonly (readonly [beam: number, cutoff: Cutoff])[] = [
  [0.075, 20],
  [0.03, 20],
  [0.01, 20],
  [0.005, 20],
  [0.001, 150],
];
/**
 * Items of a chart, where a setting does not say: above them it is too large.
 *
 * Source: Auli and Lopez 2011, Section 3, for reverse.
 */
const LIMIT = 1_000_000;
/** Bigrams are multiplied by multiples of this. */
const COUPLING_STEP = 0.25;
/** The largest weight of the tagger's bigrams. */
export const MOST_COUPLING = 64;

/** What the settings of a dataset's name say about how it is searched. */
export interface SpaceSettings {
  /** How beams follow one another, `ast` without; none if there is a single one. */
  readonly space?: "ast" | "reverse" | "gold";
  /** Items of a chart at most; a million without. */
  readonly limit?: number;
  /** A single beam β. */
  readonly beam?: number;
  /** With `beam`: how often a tag must have been seen with a word; 20 without. */
  readonly cutoff?: number;
  /** What the tagger's bigrams are multiplied by, a multiple of ¼ from 0 to 64; 1 without. */
  readonly coupling?: number;
}

/** The settings there are, in the order of names. */
export const SPACE_SETTINGS = ["space", "limit", "beam", "cutoff", "coupling"] as const;

/**
 * The search space of settings: `ast` widens the beam while there is no parse, `reverse` narrows it
 * while the chart is too large, `gold` permits right tags alone, `beam` is a single step.
 *
 * @throws RangeError for settings that contradict each other or are out of range
 *
 * @example
 * ```ts
 * import { searchSpace } from "./search_space.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(searchSpace({ beam: 0.001, cutoff: 150 }).steps, [{ level: 110, cutoff: 150 }]);
 * ```
 */
export function searchSpace(settings: SpaceSettings): SearchSpace {
  const { space, beam, cutoff, limit } = settings;
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 1)) {
    throw new RangeError(`Cannot search charts of at most ${limit} items: it is a whole number`);
  }
  couplingOf(settings);
  if (beam === undefined) {
    if (cutoff !== undefined) throw new RangeError("Cannot set a cutoff without a beam");
    const order = space ?? "ast";
    const steps = BEAM_STEPS.map(([beam, cutoff]) => beamOf(beam, cutoff));
    const ordered = { ast: steps, reverse: steps.toReversed(), gold: [] };
    return { order, steps: ordered[order], limit: limit ?? LIMIT };
  }
  if (space !== undefined) throw new RangeError(`Cannot set a beam in the space ${space}`);
  if (cutoff !== undefined && cutoff !== 20 && cutoff !== 150) {
    throw new RangeError(`Cannot use the cutoff ${cutoff}: it is 20 or 150`);
  }
  if (!(beam >= LEAST_BEAM && beam <= 1)) {
    throw new RangeError(`Cannot use the beam ${beam}: it is from ${LEAST_BEAM} to 1`);
  }
  return { order: "ast", steps: [beamOf(beam, cutoff ?? 20)], limit: limit ?? LIMIT };
}

/**
 * What bigrams are multiplied by.
 *
 * @throws RangeError for what is no multiple of ¼ from 0 on
 */
export function couplingOf({ coupling = 1 }: SpaceSettings): number {
  if (Number.isInteger(coupling / COUPLING_STEP) && coupling >= 0 && coupling <= MOST_COUPLING) {
    return coupling;
  }
  throw new RangeError(
    `Cannot use the coupling ${coupling}: it is a multiple of 1/4 from 0 to ${MOST_COUPLING}`,
  );
}

/** The settings with those that are not given, as names have them: two names of one space agree. */
export function canonicalSpace(settings: SpaceSettings): SpaceSettings {
  const { space, beam, cutoff, limit, coupling } = settings;
  searchSpace(settings);
  return {
    ...(beam === undefined ? { space: space ?? "ast" } : { beam, cutoff: cutoff ?? 20 }),
    ...(limit === undefined || limit === LIMIT ? {} : { limit }),
    ...(coupling === undefined || coupling === 1 ? {} : { coupling }),
  };
}

/** The last level that a beam permits: ⌊−16 ln β⌋. */
export function beamLevel(beam: number): number {
  return Math.floor(-LEVELS_PER_NAT * log(beam));
}

function beamOf(beam: number, cutoff: Cutoff): Beam {
  return { level: beamLevel(beam), cutoff };
}
