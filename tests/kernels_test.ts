import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { fileURLToPath } from "node:url";
import { Random } from "../datasets/random.ts";
import { type DominanceBound, DominanceTables } from "../decoders/_dominance_tables.ts";
import { ADVANTAGES_MISSING, PANELS_MISSING } from "../decoders/kernels/dominance_sweep.ts";
import { type Kernels, openKernels } from "../decoders/kernels/kernels.ts";
import { BLOCK, blocksOf, copyRows, placePanels } from "../decoders/kernels/layout.ts";
import type { Lattice, Model } from "../decoders/lattice.ts";

const SEED = 20261121;
const LABEL_COUNTS = [1, 2, 15, 16, 17, 45, 100];

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
): unknown {
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
  kernels.denseBacktrack(length, panels, alpha, path, labelCount, blocks);

  const width = Math.min(3, labelCount);
  const beamEdges = arena.allocate(labelCount * row * scoreBytes);
  copyRows(kernels, model.transitions, labelCount, labelCount, beamEdges);
  const beamLabels = arena.allocate(4 * length * width);
  const beamPrefixes = arena.allocate(scoreBytes * length * width);
  const values = arena.allocate(row * scoreBytes);
  const beam = (size: number) => {
    kernels.beamSweep(own, length, beamEdges, blocks, size, beamLabels, beamPrefixes, values);
    const kept = arena.integers.slice(beamLabels / 4, beamLabels / 4 + length * size);
    return { kept: Array.from(kept), prefixes: scoresAt(kernels, beamPrefixes, length * size) };
  };

  const tables = new DominanceTables(kernels, model, bound, byRow);
  const labels = arena.allocate(4 * length * row);
  const prefixes = arena.allocate(scoreBytes * length * row);
  const ends = arena.allocate(4 * length);
  const missing: number[] = [];
  let done: number;
  tables.begin();
  do {
    const { address } = tables;
    done = kernels.dominanceSweep(address, own, length, tolerance, labels, prefixes, ends);
    if (done < 0) missing.push(done);
    if (done === PANELS_MISSING) tables.makePanels();
    else if (done < 0) tables.makeAdvantages(ADVANTAGES_MISSING - done);
  } while (done < 0);
  const best = arena.allocate(4 * length);
  if (done > 0) kernels.keptPath(tables.address, length, labels, prefixes, ends, best);
  const lasts = Array.from(arena.integers.subarray(ends / 4, ends / 4 + done));
  const kept = lasts.at(-1) ?? 0;
  return {
    alpha: scoresAt(kernels, alpha, length * row),
    path: Array.from(arena.integers.subarray(path / 4, path / 4 + length)),
    missing,
    done,
    lasts,
    labels: Array.from(arena.integers.subarray(labels / 4, labels / 4 + kept)),
    prefixes: scoresAt(kernels, prefixes, kept),
    counted: tables.counted,
    best: Array.from(arena.integers.subarray(best / 4, best / 4 + length)),
    beams: [beam(1), beam(width)],
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

  it("take the dense step when nothing can be passed over, and only then", () => {
    const random = new Random(SEED, 2);
    const missing = (problem: [Model, Lattice]) =>
      (outcomes(openKernels("simd", true), problem, 0, "pair", true) as { missing: number[] })
        .missing;
    assert(missing(draw(100, 4, () => random.integer(2))).includes(PANELS_MISSING));
    const [model] = draw(100, 4, () => random.integer(2));
    const [, lattice] = draw(100, 4, () => random.integer(1000));
    assert(!missing([model, lattice]).includes(PANELS_MISSING));
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
          `--config=${fileURLToPath(new URL("../deno.json", import.meta.url))}`,
          new URL("../decoders/kernels/build.ts", import.meta.url).href,
          path,
        ],
        stdout: "null",
        stderr: "piped",
      }).output();
      assert(success, new TextDecoder().decode(stderr));
      const committed = await Deno.readTextFile(
        new URL("../decoders/kernels/binary.ts", import.meta.url),
      );
      const bare = (text: string) => text.replaceAll(/\s/g, "");
      assertEquals(bare(await Deno.readTextFile(path)), bare(committed));
    } finally {
      await Deno.remove(path);
    }
  });
});
