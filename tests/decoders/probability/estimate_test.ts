import { assertEquals, assertLessOrEqual } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Random } from "../../../datasets/random.ts";
import { CompensatedSum } from "../../../decoders/probability/estimate.ts";
import { add, type Big, big, distance, ZERO } from "../../../harness/conformance/big_float.ts";

describe("CompensatedSum", () => {
  it("is off by no more than it says, whatever cancels", () => {
    for (let seed = 0; seed < 50; seed++) {
      const random = new Random(seed);
      const sum = new CompensatedSum();
      let exact: Big = ZERO;
      for (let i = 0; i < 60; i++) {
        const term = random.gaussian() * 10 ** (random.integer(30) - 15);
        for (const one of random.uniform() < 0.5 ? [term, -term, term * 1e-9] : [term]) {
          sum.add(one);
          exact = add(exact, big(one));
        }
      }
      assertLessOrEqual(distance(exact, sum.value), sum.error, `seed ${seed}`);
    }
  });

  it("goes on from a copy without changing what was copied", () => {
    const sum = new CompensatedSum();
    sum.add(1e16);
    sum.add(1);
    const other = sum.copy();
    other.add(-1e16);
    assertEquals([sum.value, other.value], [1e16, 1]);
  });
});
