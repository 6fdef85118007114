/**
 * Problems for kernels and their plain twins, and what others are drawn from.
 *
 * @module
 */

import { Random } from "../../datasets/random.ts";
import { type Arena, openArena } from "../../decoders/kernels/arena.ts";
import { BLOCK, blocksOf } from "../../decoders/kernels/rows.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";
import { Placement } from "../../decoders/kernels/scores/placement.ts";
import { draw, randomProblem } from "./problems.ts";

const SEED = 20261121;
/** Fewer than a block, whole blocks, and a label more or less. */
const LABEL_COUNTS = [1, 2, 15, 16, 17, 45, 100, 150];

/** What scores are drawn from. */
export const DRAWS: Readonly<Record<string, (random: Random) => number>> = {
  "integers with many ties": (random) => random.integer(4),
  "sparse integers": (random) => random.uniform() < 0.9 ? 0 : random.integer(64) - 32,
  "forbidden scores": (random) => random.integer(3) === 0 ? -Infinity : random.integer(9) / 8,
  "decimals": (random) => random.integer(1000) / 1000,
  "decimals with a large offset": (random) => 1e6 + random.integer(10) / 1000,
  "opposite decimals of great size": (random) =>
    (random.integer(2) === 0 ? 1e9 : -1e9) + random.integer(10) / 1000,
  "decimals of any size": (random) => random.gaussian() * 10 ** (random.integer(20) - 10),
  "equal decimals": () => 0.1,
  "forbidden decimals": (random) => random.integer(2) === 0 ? -Infinity : random.gaussian(),
};
/** Of all but decimals sums are exact, and float32. */
export const isExact = (name: string) => !name.includes("decimals");
/** Those of the cases of kernels. */
const REGIMES = ["integers with many ties", "sparse integers", "forbidden scores", "decimals"];

/** Scores as of a tagger: some labels are good at each position, others are not. */
export function peaked(labelCount: number, length: number, seed: number): [Model, Lattice] {
  const [model, lattice] = randomProblem(labelCount, length, seed);
  const random = new Random(seed);
  for (let i = 0; i < 3 * length; i++) {
    lattice.emissions[(i % length) * labelCount + random.integer(labelCount)]! += 1000;
  }
  return [model, lattice];
}

/** An arena and the address of the emissions. */
export interface Placed {
  readonly arena: Arena;
  readonly placement: Placement;
  readonly own: number;
}

/**
 * Problems of all sizes and kinds of scores, in float64 and, where sums fit, in float32. Emissions
 * are in an arena of kernels with SIMD, and in one of their plain twins; a title names the case.
 */
export function* kernelCases() {
  for (const regime of REGIMES) {
    const random = new Random(SEED);
    for (const labelCount of LABEL_COUNTS) {
      for (const isFloat32 of isExact(regime) ? [false, true] : [false]) {
        const score = () => DRAWS[regime]!(random);
        const [drawn, lattice] = draw(labelCount, 1 + random.integer(8), score);
        const model = { ...drawn, exactSums: isExact(regime), float32Exact: isFloat32 };
        const [simd, plain] = [placed("simd", model, lattice), placed("plain", model, lattice)];
        const title = `seed ${SEED}, ${regime}, ${labelCount} labels, float32: ${isFloat32}`;
        yield { model, lattice, simd, plain, title };
      }
    }
  }
}

/** Puts the emissions of a lattice into an arena of its own. */
export function placed(kind: "simd" | "plain", model: Model, lattice: Lattice): Placed {
  const arena = openArena(kind, model.float32Exact);
  const placement = new Placement(arena, model.labelCount);
  return { arena, placement, own: placement.addressOf(lattice) };
}

/** T×L scores out of rows that are padded to whole blocks. */
export function unpadded(
  { scores, scoreBytes }: Arena,
  address: number,
  length: number,
  labelCount: number,
): Float64Array {
  const width = blocksOf(labelCount) * BLOCK;
  const first = address / scoreBytes;
  return Float64Array.from(
    { length: length * labelCount },
    (_, i) => scores[first + Math.floor(i / labelCount) * width + i % labelCount]!,
  );
}
