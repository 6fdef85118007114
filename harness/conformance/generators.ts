/**
 * Generators: seeded random lattices of the kinds on which decoders have gone wrong, as fast-check
 * arbitraries that shrink; and every small lattice.
 *
 * @module
 */

import fc from "fast-check";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { remembered } from "../../datasets/dataset.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";
import type { Instance } from "./instance.ts";
import { simplerInstances } from "./simplify.ts";
import { ENUMERATION_LIMIT } from "./oracles.ts";

/** Scores whose sums are all exact in float64, or any decimals. */
export const REGIMES = ["exact sums", "decimals"] as const;
/** One of these kinds of scores. */
export type Regime = (typeof REGIMES)[number];

/**
 * How large the lattices are: `small` ones can be enumerated; `long` ones have few labels and, for
 * decimals, near-ties only, so that many paths differ in the last places of their sums alone;
 * `structured` ones have as many labels as large ones, and few transitions that are not forbidden.
 * Those of `pairs` are small, with scores of pairs at each position.
 */
export type Size = "small" | "long" | "medium" | "large" | "structured" | "pairs";

/** A seeded source of randomness. */
export interface Random {
  /** A random number, uniform in [0, 1). */
  unit(): number;
  /** Uniform integer, both ends included. */
  integer(from: number, to: number): number;
  /** Uniform choice. */
  pick<T>(choices: readonly T[]): T;
}

/** A source of randomness that is the same for the same seed on every machine. */
export function seededRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed);
  const integer = (from: number, to: number) => uniformInt(generator, from, to);
  return {
    unit: () => uniformFloat64(generator),
    integer,
    pick: (choices) => choices[integer(0, choices.length - 1)]!,
  };
}

/** A family of scores; `draw` fixes what is shared by an instance and returns the source. */
interface Scores {
  readonly float32Exact: boolean;
  readonly draw: (random: Random) => () => number;
}

/** Whatever is drawn, scaled by 1/16 … 16 and summed over 60 positions is exact. */
const EXACT_SCORES: readonly Scores[] = [
  // Many ties.
  { float32Exact: true, draw: (random) => () => random.integer(0, 3) },
  { float32Exact: true, draw: (random) => () => random.integer(-32, 32) / 8 },
  // Ties at every node.
  { float32Exact: true, draw: (random) => constant(random.integer(-2, 2)) },
  // Steps of 2^−20 beside sums of 100 need 27 bits: too many for a float32.
  { float32Exact: false, draw: (random) => () => random.integer(-(2 ** 22), 2 ** 22) / 2 ** 20 },
  { float32Exact: false, draw: (random) => () => 1e6 + random.integer(0, 7) },
];

/** Paths whose true sums are equal, or equal but for the last places, are rounded apart. */
const NEAR_TIES: readonly Scores[] = [
  { float32Exact: false, draw: (random) => () => random.integer(0, 3) / 10 },
  {
    float32Exact: false,
    draw: (random) => {
      const middle = 0.5 + random.unit() / 2;
      return () => middle * (1 + random.integer(-4, 4) * Number.EPSILON);
    },
  },
  {
    float32Exact: false,
    draw: (random) => {
      const values = [random.unit(), random.unit(), random.unit()];
      return () => random.pick(values);
    },
  },
];

const DECIMAL_SCORES: readonly Scores[] = [
  ...NEAR_TIES,
  { float32Exact: false, draw: (random) => () => random.integer(-3000, 3000) / 1000 },
  { float32Exact: false, draw: (random) => () => 2 * random.unit() - 1 },
  { float32Exact: false, draw: (random) => () => Math.log(1 - random.unit()) },
  { float32Exact: false, draw: (random) => () => 1e6 + random.integer(-3000, 3000) / 1000 },
  { float32Exact: false, draw: (random) => constant(random.integer(-2000, 2000) / 1000) },
];

/** Label counts around powers of two, where groups of labels double and blocks end. */
const MEDIUM_LABEL_COUNTS = [1, 2, 3, 4, 5, 8, 9, 16, 17, 32, 33];

/**
 * Draws one instance: 1–3 sentences of one model, of the given regime and size.
 *
 * Transitions are as strong as the emissions, 16 times weaker or stronger, or zero but for a few
 * exceptions; half of them or none, and a fifth of the emissions or none, are forbidden. Labels
 * are in no particular order. The flags `exactSums` and `float32Exact` are sometimes false where
 * they could be true: they are permissions, not obligations.
 *
 * k is at most `maxK`, and now and then beyond the number of paths.
 */
export function drawInstance(seed: number, regime: Regime, size: Size, maxK: number): Instance {
  const random = seededRandom(seed);
  const decimals = size === "long" ? NEAR_TIES : DECIMAL_SCORES;
  const { float32Exact, draw } = random.pick(regime === "decimals" ? decimals : EXACT_SCORES);
  const score = draw(random);
  const strength = random.pick([1, 1, 1 / 16, 16]);
  const share = random.pick([1, 1, 1, 0.1]);
  const forbiddenTransitions = random.pick([0, 0, 0.5]);
  const forbiddenEmissions = random.pick([0, 0, 0.2]);

  const [drawLabelCount, drawLength, most] = DRAWS[size];
  const labelCount = drawLabelCount(random);
  const isPossible = size === "structured" ? drawShape(random, labelCount) : () => true;
  const transitions = Float64Array.from({ length: labelCount * labelCount }, (_, edge) => {
    if (!isPossible(Math.floor(edge / labelCount), edge % labelCount)) return -Infinity;
    if (random.unit() < forbiddenTransitions) return -Infinity;
    return random.unit() < share ? strength * score() : 0;
  });
  const exactSums = regime === "exact sums" && random.unit() < 0.9;
  const model: Model = {
    labelCount,
    transitions,
    exactSums,
    // At offset 1e6 and strength 16 a float32 would not do; those families say so themselves.
    float32Exact: exactSums && float32Exact && random.unit() < 0.9,
    ...(size === "pairs" && { hasPairs: true }),
  };
  const lattices = Array.from({ length: random.integer(1, 3) }, (): Lattice => {
    const length = drawLength(random, labelCount);
    const emissions = Float64Array.from(
      { length: length * labelCount },
      () => random.unit() < forbiddenEmissions ? -Infinity : score(),
    );
    if (size !== "pairs") return { length, emissions };
    const pairs = Float64Array.from(
      { length: (length - 1) * labelCount ** 2 },
      () => random.unit() < forbiddenTransitions ? -Infinity : strength * score(),
    );
    return { length, emissions, pairs };
  });
  const paths = labelCount ** lattices[0]!.length;
  const k = random.pick([1, 1, 2, 3, 5, most(labelCount, paths)]);
  return { model, lattices, k: Math.min(k, maxK) };
}

/** Enough for the default number of runs of all decoders, each of which draws some of its own. */
const REMEMBERED_INSTANCES = 20_000;
const memory = new Map<string, Instance>();

/**
 * An arbitrary of `drawInstance`. The same fast-check seed gives the very same objects, so that
 * references computed for one decoder serve the next.
 */
export function instances(regime: Regime, size: Size, maxK: number): fc.Arbitrary<Instance> {
  return new InstanceArbitrary((seed) =>
    remembered(memory, `${seed} ${regime} ${size} ${maxK}`, () => {
      if (memory.size >= REMEMBERED_INSTANCES) memory.clear();
      return drawInstance(seed, regime, size, maxK);
    })
  );
}

class InstanceArbitrary extends fc.Arbitrary<Instance> {
  constructor(private readonly draw: (seed: number) => Instance) {
    super();
  }

  override generate(random: fc.Random): fc.Value<Instance> {
    return new fc.Value(this.draw(random.nextInt(0, 2 ** 31 - 1)), undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is Instance {
    return value !== undefined;
  }

  override shrink(instance: Instance): fc.Stream<fc.Value<Instance>> {
    return fc.stream(simplerInstances(instance)).map((simpler) => new fc.Value(simpler, undefined));
  }
}

/** How many labels and positions there are, and the most paths that are asked for. */
const DRAWS: Readonly<
  Record<
    Size,
    readonly [
      labels: (random: Random) => number,
      length: (random: Random, labels: number) => number,
      most: (labels: number, paths: number) => number,
    ]
  >
> = {
  small: [between(1, 5), enumerable, (_, paths) => paths + 1],
  pairs: [between(1, 5), enumerable, (_, paths) => paths + 1],
  long: [between(2, 9), between(13, 40), () => 10],
  medium: [(random) => random.pick(MEDIUM_LABEL_COUNTS), between(1, 12), (labels) => labels + 1],
  large: [between(34, 70), between(1, 30), () => 5],
  structured: [(random) => 2 * random.integer(16, 24), between(1, 9), () => 9],
};

function between(from: number, to: number) {
  return (random: Random): number => random.integer(from, to);
}

/** A length of which all paths can be listed. */
function enumerable(random: Random, labelCount: number): number {
  const most = Math.log(ENUMERATION_LIMIT) / Math.log(Math.max(labelCount, 2));
  return random.integer(1, Math.min(6, Math.floor(most)));
}

/** Which transitions are not forbidden: those of a band, of one to the next, of chunks, any few. */
function drawShape(random: Random, labelCount: number): (x: number, y: number) => boolean {
  const [reach, shift] = [random.integer(0, 4), random.pick([0, 0, 3, -7])];
  const half = labelCount / 2;
  const followers = Array.from(
    { length: labelCount },
    () => new Set([random.integer(0, labelCount - 1), random.integer(0, labelCount - 1)]),
  );
  return random.pick([
    (x: number, y: number) => Math.abs(y - x - shift) <= reach,
    (x: number, y: number) => Math.abs(y % half - x % half) <= Math.min(reach, 2),
    // O is 0; the kind k begins with 2k + 1 and goes on with 2k + 2.
    (x: number, y: number) => y === 0 || y % 2 === 1 || x === y || x === y - 1,
    (x: number, y: number) => followers[x]!.has(y),
  ]);
}

function constant(score: number): () => number {
  return () => score;
}

/** A tie, a difference and a prohibition. */
const SCORES = [0, 1, -Infinity];

/** Sizes from small to large, so that the first failure is a small one. */
const SIZES = [[1, 1], [1, 2], [1, 3], [2, 1], [2, 2], [2, 3], [3, 1], [3, 2], [3, 3]] as const;

/** Sentences of each model, where these are all there are, … */
const ALL_LATTICES = 81;
/** … and where they are a sample. */
const SAMPLED_LATTICES = 27;

/** The same objects for all decoders, so that references are computed once. */
const allSmall = new Map<string, Instance[]>();

/**
 * All lattices of 1–3 labels and positions with scores 0, 1 and −∞, for k = 1 and, if `maxK`
 * allows it, another k: from model to model, 2, half of all label sequences, all, and one more.
 *
 * Of sizes with more than `models` models, a seeded sample of so many; of more than 81 sentences a
 * model, one of 27. With 81 models, all lattices of two labels and two positions are there.
 */
export function smallInstances(models: number, maxK: number, seed: number): Instance[] {
  const instances = remembered(
    allSmall,
    `${models} ${seed}`,
    () => SIZES.flatMap((size) => instancesOfSize(size, models, seed)),
  );
  return instances.filter(({ k }) => k <= maxK);
}

function instancesOfSize(
  [labelCount, length]: readonly [number, number],
  models: number,
  seed: number,
): Instance[] {
  const lattices = scoreTables(length * labelCount, ALL_LATTICES, seed, SAMPLED_LATTICES)
    .map((emissions): Lattice => ({ length, emissions }));
  const paths = labelCount ** length;
  const ks = [2, Math.ceil(paths / 2), paths, paths + 1];
  return scoreTables(labelCount * labelCount, models, seed).flatMap((transitions, index) => {
    const model = { labelCount, transitions, exactSums: true, float32Exact: true };
    return [...new Set([1, ks[index % ks.length]!])].map((k) => ({ model, lattices, k }));
  });
}

/** All tables of so many scores, or a sample where there are more than `limit`. */
function scoreTables(size: number, limit: number, seed: number, sample = limit): Float64Array[] {
  const count = SCORES.length ** size;
  const random = seededRandom(seed);
  return Array.from({ length: count > limit ? sample : count }, (_, index) => {
    if (count > limit) return Float64Array.from({ length: size }, () => random.pick(SCORES));
    return Float64Array.from({ length: size }, (_, digit) => {
      return SCORES[Math.floor(index / SCORES.length ** digit) % SCORES.length]!;
    });
  });
}
