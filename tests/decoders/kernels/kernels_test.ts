import { assert, assertEquals, assertLess } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { fileURLToPath } from "node:url";
import { unpadded } from "../../helpers/alpha.ts";
import { Random } from "../../../datasets/random.ts";
import { prepared } from "../../../decoders/chain/prepared.ts";
import type { DominanceBound } from "../../../decoders/placed/dominance_tables.ts";
import { dominanceSweeps } from "../../helpers/dominance_sweeps.ts";
import { BlockTables } from "../../../decoders/placed/block_tables.ts";
import { newWork } from "../../../decoders/contract.ts";
import { DegenerateKernel } from "../../../decoders/degenerate/kernel.ts";
import { plainSearch } from "../../../decoders/degenerate/search.ts";
import { searches } from "../../helpers/degenerate_searches.ts";
import { DeviationKernel } from "../../../decoders/k_best/deviation_kernel.ts";
import { transpose } from "../../../decoders/chain/dense_forward.ts";
import { BEAM_ROOM_ROWS } from "../../../decoders/kernels/beam_sweep.ts";
import { meetRoomBytes } from "../../../decoders/kernels/dense_meet.ts";
import { type Kernels, openKernels } from "../../../decoders/kernels/kernels.ts";
import { BLOCK, blocksOf, copyRows, placePanels } from "../../../decoders/kernels/layout.ts";
import { type Lattice, type Model, scorePath } from "../../../decoders/lattice.ts";
import { prefixPaths } from "../../../decoders/k_best/prefix_paths.ts";
import viterbi from "../../../decoders/viterbi.ts";
import { fitsFloat32, partialSumBound } from "../../../decoders/chain/grid.ts";

const SEED = 20261121;
const LABEL_COUNTS = [1, 2, 15, 16, 17, 45, 100, 150];
/** One label, fewer than a vector has lanes, more, and all. */
const BEAM_WIDTHS = [1, 2, 3, 5, 20, Infinity];

/** What scores are drawn from. */
const REGIMES = {
  integers: (random: Random) => random.integer(4),
  decimals: (random: Random) => random.integer(1000) / 1000,
  forbidden: (random: Random) => random.uniform() < 0.4 ? -Infinity : random.integer(9) / 8,
  sparse: (random: Random) => random.uniform() < 0.9 ? 0 : random.integer(64) - 32,
};

function draw(labelCount: number, length: number, score: () => number): [Model, Lattice] {
  const scores = (count: number) => Float64Array.from({ length: count }, score);
  return [
    {
      labelCount,
      transitions: scores(labelCount ** 2),
      exactSums: true,
      float32Exact: true,
    },
    { length, emissions: scores(length * labelCount) },
  ];
}

/** The arena's part from an address on. */
function scoresAt({ scores, scoreBytes }: Kernels, address: number, count: number): number[] {
  return Array.from(scores.subarray(address / scoreBytes, address / scoreBytes + count));
}

/** All that the dense kernels and the sweep write. */
function outcomes(
  kernels: Kernels,
  [model, lattice]: [Model, Lattice],
  tolerance: number,
  bound: DominanceBound,
  byRow: boolean,
) {
  const { arena, scoreBytes } = kernels;
  const { labelCount } = model;
  const { length } = lattice;
  const blocks = blocksOf(labelCount);
  const row = blocks * BLOCK;
  const own = arena.allocate(length * row * scoreBytes);
  copyRows(kernels, lattice.emissions, length, labelCount, own);

  const panels = placePanels(kernels, model);
  const alpha = arena.allocate(length * row * scoreBytes);
  kernels.denseForward(own, length, panels, alpha, labelCount, blocks);
  const path = arena.allocate(4 * length);
  const meetAlpha = arena.allocate(length * row * scoreBytes);
  const rest = arena.allocate(length * row * scoreBytes);
  const meetRoom = arena.allocate(meetRoomBytes(labelCount, scoreBytes));
  const middle = kernels.denseMeet(
    own,
    length,
    panels,
    meetAlpha,
    rest,
    meetRoom,
    labelCount,
    blocks,
  );
  const followed = arena.allocate(4 * length);
  kernels.denseFollow(middle, length, own, panels, rest, followed, labelCount, blocks);
  kernels.denseBacktrack(length, panels, alpha, path, labelCount, blocks);

  const beamEdges = arena.allocate(labelCount * row * scoreBytes);
  copyRows(kernels, model.transitions, labelCount, labelCount, beamEdges);
  const room = arena.allocate(BEAM_ROOM_ROWS * row * scoreBytes);
  const beam = (width: number) => {
    const kept = arena.allocate(4 * length * width);
    const scores = arena.allocate(scoreBytes * length * width);
    const found = arena.allocate(4 * length);
    kernels.beamSweep(own, length, beamEdges, blocks, width, kept, scores, room);
    return {
      score: kernels.beamBacktrack(length, beamEdges, blocks, width, kept, scores, found),
      path: Array.from(arena.integers.subarray(found / 4, found / 4 + length)),
      kept: Array.from(arena.integers.subarray(kept / 4, kept / 4 + length * width)),
      prefixes: scoresAt(kernels, scores, length * width),
    };
  };
  const beams = BEAM_WIDTHS.map((width) => beam(Math.min(width, labelCount)));

  const sweeps = dominanceSweeps(kernels, model, own, length, tolerance, bound, byRow);
  const skipped = newWork();

  const limit = labelCount ** 2 / 8;
  const blockTables = new BlockTables(kernels, model);
  const left = blockTables.sweep(own, length, limit);
  blockTables.addCounts(skipped);
  const skippedAlpha = left ? unpadded(kernels, blockTables.alpha, length, labelCount) : undefined;
  return {
    alpha: scoresAt(kernels, alpha, length * row),
    middle,
    prefixes: scoresAt(kernels, meetAlpha, (middle + 1) * row),
    suffixes: scoresAt(kernels, rest + middle * row * scoreBytes, (length - middle) * row),
    followed: Array.from(arena.integers.subarray(followed / 4, followed / 4 + length)),
    path: Array.from(arena.integers.subarray(path / 4, path / 4 + length)),
    sweeps,
    left,
    skippedAlpha,
    skippedBest: left ? blockTables.bestPath(length) : undefined,
    skipped,
    beams,
    searches: searches((labelPaths) => new DegenerateKernel(kernels, model, labelPaths), lattice),
  };
}

describe("Kernels", () => {
  for (const [regime, score] of Object.entries(REGIMES)) {
    it(`compute the same bits in float64 and in TypeScript when scores are ${regime}`, () => {
      const random = new Random(SEED);
      for (const labelCount of LABEL_COUNTS) {
        for (const bound of ["pair", "row"] as const) {
          for (const byRow of [true, false]) {
            const problem = draw(labelCount, 1 + random.integer(8), () => score(random));
            const of = (kernels: Kernels) => outcomes(kernels, problem, 1e-9, bound, byRow);
            assertEquals(
              of(openKernels("simd", false)),
              of(openKernels("plain", false)),
              `seed ${SEED}, ${labelCount} labels, ${bound}, by row: ${byRow}`,
            );
          }
        }
      }
    });
  }

  for (const regime of ["integers", "forbidden", "sparse"] as const) {
    it(`compute the same values in float32 when sums fit 24 bits and are ${regime}`, () => {
      const random = new Random(SEED, 1);
      for (const labelCount of LABEL_COUNTS) {
        for (const byRow of [true, false]) {
          const score = () => REGIMES[regime](random);
          const problem = draw(labelCount, 1 + random.integer(8), score);
          const of = (kernels: Kernels) => outcomes(kernels, problem, 0, "pair", byRow);
          assertEquals(
            of(openKernels("simd", true)),
            of(openKernels("plain", true)),
            `seed ${SEED}, ${labelCount} labels, by row: ${byRow}`,
          );
        }
      }
    });
  }

  for (const ends of ["left", "both"] as const) {
    it(`add in float32 what barely fits 24 bits, from ${ends}, whatever its sign`, () => {
      const random = new Random(SEED, 6);
      for (const labelCount of LABEL_COUNTS) {
        for (const length of [1, 2, 3, 8]) {
          const most = Math.floor((2 ** 23 - 1) / (2 * length - 1));
          assert(fitsFloat32(partialSumBound(length, most, most), 0));
          for (
            const [least, range] of [[-most, 2 * most + 1], [most - 1, 2], [-most, 2]] as const
          ) {
            const score = () => random.uniform() < 0.1 ? -Infinity : least + random.integer(range);
            const [model, lattice] = draw(labelCount, length, score);
            const [expected] = prepared(viterbi, model)(lattice).paths;
            const [path] = prepared(viterbi, model, { kernel: "simd", ends })(lattice).paths;
            assertEquals(path?.score, expected?.score);
            if (path) assertEquals(scorePath(model, lattice, path.labels), path.score);
          }
        }
      }
    });
  }

  it("skip blocks and find the scores of the dense step", () => {
    const random = new Random(SEED, 3);
    for (const score of Object.values(REGIMES)) {
      for (const labelCount of LABEL_COUNTS) {
        const problem = draw(labelCount, 1 + random.integer(8), () => score(random));
        const { alpha, left, skippedAlpha } = outcomes(
          openKernels("simd", false),
          problem,
          1e-9,
          "pair",
          true,
        );
        const width = blocksOf(labelCount) * BLOCK;
        const dense = alpha.filter((_, i) => i % width < labelCount);
        const isDead = dense.slice(-labelCount).every((last) => last === -Infinity);
        assertEquals(!left, isDead);
        if (!isDead) assertEquals(Array.from(skippedAlpha!), dense);
      }
    }
  });

  it("find the paths that the search for deviations finds, in the same order", () => {
    const random = new Random(SEED, 4);
    for (const [regime, score] of Object.entries(REGIMES)) {
      for (const labelCount of LABEL_COUNTS) {
        const exactSums = regime !== "decimals";
        const [drawn, lattice] = draw(labelCount, 1 + random.integer(8), () => score(random));
        const model = { ...drawn, exactSums, float32Exact: exactSums };
        const { length } = lattice;
        const kernels = openKernels("simd", exactSums);
        const tables = new BlockTables(kernels, model);
        const own = kernels.arena.allocate(length * blocksOf(labelCount) * BLOCK * 8);
        copyRows(kernels, lattice.emissions, length, labelCount, own);
        if (!tables.sweep(own, length, Infinity)) continue;
        const alpha = unpadded(kernels, tables.alpha, length, labelCount);
        const incoming = transpose(model.transitions, labelCount);
        const search = prefixPaths(model, incoming, "lazy");
        const kernel = new DeviationKernel(kernels, model);
        for (const k of [1, 2, 7, 300]) {
          const [expected, work] = [newWork(), newWork()];
          const paths = search(lattice, alpha, k, expected);
          assertEquals(kernel.search(tables.alpha, own, length, k, work), paths, `${regime}, ${k}`);
          assertEquals(work, expected);
        }
      }
    }
  });

  it("search degenerate lattices as the passes in TypeScript do", () => {
    const random = new Random(SEED, 5);
    for (const [regime, score] of Object.entries(REGIMES)) {
      for (const labelCount of LABEL_COUNTS) {
        const [model, lattice] = draw(labelCount, 1 + random.integer(8), () => score(random));
        const kernels = openKernels("simd", regime !== "decimals");
        assertEquals(
          searches((labelPaths) => new DegenerateKernel(kernels, model, labelPaths), lattice),
          searches((labelPaths) => plainSearch(model, labelPaths), lattice),
          `seed ${SEED}, ${regime}, ${labelCount} labels`,
        );
      }
    }
  });

  it("take the dense step when nothing can be passed over, and only then", () => {
    const random = new Random(SEED, 2);
    const edges = ([model, lattice]: [Model, Lattice]) =>
      outcomes(openKernels("simd", true), [model, lattice], 0, "pair", true).sweeps[0]!.work
        .edgeEvaluations / ((lattice.length - 1) * model.labelCount ** 2);
    assertLess(0.9, edges(draw(100, 4, () => random.integer(2))));
    const [model] = draw(100, 4, () => random.integer(2));
    const [, lattice] = draw(100, 4, () => random.integer(1000));
    assertLess(edges([model, lattice]), 0.1);
  });
});

describe("BINARY", () => {
  it("is what the sources compile to", async () => {
    const path = await Deno.makeTempFile();
    try {
      // In a process of its own, as the compiler wants to read the environment.
      const { success, stderr } = await new Deno.Command(Deno.execPath(), {
        args: [
          "run",
          "--quiet",
          "--no-check",
          "--permission-set=kernels",
          `--config=${fileURLToPath(new URL("../../../deno.json", import.meta.url))}`,
          new URL("../../../decoders/kernels/build.ts", import.meta.url).href,
          path,
        ],
        stdout: "null",
        stderr: "piped",
      }).output();
      assert(success, new TextDecoder().decode(stderr));
      const committed = await Deno.readTextFile(
        new URL("../../../decoders/kernels/binary.ts", import.meta.url),
      );
      const bare = (text: string) => text.replaceAll(/\s/g, "");
      assertEquals(bare(await Deno.readTextFile(path)), bare(committed));
    } finally {
      await Deno.remove(path);
    }
  });
});
