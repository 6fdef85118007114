import { assert, assertAlmostEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { newWork } from "../../../../decoders/contract.ts";
import {
  type ReweightedBeliefs,
  reweightedBeliefs,
} from "../../../../decoders/parsing/messages/reweighted_beliefs.ts";
import { logSumOf, logSumsOf, type SmallForest, smallForests } from "../../../helpers/parsing.ts";

const FORESTS = smallForests(200, { coupling: 4 });
const LIMITS = { iterations: 100, tolerance: 1e-3, damping: 0 };

/** The beliefs after each round. */
function roundsOf({ model, forest }: SmallForest, weight: number): ReweightedBeliefs[] {
  const rounds: ReweightedBeliefs[] = [];
  const heated = { ...model, transitions: model.transitions.map((score) => score / weight) };
  const room = new Float64Array(forest.left.length);
  reweightedBeliefs(heated, forest, weight, LIMITS, newWork(), room, (one) => rounds.push(one));
  return rounds;
}

describe("reweightedBeliefs()", () => {
  it("bounds ln Z of all derivations in every round, more closely for a smaller weight", () => {
    const gaps = [1, 0.5, 0.1].map((weight) => {
      let [gap, settled] = [0, 0];
      for (const small of FORESTS) {
        const logPartition = logSumOf(small.derivations.map(({ objective }) => objective));
        const rounds = roundsOf(small, weight);
        rounds.forEach(({ partitionBound }, i) => {
          const where = `seed ${small.seed}, weight ${weight}, round ${i + 1}`;
          assert(partitionBound >= logPartition - 1e-9, where);
          assert(i === 0 || partitionBound <= rounds[i - 1]!.partitionBound, where);
        });
        gap += rounds.at(-1)!.partitionBound - logPartition;
        settled += Number(rounds.at(-1)!.isConverged);
      }
      assert(settled > 0.9 * FORESTS.length, `${settled} of ${FORESTS.length}`);
      return gap / FORESTS.length;
    });
    assert(gaps[0]! > 1.5 * gaps[1]! && gaps[1]! > 1.5 * gaps[2]!, `${gaps}`);
  });

  it("is exact with hardly any weight for the tagger where its bigrams say nothing", () => {
    for (const small of smallForests(60, { coupling: 0 })) {
      const { ids } = small.forest.slots;
      const { total, slots } = logSumsOf(small.derivations, ({ objective }) => objective, ids);
      const { partitionBound, slots: beliefs } = roundsOf(small, 1e-6).at(-1)!;
      assertAlmostEquals(partitionBound, total, 1e-4, `seed ${small.seed}`);
      slots.forEach((through, slot) => {
        assertAlmostEquals(beliefs[slot]!, Math.exp(through - total), 1e-6);
      });
    }
  });
});
