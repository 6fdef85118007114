import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertLess } from "@std/assert";
import carpediem, { LazyOrder } from "../../decoders/carpediem.ts";
import { Random } from "../../datasets/random.ts";
import { measured, problemOf } from "../helpers/problems.ts";

type Bound = "global" | "source" | "target";

function decode(transitions: number[][], emissions: number[][], bound: Bound = "global") {
  const { paths, work } = measured(carpediem, problemOf(transitions, emissions), { bound });
  return { path: paths[0], work };
}

describe("carpediem", () => {
  it("opens one node a position when no transition can make up for an emission", () => {
    const { path, work } = decode([[0, 1], [1, 0]], [[9, 0], [0, 9], [0, 9]]);
    assertEquals(path, { score: 28, labels: Int32Array.of(0, 1, 1) });
    assertEquals(work, { iterations: 1, nodeExpansions: 2, edgeEvaluations: 2 });
  });

  it("goes back to a closed node when a later one needs it", () => {
    // 1:B is opened first. Its best sum over the open 0:A, 3 + 0, is below what 0:B might give,
    // 2 + 5, and so does; then 1:A, at most 7 + 1, cannot beat 7 + 2.
    const { path, work } = decode([[0, 0], [0, 5]], [[3, 2], [1, 2]]);
    assertEquals(path, { score: 9, labels: Int32Array.of(1, 1) });
    assertEquals(work, { iterations: 1, nodeExpansions: 1, edgeEvaluations: 2 });
  });

  it("goes back over all positions when the last one turns the first choice over", () => {
    const keep = [[0, -3000], [-3000, 0]];
    const emissions = Array.from({ length: 1000 }, (_, t) => t < 999 ? [1, 0] : [0, 2000]);
    const { path, work } = decode(keep, emissions);
    assertEquals(path?.score, 2000);
    assertEquals(path?.labels, new Int32Array(1000).fill(1));
    assertLess(work.edgeEvaluations, 4 * 999);
  });

  it("evaluates every edge when transitions decide", () => {
    const work = decode([[0, 50], [40, 30]], [[0, 1], [1, 0], [0, 1]]).work;
    assertEquals(work, { iterations: 1, nodeExpansions: 4, edgeEvaluations: 8 });
  });

  it("evaluates fewer edges when the bounds know a transition's source or target", () => {
    const random = new Random(1);
    const scores = (length: number, offset: (x: number, y: number) => number) =>
      Array.from(
        { length },
        (_, x) => Array.from({ length: 20 }, (_, y) => random.integer(100) + offset(x, y)),
      );
    const emissions = scores(10, () => 0);
    const bySource = scores(20, (x) => 50 * x);
    const byTarget = scores(20, (_, y) => 50 * y);
    const edges = (transitions: number[][], bound: Bound) =>
      decode(transitions, emissions, bound).work.edgeEvaluations;
    assertLess(edges(bySource, "source"), edges(bySource, "global") / 2);
    assertLess(edges(byTarget, "target"), edges(byTarget, "global") / 2);
  });

  it("takes the smallest of the open labels when they tie", () => {
    // 0:C is opened first, then 0:A and 0:B for 1:A; 0:A and 0:C tie.
    const { path } = decode([[1, 0, 0], [0, 5, 0], [0, 0, 0]], [[2, 1, 3], [9, 0, 0]]);
    assertEquals(path, { score: 12, labels: Int32Array.of(0, 0) });
  });
});

function takeAll(order: LazyOrder, t: number): [label: number, key: number][] {
  const taken: [number, number][] = [];
  while (order.sizes[t]! > 0) {
    taken.push([order.next(t), order.nextKey(t)]);
    order.take(t);
  }
  return taken;
}

it("LazyOrder gives labels by descending key and then by label when keys tie", () => {
  for (let labelCount = 1; labelCount <= 40; labelCount++) {
    const random = new Random(labelCount);
    const order = new LazyOrder(labelCount);
    order.reserve(2);
    const rows = [0, 1].map((t) => {
      const keys = Array.from({ length: labelCount }, () => random.integer(9) || -Infinity);
      order.keysOf(t).set(keys);
      order.start(t);
      return keys.map((key, label) => [label, key] as [number, number])
        .sort(([a, ka], [b, kb]) => ka === kb ? a - b : kb - ka);
    });
    assertEquals(takeAll(order, 1), rows[1]!);
    assertEquals(takeAll(order, 0), rows[0]!);
  }
});
