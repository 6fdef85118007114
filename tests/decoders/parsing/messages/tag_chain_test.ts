import { assertAlmostEquals, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { newWork } from "../../../../decoders/contract.ts";
import { logSumOf, logSumsOf, type SmallForest, smallForests } from "../../../helpers/parsing.ts";

const FORESTS = smallForests(60, { length: 4 });

/** Every choice of a slot a word, with its score. */
function allTags({ forest, chain }: SmallForest): { slots: Int32Array; score: number }[] {
  const { offsets, emissions } = forest.slots;
  let paths: number[][] = [[]];
  for (let word = 0; word < forest.length; word++) {
    const own = Array.from(
      { length: offsets[word + 1]! - offsets[word]! },
      (_, i) => offsets[word]! + i,
    );
    paths = paths.flatMap((path) => own.map((slot) => [...path, slot]));
  }
  return paths.map((path) => {
    const slots = Int32Array.from(path);
    return { slots, score: chain.score(emissions, slots) };
  });
}

describe("TagChain", () => {
  it("scores tags as the model does", () => {
    for (const { forest, chain, derivations } of FORESTS) {
      for (const { slots, tagger } of derivations.slice(0, 9)) {
        const own = Int32Array.from(slots, (id) => forest.slots.ids.indexOf(id));
        assertEquals(chain.score(forest.slots.emissions, own), tagger);
      }
    }
  });

  it("finds the best tags, through each slot too", () => {
    for (const small of FORESTS) {
      const { forest: { slots: { emissions } }, chain, seed } = small;
      const paths = allTags(small);
      const work = newWork();
      const { score, slots } = chain.best(emissions, work);
      assertEquals(work.edgeEvaluations, chain.bigrams);
      assertEquals(score, Math.max(...paths.map((path) => path.score)), `seed ${seed}`);
      assertEquals(chain.score(emissions, slots), score);
      const marginals = chain.maxMarginals(emissions, work);
      marginals.forEach((marginal, slot) => {
        const through = paths.filter((path) => path.slots.includes(slot));
        assertEquals(marginal, Math.max(...through.map((path) => path.score)));
      });
    }
  });

  it("adds up all tags", () => {
    for (const small of FORESTS) {
      const { forest: { slots: { emissions } }, chain, seed } = small;
      const around = emissions.slice();
      const logPartition = chain.forwardBackward(emissions, around, newWork());
      const { total, slots } = logSumsOf(allTags(small), ({ score }) => score, emissions.keys());
      assertAlmostEquals(logPartition, total, 1e-11, `seed ${seed}`);
      around.forEach((value, slot) => {
        assertAlmostEquals(value + emissions[slot]!, slots[slot]!, 1e-11);
      });
    }
  });

  it("knows the probability of each pair of slots", () => {
    for (const small of FORESTS) {
      const { forest: { slots: { emissions, offsets } }, chain } = small;
      const paths = allTags(small);
      const total = logSumOf(paths.map(({ score }) => score));
      const found = chain.pairPosteriors(emissions, newWork());
      const expected: number[] = [];
      for (let word = 1; word < small.forest.length; word++) {
        for (let slot = offsets[word]!; slot < offsets[word + 1]!; slot++) {
          for (let before = offsets[word - 1]!; before < offsets[word]!; before++) {
            const through = paths.filter(({ slots }) =>
              slots[word] === slot && slots[word - 1] === before
            );
            expected.push(Math.exp(logSumOf(through.map(({ score }) => score)) - total));
          }
        }
      }
      assertEquals(found.length, expected.length);
      found.forEach((posterior, pair) => assertAlmostEquals(posterior, expected[pair]!, 1e-12));
    }
  });
});
