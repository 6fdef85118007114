import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { newWork } from "../../../decoders/contract.ts";
import { Predecessors } from "../../../decoders/k_best/predecessors.ts";
import { Random } from "../../../datasets/random.ts";

const WIDTH = 20;

/** Two positions of which only some slots are in use, by nodes that are out of order. */
function problem(seed: number, isForward: boolean) {
  const random = new Random(seed);
  const nodeCount = 30;
  const transitions = new Float64Array(nodeCount * nodeCount).map(() => random.integer(5));
  const prefixes = new Float64Array(2 * WIDTH).map(() => {
    return random.integer(5) === 0 ? -Infinity : random.integer(5);
  });
  const counts = Int32Array.of(1 + random.integer(WIDTH), 1 + random.integer(WIDTH));
  const nodes = new Int32Array(2 * WIDTH).map((_, slot) => (slot * 7) % nodeCount);
  const own = new Float64Array(2 * WIDTH);
  const edges = { labelCount: nodeCount, transitions, fromStride: nodeCount, toStride: 1 };
  const lattice = { length: 2, counts, nodes, own, prefixes, isForward };
  return { edges, lattice, edgeAt: (x: number, y: number) => transitions[x * nodeCount + y]! };
}

describe("Predecessors", () => {
  for (const isForward of [true, false]) {
    it(`ranks like a stable sort when isForward is ${isForward}`, () => {
      for (let seed = 0; seed < 50; seed++) {
        const { edges, lattice, edgeAt } = problem(seed, isForward);
        const { counts, nodes, prefixes } = lattice;
        const predecessors = new Predecessors(edges, WIDTH);
        predecessors.reset(lattice, newWork());
        const [from, to] = isForward ? [0, 1] : [1, 0];
        const node = nodes[to * WIDTH]!;
        const sorted = Array.from({ length: counts[from]! }, (_, i) => from * WIDTH + i)
          .map((slot) => {
            const [x, y] = isForward ? [nodes[slot]!, node] : [node, nodes[slot]!];
            return { slot, score: prefixes[slot]! + edgeAt(x, y) };
          })
          .filter(({ score }) => score > -Infinity)
          .sort((one, other) => other.score - one.score);
        for (let rank = 0; rank < WIDTH; rank++) {
          const slot = predecessors.slotAt(to * WIDTH, rank);
          assertEquals(slot, sorted[rank]?.slot ?? -1);
          if (slot < 0) continue;
          assertEquals(predecessors.scoreAt(to * WIDTH, rank), sorted[rank]!.score);
        }
      }
    });
  }

  it("scans again only when more ranks are asked for than it has", () => {
    const { edges, lattice } = problem(1, true);
    lattice.counts.fill(WIDTH);
    const predecessors = new Predecessors(edges, WIDTH);
    const work = newWork();
    predecessors.reset(lattice, work);
    const scans = [0, 1, 0, 2, 7, 8, 19, 500].map((rank) => {
      predecessors.slotAt(WIDTH, rank);
      return work.edgeEvaluations / WIDTH;
    });
    assertEquals(scans, [1, 1, 1, 2, 2, 3, 3, 3]);
    assertEquals(work.nodeExpansions, 3);
  });
});
