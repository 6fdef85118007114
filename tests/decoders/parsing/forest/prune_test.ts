import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { newWork } from "../../../../decoders/contract.ts";
import {
  bestDerivation,
  maxMarginals,
} from "../../../../decoders/parsing/forest/best_derivation.ts";
import { prune } from "../../../../decoders/parsing/forest/prune.ts";
import { countDerivations, smallForests } from "../../../helpers/parsing.ts";

const FORESTS = smallForests(120);

describe("prune()", () => {
  it("keeps the derivations without a slot that is dropped, and nothing else", () => {
    for (const { forest, derivations, seed } of FORESTS) {
      forest.slots.ids.forEach((id, slot) => {
        const slots = new Uint8Array(forest.slots.ids.length).fill(1);
        slots[slot] = 0;
        const left = prune(forest, { slots });
        const expected = derivations.filter((one) => !one.slots.includes(id));
        const count = left === undefined ? 0n : countDerivations(left);
        assertEquals(count, BigInt(expected.length), `seed ${seed}, slot ${slot}`);
        if (left === undefined) return;
        const best = bestDerivation(left, left.slots.leafScores, newWork());
        assertEquals(best.score, Math.max(...expected.map(({ parser }) => parser)));
      });
    }
  });

  it("keeps what is at least as good as a bound", () => {
    let smaller = 0;
    for (const { forest, derivations, seed } of FORESTS) {
      const { leafScores } = forest.slots;
      const best = Math.max(...derivations.map(({ parser }) => parser));
      const { edge } = maxMarginals(forest, leafScores, newWork());
      const left = prune(forest, { edge: (one) => edge(one) >= best })!;
      assertEquals(bestDerivation(left, leafScores, newWork()).score, best, `seed ${seed}`);
      if (left.left.length < forest.left.length) smaller++;
    }
    assert(smaller > 20);
  });

  it("has nothing left without roots", () => {
    const { forest } = FORESTS[0]!;
    assertEquals(prune(forest, { slots: new Uint8Array(99) }), undefined);
  });
});
