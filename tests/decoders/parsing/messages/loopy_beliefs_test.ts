import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { newWork } from "../../../../decoders/contract.ts";
import {
  type Beliefs,
  betheLogPartition,
  loopyBeliefs,
} from "../../../../decoders/parsing/messages/loopy_beliefs.ts";
import { logSumsOf, type SmallForest, smallForests } from "../../../helpers/parsing.ts";

const OPTIONS = { iterations: 200, tolerance: 1e-12, damping: 0 };

function beliefsOf({ forest, chain }: SmallForest, iterations = OPTIONS.iterations): Beliefs {
  const weights = new Float64Array(forest.left.length);
  return loopyBeliefs(forest, chain, { ...OPTIONS, iterations }, newWork(), weights);
}

/** Checks beliefs and the Bethe free energy against all derivations. */
function assertExact(small: SmallForest, beliefs: Beliefs): void {
  const { forest, derivations, chain, seed } = small;
  const { ids } = forest.slots;
  const { total, slots } = logSumsOf(derivations, ({ objective }) => objective, ids);
  slots.forEach((through, slot) => {
    const share = Math.exp(through - total);
    assertAlmostEquals(beliefs.slots[slot]!, share, 1e-10, `seed ${seed}`);
  });
  const estimate = betheLogPartition(forest, chain, beliefs);
  assertAlmostEquals(estimate, total, 1e-8, `seed ${seed}`);
}

describe("loopyBeliefs()", () => {
  it("is exact in the first round when nothing is coupled", () => {
    const forests = smallForests(150, { coupling: 0 });
    assert(forests.length > 40);
    for (const small of forests) assertExact(small, beliefsOf(small, 1));
  });

  it("is exact when one word at most is ambiguous", () => {
    const forests = smallForests(300).filter(({ forest: { slots: { offsets }, length } }) =>
      Array.from({ length }, (_, i) => offsets[i + 1]! - offsets[i]!)
        .filter((size) => size > 1).length <= 1
    );
    assert(forests.length > 10);
    for (const small of forests) assertExact(small, beliefsOf(small));
  });

  it("takes no notice of a constant that a word's emissions get", () => {
    for (const { forest, chain } of smallForests(40)) {
      const { slots } = forest;
      const moved = slots.emissions.map((score, i) => i < slots.offsets[1]! ? score + 64 : score);
      const other = { ...forest, slots: { ...slots, emissions: moved } };
      const [one, two] = [forest, other].map((one) => {
        const weights = new Float64Array(one.left.length);
        return loopyBeliefs(one, chain, { ...OPTIONS, iterations: 3 }, newWork(), weights);
      });
      one!.slots.forEach((belief, slot) => assertAlmostEquals(belief, two!.slots[slot]!, 1e-9));
    }
  });

  it("gives probabilities, settled or not", () => {
    let settled = 0;
    const forests = smallForests(150);
    for (const small of forests) {
      const beliefs = beliefsOf(small);
      const { offsets } = small.forest.slots;
      for (let word = 0; word < small.forest.length; word++) {
        const row = beliefs.slots.subarray(offsets[word], offsets[word + 1]);
        assertAlmostEquals(row.reduce((sum, belief) => sum + belief, 0), 1, 1e-12);
      }
      if (beliefs.isConverged) settled++;
      else assertEquals(beliefs.iteration, OPTIONS.iterations);
    }
    assert(settled > forests.length / 2);
  });
});
