import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { openArena } from "../../../decoders/kernels/arena.ts";
import { PROBABILITY } from "../../../decoders/kernels/probability/kernels.ts";
import { BLOCK, blocksOf } from "../../../decoders/kernels/rows.ts";
import type { Model } from "../../../decoders/lattice.ts";
import { type EdgeList, EdgeLists, edgeLists } from "../../../decoders/probability/edge_list.ts";
import { nonZeroEntries } from "../../../decoders/probability/exception_steps.ts";
import { Random } from "../../../datasets/random.ts";

/** Lists of none to all labels; some with low or forbidden transitions. */
function unevenModel(labelCount: number): Model {
  const random = new Random(labelCount);
  const transitions = new Float64Array(labelCount ** 2).map((_, i) => {
    const [x, y] = [Math.floor(i / labelCount), i % labelCount];
    if (random.uniform() >= (x * y) / labelCount ** 2) return 0;
    if (y % 7 === 3 && random.uniform() < 0.1) return -Infinity;
    return random.gaussian() - (y % 11 === 5 ? 2 : 0);
  });
  return { labelCount, transitions };
}

/** What a list adds up to by itself: parts of 32 edges, one after another. */
function sumAlone({ sources, weights }: EdgeList, row: Float64Array, start: number): number {
  let sum = start;
  for (let first = 0; first === 0 || first < sources.length; first += 32) {
    let part = 0;
    for (let i = first; i < Math.min(first + 32, sources.length); i++) {
      part += row[sources[i]!]! * weights[i]!;
    }
    sum += part;
  }
  return sum;
}

describe("EdgeLists", () => {
  it("add up each label's edges to the bits that they have alone, paired as they are", () => {
    const [shift, base, start] = [1.5, Math.exp(-1.5), 0.7];
    for (const labelCount of [1, 2, 3, 5, 17, 40, 150]) {
      const model = unevenModel(labelCount);
      const entries = nonZeroEntries(model.transitions);
      const width = blocksOf(labelCount) * (BLOCK + 1);
      const random = new Random(labelCount, 2);
      const weights = Float64Array.from({ length: width }, () => random.uniform());
      for (const kernel of ["simd", "plain"] as const) {
        for (const direction of ["into", "out of"] as const) {
          const arena = openArena(kernel, false);
          const [row, sums] = [arena.allocate(8 * width), arena.allocate(8 * width)];
          const lists = new EdgeLists(arena, model, direction, row);
          // Twice, as after a change.
          for (const some of [entries.subarray(0, 1), entries]) lists.fill(some, shift, base);
          arena.doubles.set(weights, row / 8);
          lists.sum(PROBABILITY.open(arena), start, sums);
          const alone = edgeLists(model, direction === "into", entries, shift, base);
          const expected = alone.map((list) => sumAlone(list, weights, list.isWhole ? 0 : start));
          const found = arena.doubles.subarray(sums / 8, sums / 8 + labelCount);
          assertEquals([...found], expected, `${labelCount} labels, ${kernel}, ${direction}`);
          assertEquals(lists.edges, alone.reduce((sum, { sources }) => sum + sources.length, 0));
          if (labelCount < 150) continue;
          assert(lists.longest > 64);
          assert(alone.some(({ isWhole }) => isWhole) && alone.some(({ isWhole }) => !isWhole));
          assert(alone.some(({ sources }) => sources.some((source) => source >= BLOCK * 10)));
        }
      }
    }
  });
});
