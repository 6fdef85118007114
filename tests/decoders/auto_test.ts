import { assertEquals, assertNotEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Random } from "../../datasets/random.ts";
import auto from "../../decoders/auto.ts";
import blockSkip from "../../decoders/block_skip.ts";
import { prepared } from "../../decoders/tagging/prepared.ts";
import { newWork, type Work } from "../../decoders/contract.ts";
import { Arena } from "../../decoders/kernels/arena.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";
import viterbi from "../../decoders/viterbi.ts";
import { runConformance } from "../../harness/conformance/conformance.ts";
import { cases } from "../helpers/long.ts";

const SEED = 20261123;

/** Tasks of all kinds: full of ties, without one, strong, peaked, with forbidden edges, rounded. */
const SCORES: Record<string, (random: Random) => [edge: number, own: number]> = {
  ties: (random) => [random.integer(2), random.integer(3)],
  grid: (random) => [random.integer(4096) / 64, random.integer(4096) / 64],
  strong: (random) => [random.integer(4096), random.integer(1024)],
  peaked: (random) => [random.integer(8), random.uniform() < 0.02 ? 90 : random.integer(30)],
  forbidden: (
    random,
  ) => [random.uniform() < 0.3 ? -Infinity : random.integer(9), random.integer(9)],
  decimals: (random) => [Math.log(random.uniform()), 3 * Math.log(random.uniform())],
  "tied decimals": (random) => [random.integer(3) / 10, random.integer(7) / 10],
};

function* tasks(): Generator<{ title: string; model: Model; lattices: Lattice[] }> {
  for (const [kind, score] of Object.entries(SCORES)) {
    for (const labelCount of [3, 40, 130, 300]) {
      const random = new Random(SEED, labelCount);
      const draw = (count: number, place: 0 | 1) =>
        new Float64Array(count).map(() => score(random)[place]);
      const exactSums = !kind.includes("decimals");
      const transitions = draw(labelCount ** 2, 0);
      const model = { labelCount, transitions, exactSums, float32Exact: exactSums };
      const lattices = Array.from({ length: 12 }, (_, i) => {
        const length = 1 + (5 * i) % 14;
        return { length, emissions: draw(length * labelCount, 1) };
      });
      yield { title: `${kind}, ${labelCount} labels`, model, lattices };
    }
  }
}

describe("auto", () => {
  it("is plain Viterbi where its tables would not fit into WebAssembly's memory", () => {
    const { hasRoomFor } = Arena.prototype;
    Arena.prototype.hasRoomFor = () => false;
    try {
      for (const { title, model, lattices } of tasks()) {
        if (model.labelCount > 100) continue;
        const [own, plain] = [prepared(auto, model), prepared(viterbi, model)];
        for (const lattice of lattices) {
          const single = { ...lattice, emissions: Float32Array.from(lattice.emissions) };
          for (const [one, k] of [[lattice, 1], [lattice, 3], [single, 1]] as const) {
            const [work, expected] = [newWork(), newWork()];
            const { paths } = own(one, k, work);
            assertEquals(paths, plain(one, k, expected).paths, title);
            assertEquals(work, expected);
          }
        }
      }
      assertEquals(runConformance(auto, { runs: cases(2, 10) }).failed, []);
    } finally {
      Arena.prototype.hasRoomFor = hasRoomFor;
    }
  });

  it("finds the path of dense Viterbi whatever it decoded before, ties included", () => {
    for (const { title, model, lattices } of tasks()) {
      const dense = prepared(viterbi, model);
      const [one, other, few] = [0, 0, 100].map((expect) => prepared(auto, model, { expect }));
      const expected = lattices.map((lattice) => dense(lattice).paths);
      for (let pass = 0; pass < 3; pass++) {
        for (const decode of [one!, few!]) {
          assertEquals(lattices.map((lattice) => decode(lattice).paths), expected, title);
        }
      }
      const backwards = lattices.toReversed().map((lattice) => other!(lattice).paths);
      assertEquals(backwards.toReversed(), expected, title);
    }
  });

  it("skips through a first batch of few sentences, and sweeps when more come", () => {
    const random = new Random(SEED);
    const draw = (count: number) => new Float64Array(count).map(() => random.integer(100) ** 2);
    const labelCount = 20;
    const transitions = new Float64Array(labelCount ** 2).map(() => random.integer(9));
    const model = { labelCount, transitions, exactSums: true, float32Exact: true };
    const lattices = Array.from({ length: 10 }, () => ({ length: 4, emissions: draw(80) }));
    const edges = (batch: (works: Work[]) => unknown) => {
      const works = lattices.map(newWork);
      batch(works);
      return works.reduce((sum, { edgeEvaluations }) => sum + edgeEvaluations, 0);
    };
    const [expecting, asked, skip] = [
      prepared(auto, model),
      prepared(auto, model),
      prepared(blockSkip, model),
    ];
    const skipped = edges((works) => skip.batch(lattices, 1, works));
    const swept = edges((works) => lattices.map((one, i) => asked(one, 1, works[i])));
    assertNotEquals(skipped, swept);
    const found = Array.from(
      { length: 205 },
      () => edges((works) => expecting.batch(lattices, 1, works)),
    );
    assertEquals(found[0], skipped);
    assertEquals(found.indexOf(swept), 2000 / 10);
  });

  it("does the same work again when its calls since `prepare` are the same", () => {
    for (const { title, model, lattices } of tasks()) {
      const [one, other] = [1, 2].map(() => {
        const decode = prepared(auto, model);
        return lattices.map((lattice, i) => {
          const work = newWork();
          decode(lattice, 1 + i % 3, work);
          return work;
        });
      });
      assertEquals(one, other, title);
    }
  });
});
