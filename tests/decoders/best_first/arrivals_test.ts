import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { Arrivals } from "../../../decoders/best_first/arrivals.ts";

/** Lists of two prefixes for two slots; the second slot is there to be left alone. */
function arrivalsOf(...prefixes: [score: number, origin: number][]): Arrivals {
  const arrivals = new Arrivals();
  arrivals.reset(2, 2);
  for (const [score, origin] of prefixes) arrivals.add(0, score, origin);
  return arrivals;
}

function prefixes(arrivals: Arrivals): [number, number][] {
  return Array.from(
    { length: arrivals.count(0) },
    (_, i) => [arrivals.score(0, i), arrivals.origin(0, i)],
  );
}

describe("Arrivals", () => {
  it("keeps the k best in order, earlier ones first among ties", () => {
    assertEquals(prefixes(arrivalsOf([1, 10], [3, 11], [2, 12])), [[3, 11], [2, 12]]);
    assertEquals(prefixes(arrivalsOf([1, 10], [1, 11])), [[1, 10], [1, 11]]);
  });

  it("raises the bar when k have arrived", () => {
    const arrivals = arrivalsOf([1, 10]);
    assertEquals(arrivals.bars[0], -Infinity);
    arrivals.add(0, 3, 11);
    assertEquals(arrivals.bars[0], 1);
    arrivals.add(0, 2, 12);
    assertEquals([...arrivals.bars.subarray(0, 2)], [2, -Infinity]);
  });

  it("takes pending prefixes best first", () => {
    const arrivals = arrivalsOf([1, 10], [3, 11]);
    assertEquals(arrivals.next(0), 0);
    arrivals.pop(0);
    assertEquals(arrivals.origin(0, arrivals.next(0)), 10);
    arrivals.pop(0);
    assertEquals(arrivals.next(0), -1);
  });

  it("gives up a popped prefix when a better one arrives late", () => {
    const arrivals = arrivalsOf([1, 10], [3, 11]);
    arrivals.pop(0);
    arrivals.pop(0);
    arrivals.add(0, 2, 12);
    assertEquals(arrivals.origin(0, arrivals.next(0)), 12);
    assertEquals(arrivals.bars[0], 2);
    arrivals.add(0, 4, 13);
    assertEquals(arrivals.origin(0, arrivals.next(0)), 13);
    assertEquals(arrivals.bars[0], 3);
    arrivals.pop(0);
    assertEquals([arrivals.next(0), arrivals.bars[0]], [-1, 3]);
    arrivals.add(0, 3.5, 14);
    assertEquals(arrivals.bars[0], 3.5);
  });
});
