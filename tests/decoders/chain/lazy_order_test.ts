import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { LazyOrder } from "../../../decoders/carpediem.ts";
import { Random } from "../../../datasets/random.ts";

function takeAll(order: LazyOrder, t: number): [label: number, key: number][] {
  const taken: [number, number][] = [];
  while (order.sizes[t]! > 0) {
    taken.push([order.next(t), order.nextKey(t)]);
    order.take(t);
  }
  return taken;
}

describe("LazyOrder", () => {
  it("gives labels by descending key and then by label when keys tie", () => {
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
});
