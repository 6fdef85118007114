import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { newWork } from "../../../../decoders/contract.ts";
import { ParseLister, type ScoredBy } from "../../../../decoders/parsing/messages/best_parses.ts";
import { logSumOf, type SmallForest, smallForests } from "../../../helpers/parsing.ts";

const FORESTS = smallForests(120);
const K = 7;

/** All scores of a forest, the best first. */
const scoresOf = ({ derivations }: SmallForest, by: ScoredBy) =>
  derivations.map(({ parser, objective }) => by === "parser" ? parser : objective)
    .sort((a, b) => b - a);

const namesOf = (derivations: readonly { tags: Int32Array; steps: Int32Array }[]) =>
  derivations.map(({ tags, steps }) => `${tags} ${steps}`);

describe("ParseLister", () => {
  for (const by of ["parser", "joint"] as const) {
    it(`finds the k best of all derivations by the score of ${by}`, () => {
      let more = 0;
      for (const small of FORESTS) {
        const { model, sentence, seed } = small;
        const all = scoresOf(small, by);
        const { parses, bound, isProven } = new ParseLister(model, by).best(sentence, K, newWork());
        const found = parses.map((one) => by === "parser" ? one.parser : one.objective);
        assertEquals([found, isProven], [all.slice(0, K), true], `seed ${seed}`);
        assert(bound >= (all[K] ?? -Infinity), `seed ${seed}`);
        assert(all.length <= K || bound <= found[K - 1]!, `seed ${seed}`);
        const names = namesOf(parses.map(({ derivation }) => derivation));
        assertEquals(new Set(names).size, names.length, `seed ${seed}`);
        assert(new Set(namesOf(small.derivations)).isSupersetOf(new Set(names)));
        if (all.length > K) more++;
      }
      assert(more > 20);
    });

    it(`draws derivations by their probabilities by the score of ${by}`, () => {
      const small = FORESTS.find(({ derivations }) =>
        derivations.length >= 5 && derivations.length <= 12
      )!;
      const { model, sentence, derivations } = small;
      const generator = xoroshiro128plus(7);
      const random = () => (generator.next() >>> 0) / 2 ** 32;
      const draws = 1500;
      const drawn = new ParseLister(model, by).sample(sentence, draws, random, newWork());
      if (typeof drawn === "string") throw new RangeError(drawn);
      const names = namesOf(drawn.map(({ derivation }) => derivation));
      const scores = derivations.map((one) => by === "parser" ? one.parser : one.objective);
      const total = logSumOf(scores);
      namesOf(derivations).forEach((name, i) => {
        const share = names.filter((other) => other === name).length / draws;
        assertAlmostEquals(share, Math.exp(scores[i]! - total), 0.06);
        const one = drawn[names.indexOf(name)];
        if (one === undefined) return;
        const { parser, objective } = derivations[i]!;
        assertEquals([one.parser, one.objective], [parser, objective]);
      });
    });
  }

  it("says that nothing is proven when it has looked at as many as it may", () => {
    const unproven = FORESTS.filter((small) => {
      const { model, sentence } = small;
      const lister = new ParseLister(model, "joint", K);
      const { bound, parses, isProven } = lister.best(sentence, K, newWork());
      const all = scoresOf(small, "joint");
      assert(bound >= (all[parses.length] ?? -Infinity));
      assert(isProven || bound > parses.at(-1)!.objective);
      return !isProven;
    });
    assert(unproven.length > 5);
  });
});
