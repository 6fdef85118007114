import { Random } from "../../datasets/random.ts";
import { type Arena, openArena } from "../../decoders/kernels/arena.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";
import { Placement } from "../../decoders/placed/placement.ts";

const SEED = 20261121;
/** Fewer than a block, whole blocks, and a label more or less. */
const LABEL_COUNTS = [1, 2, 15, 16, 17, 45, 100, 150];

/** What scores are drawn from. Only decimals round, and none but they is float32. */
const REGIMES = {
  integers: (random: Random) => random.integer(4),
  decimals: (random: Random) => random.integer(1000) / 1000,
  forbidden: (random: Random) => random.uniform() < 0.4 ? -Infinity : random.integer(9) / 8,
  sparse: (random: Random) => random.uniform() < 0.9 ? 0 : random.integer(64) - 32,
};

/**
 * A problem whose emissions are in an arena of kernels with SIMD, and in one of their plain twins.
 */
export interface KernelCase {
  readonly model: Model;
  readonly lattice: Lattice;
  readonly simd: Placed;
  readonly plain: Placed;
  /** Names the case in a failure. */
  readonly title: string;
}

/** An arena and the address of the emissions. */
export interface Placed {
  readonly arena: Arena;
  readonly placement: Placement;
  readonly own: number;
}

/** Problems of all sizes and kinds of scores, in float64 and, where sums fit, in float32. */
export function* kernelCases(): Generator<KernelCase> {
  for (const [regime, score] of Object.entries(REGIMES)) {
    const random = new Random(SEED);
    for (const labelCount of LABEL_COUNTS) {
      for (const isFloat32 of regime === "decimals" ? [false] : [false, true]) {
        const exactSums = regime !== "decimals";
        const [drawn, lattice] = draw(labelCount, 1 + random.integer(8), () => score(random));
        const model = { ...drawn, exactSums, float32Exact: isFloat32 };
        const [simd, plain] = [placed("simd", model, lattice), placed("plain", model, lattice)];
        const title = `seed ${SEED}, ${regime}, ${labelCount} labels, float32: ${isFloat32}`;
        yield { model, lattice, simd, plain, title };
      }
    }
  }
}

/** A model and a lattice of scores that are drawn one by one. */
export function draw(labelCount: number, length: number, score: () => number): [Model, Lattice] {
  const scores = (count: number) => Float64Array.from({ length: count }, score);
  return [
    { labelCount, transitions: scores(labelCount ** 2), exactSums: true, float32Exact: true },
    { length, emissions: scores(length * labelCount) },
  ];
}

/** Puts the emissions of a lattice into an arena of its own. */
export function placed(kind: "simd" | "plain", model: Model, lattice: Lattice): Placed {
  const arena = openArena(kind, model.float32Exact);
  const placement = new Placement(arena, model.labelCount);
  return { arena, placement, own: placement.addressOf(lattice) };
}
