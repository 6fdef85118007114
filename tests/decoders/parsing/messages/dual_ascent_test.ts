import { assert, assertEquals, assertGreaterOrEqual, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { newWork } from "../../../../decoders/contract.ts";
import {
  dualAscent,
  dualBounds,
  ofAllSlots,
} from "../../../../decoders/parsing/messages/dual_ascent.ts";
import { smallForests } from "../../../helpers/parsing.ts";

const FORESTS = smallForests(300);
const OPTIONS = { iterations: 50, step: 1 };

describe("dualAscent()", () => {
  it("bounds the best J from above at every step, and proves it without a tolerance", () => {
    let [proven, unproven] = [0, 0];
    for (const { model, forest, chain, derivations, seed } of FORESTS) {
      const best = Math.max(...derivations.map(({ objective }) => objective));
      const ascent = dualAscent(model, forest, chain, OPTIONS, newWork(), (step) => {
        assertGreaterOrEqual(step.bound, best, `seed ${seed}`);
        assertGreaterOrEqual(best, step.best.objective, `seed ${seed}`);
      });
      if (ascent.isProven) {
        proven++;
        assertEquals(ascent.best.objective, best, `seed ${seed}`);
      } else {
        unproven++;
        assertEquals(ascent.iteration, OPTIONS.iterations);
      }
    }
    assert(proven > 80 && unproven > 0, `${proven} and ${unproven}`);
  });
});

describe("dualBounds()", () => {
  it("computes the bound again from the multipliers", () => {
    for (const { model, sentence, forest, chain } of FORESTS.slice(0, 40)) {
      const ascent = dualAscent(model, forest, chain, OPTIONS, newWork());
      const proof = ofAllSlots(forest, ascent.proof, sentence.slots.tags.length);
      assertEquals(dualBounds(model)(sentence, 0, proof), ascent.bound);
    }
  });

  it("refuses multipliers that are none", () => {
    const { model, sentence } = FORESTS[0]!;
    const proof = new Float64Array(sentence.slots.tags.length).fill(NaN);
    assertThrows(() => dualBounds(model)(sentence, 0, proof), RangeError, "multipliers");
    assertThrows(() => dualBounds(model)(sentence, 0, proof.slice(1)), RangeError, "multipliers");
    const none = new Float64Array(proof.length);
    assertThrows(() => dualBounds(model)(sentence, 7, none), RangeError, "steps: 7");
  });
});
