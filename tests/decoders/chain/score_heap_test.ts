import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { ScoreHeap } from "../../../decoders/chain/score_heap.ts";
import { Random } from "../../../datasets/random.ts";

function drain(heap: ScoreHeap): [number, number][] {
  const pairs: [number, number][] = [];
  for (; heap.size > 0; heap.pop()) pairs.push([heap.topScore, heap.topItem]);
  return pairs;
}

describe("ScoreHeap", () => {
  it("pops in descending order, smaller items first among ties, when pushed in any order", () => {
    const random = new Random(1);
    for (let size = 0; size < 70; size++) {
      const pairs = Array.from({ length: size }, (_, item) => [random.integer(5), item] as const);
      const heap = new ScoreHeap();
      for (const [score, item] of pairs) heap.push(score, item);
      const sorted = pairs.toSorted((a, b) => b[0] - a[0] || a[1] - b[1]);
      assertEquals(drain(heap), sorted.map(([score, item]) => [score, item]));
    }
  });

  it("replaces the top in place when asked", () => {
    const heap = new ScoreHeap();
    for (const score of [3, 1, 2]) heap.push(score, score);
    heap.replaceTop(0, 9);
    assertEquals(drain(heap), [[2, 2], [1, 1], [0, 9]]);
  });
});
