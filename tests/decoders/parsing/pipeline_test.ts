import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { newWork } from "../../../decoders/contract.ts";
import { UNARY } from "../../../decoders/parsing/model.ts";
import pipeline from "../../../decoders/parsing/pipeline.ts";
import tagFactored from "../../../decoders/parsing/tag_factored.ts";
import type { Enumerated } from "../../../harness/conformance/parsing/enumerate.ts";
import { logSumOf, type SmallForest, smallForests } from "../../helpers/parsing.ts";

const FORESTS = smallForests(150);

/** The items of a derivation by name, its leaves as slots. */
function itemsOf({ model }: SmallForest, { steps, slots, tags }: Enumerated): string[] {
  const items = slots.map((slot, word) => `slot ${slot} ${tags[word]}`);
  for (let i = 0; i < steps.length; i += 4) {
    const [start, , end, rule] = steps.subarray(i, i + 4);
    items.push(`${start} ${end} ${model.parent[rule!]}`);
  }
  return items;
}

describe("pipeline", () => {
  it("finds the most items expected to be right with rule=risk", () => {
    let others = 0;
    // An item that is both a leaf and the parent of a rule is two parts of the sum.
    const forests = FORESTS.filter(({ model }) =>
      model.tagSymbols.every((symbol) =>
        !model.parent.some((parent, rule) => model.right[rule] === UNARY && parent === symbol)
      )
    );
    for (const small of forests) {
      const { model, sentence, derivations, seed } = small;
      const total = logSumOf(derivations.map(({ parser }) => parser));
      const expected = new Map<string, number>();
      for (const one of derivations) {
        for (const item of itemsOf(small, one)) {
          expected.set(item, (expected.get(item) ?? 0) + Math.exp(one.parser - total));
        }
      }
      const sumOf = (one: Enumerated) =>
        itemsOf(small, one).reduce((sum, item) => sum + expected.get(item)!, 0);
      const { derivation } = pipeline.prepare(model, { rule: "risk" })(sentence, newWork());
      const key = JSON.stringify(derivation);
      const own = derivations.find(({ tags, steps }) => JSON.stringify({ tags, steps }) === key)!;
      const most = Math.max(...derivations.map(sumOf));
      assertAlmostEquals(sumOf(own), most, 1e-10, `seed ${seed}`);
      if (own.parser < Math.max(...derivations.map(({ parser }) => parser))) others++;
    }
    assert(others > 5);
  });
});

describe("tag-factored", () => {
  it("finds the best sum of emissions, as if nothing else had a score", () => {
    for (const { model, sentence, derivations, seed } of FORESTS) {
      const { derivation } = tagFactored.prepare(model, {})(sentence, newWork());
      const { tags, offsets, emissions } = sentence.slots;
      const sumOf = (own: Int32Array) =>
        own.reduce((sum, tag, word) => {
          const slot = tags.subarray(offsets[word], offsets[word + 1]).indexOf(tag);
          return sum + emissions[offsets[word]! + slot]!;
        }, 0);
      const best = Math.max(...derivations.map((one) => sumOf(one.tags)));
      assertEquals(sumOf(derivation!.tags), best, `seed ${seed}`);
    }
  });
});
