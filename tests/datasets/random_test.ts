import { assert, assertEquals, assertLess } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Random } from "../../datasets/random.ts";

const DRAWS = 20_000;
const drawn = <T>(draw: (random: Random) => T, seed = 1, count = DRAWS): T[] => {
  const random = new Random(seed);
  return Array.from({ length: count }, () => draw(random));
};
const mean = (list: readonly number[]) => list.reduce((a, b) => a + b, 0) / list.length;
const variance = (list: readonly number[]) =>
  mean(list.map((value) => value ** 2)) - mean(list) ** 2;

/** Four standard errors. */
const near = (list: readonly number[], expected: number, expectedVariance: number) =>
  assertLess(Math.abs(mean(list) - expected), 4 * Math.sqrt(expectedVariance / list.length));

describe("Random", () => {
  it("gives the same numbers when seed and stream are the same, others when one differs", () => {
    const numbers = (seed: number, stream?: number) => {
      const random = new Random(seed, stream);
      return Array.from({ length: 5 }, () => random.uniform());
    };
    assertEquals(numbers(1, 2), numbers(1, 2));
    assertEquals(numbers(1), numbers(1, 0));
    const all = [numbers(0), numbers(1), numbers(1, 1), numbers(1, 2), numbers(2, 1), numbers(-1)];
    assertEquals(new Set(all.map(String)).size, all.length);
  });

  it("shuffles in place: every order of the items is as likely", () => {
    const orders = drawn((random) => random.shuffle(["a", "b", "c"]).join(""));
    for (const order of ["abc", "acb", "bac", "bca", "cab", "cba"]) {
      near(orders.map((drawn) => Number(drawn === order)), 1 / 6, 5 / 36);
    }
    const items = Int32Array.of(1, 2, 3);
    assertEquals(new Random(1).shuffle(items), items);
    assertEquals(items.toSorted(), Int32Array.of(1, 2, 3));
  });

  it("gives the numbers it gave before", () => {
    // They make the synthetic tasks: a change makes every published hash stale.
    const random = new Random(1, 1);
    assertEquals([random.integer(1000), random.integer(1000), random.integer(1000)], [445, 9, 75]);
  });

  it("draws uniform numbers from 0 to 1", () => {
    const numbers = drawn((random) => random.uniform());
    assert(numbers.every((number) => number >= 0 && number < 1));
    near(numbers, 1 / 2, 1 / 12);
  });

  it("draws every integer below the size equally often", () => {
    const numbers = drawn((random) => random.integer(5));
    const counts = Map.groupBy(numbers, (number) => number);
    assertEquals([...counts.keys()].sort(), [0, 1, 2, 3, 4]);
    for (const { length } of counts.values()) {
      assertLess(Math.abs(length - DRAWS / 5), 4 * Math.sqrt(DRAWS * 0.16));
    }
    assertEquals(drawn((random) => random.integer(1), 1, 3), [0, 0, 0]);
  });

  it("draws normal numbers of mean 0 and variance 1", () => {
    const numbers = drawn((random) => random.gaussian());
    near(numbers, 0, 1);
    near(numbers.map((number) => number ** 2), 1, 2);
    near(numbers.map((number) => number ** 3), 0, 15);
    const within = numbers.map((number) => Math.abs(number) < 1 ? 1 : 0);
    near(within, 0.6827, 0.6827 * 0.3173);
  });

  it("draws geometric numbers of the given mean, 0 when it is", () => {
    for (const expected of [0.5, 1, 11]) {
      const numbers = drawn((random) => random.geometric(expected));
      assert(numbers.every((number) => Number.isInteger(number) && number >= 0));
      near(numbers, expected, expected * (expected + 1));
      assertLess(Math.abs(variance(numbers) / (expected * (expected + 1)) - 1), 0.1);
    }
    assertEquals(drawn((random) => random.geometric(0), 1, 3), [0, 0, 0]);
  });

  it("chooses by the differences of running sums, never what has none", () => {
    const cumulative = Float64Array.of(0, 1, 1, 4, 4);
    const chosen = drawn((random) => random.choose(cumulative));
    assertEquals([...new Set(chosen)].sort(), [1, 3]);
    near(chosen.map((index) => index === 3 ? 1 : 0), 3 / 4, 3 / 16);
    assertEquals(drawn((random) => random.choose(Float64Array.of(2)), 1, 2), [0, 0]);
  });
});
