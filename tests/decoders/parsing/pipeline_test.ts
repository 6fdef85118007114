import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { newWork } from "../../../decoders/contract.ts";
import { type ParsingModel, type ParsingSentence, UNARY } from "../../../decoders/parsing/model.ts";
import pipeline from "../../../decoders/parsing/pipeline.ts";
import tagFactored from "../../../decoders/parsing/tag_factored.ts";
import type { Enumerated } from "../../../harness/conformance/parsing/enumerate.ts";
import { ALL, logSumOf, type SmallForest, smallForests } from "../../helpers/parsing.ts";

const FORESTS = smallForests(150);

/** The items of a derivation by name, its leaves as slots, and how many unary steps it takes. */
function itemsOf({ model }: SmallForest, { steps, slots, tags }: Enumerated) {
  const items = slots.map((slot, word) => `slot ${slot} ${tags[word]}`);
  let unarySteps = 0;
  for (let i = 0; i < steps.length; i += 4) {
    const [start, split, end, rule] = steps.subarray(i, i + 4);
    items.push(`${start} ${end} ${model.parent[rule!]}`);
    if (split === -1) unarySteps++;
  }
  return { items, unarySteps };
}

/** A word that is a root as it is, and a root by a unary step that scores this much. */
function oneWord(unaryScore: number): { model: ParsingModel; sentence: ParsingSentence } {
  const zeros = (length: number) => new Float64Array(length);
  return {
    model: {
      tagCount: 1,
      symbolCount: 2,
      unit: 1,
      tagSymbols: Int32Array.of(0),
      left: Int32Array.of(0),
      right: Int32Array.of(UNARY),
      parent: Int32Array.of(1),
      ruleScores: Float64Array.of(unaryScore),
      lengthScores: zeros(8),
      childLengthScores: zeros(64),
      rootScores: zeros(2),
      transitions: zeros(1),
    },
    sentence: {
      length: 1,
      slots: {
        offsets: Int32Array.of(0, 1),
        tags: Int32Array.of(0),
        emissions: zeros(1),
        leafScores: zeros(1),
      },
      levels: { 20: new Uint8Array(1), 150: new Uint8Array(1) },
      space: ALL,
      addBoundaryScores() {},
    },
  };
}

describe("pipeline", () => {
  it("takes a unary step with rule=risk only if it is rather right than wrong", () => {
    const unarySteps = [-3, 3].map((score) => {
      const { model, sentence } = oneWord(score);
      const { derivation } = pipeline.prepare(model, { rule: "risk" })(sentence, newWork());
      return derivation!.steps.length / 4;
    });
    assertEquals(unarySteps, [0, 1]);
  });

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
        for (const item of itemsOf(small, one).items) {
          expected.set(item, (expected.get(item) ?? 0) + Math.exp(one.parser - total));
        }
      }
      const sumOf = (one: Enumerated) => {
        const { items, unarySteps } = itemsOf(small, one);
        return items.reduce((sum, item) => sum + expected.get(item)!, -unarySteps / 2);
      };
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
