import { assert, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { newWork } from "../../../decoders/contract.ts";
import { countMatches } from "../../../decoders/parsing/forest/matches.ts";
import type { Derivation, GoldParse } from "../../../decoders/parsing/model.ts";
import oracle from "../../../decoders/parsing/oracle.ts";
import { type SmallForest, smallForests } from "../../helpers/parsing.ts";

const FORESTS = smallForests(200).filter(({ forest }) => forest.length > 1);

function fScore({ model }: SmallForest, gold: GoldParse, derivation: Derivation): number {
  const { matched, predicted, gold: count } = countMatches(model, gold, derivation);
  return 2 * matched / (predicted + count);
}

/** Right spans: those of a derivation, some of them twice, and one that there is not. */
function goldOf({ derivations, model, seed, forest }: SmallForest): GoldParse {
  const { tags, steps } = derivations[seed % derivations.length]!;
  const spans: number[] = [0, forest.length, 99];
  for (let i = 0; i < steps.length; i += 4) {
    const span = [steps[i]!, steps[i + 2]!, model.symbolCategories![model.parent[steps[i + 3]!]!]!];
    spans.push(...span, ...(seed % 3 === 0 ? span : []));
  }
  return { tags, spans: Int32Array.from(spans) };
}

describe("oracle", () => {
  it("finds the best and the worst F of all derivations", () => {
    let different = 0;
    for (const small of FORESTS) {
      const { model, sentence, derivations, seed } = small;
      const gold = goldOf(small);
      const all = derivations.map((one) => fScore(small, gold, one));
      for (const goal of ["best", "worst"] as const) {
        const parse = oracle.prepare(model, { goal });
        const { derivation } = parse({ ...sentence, gold }, newWork());
        const expected = goal === "best" ? Math.max(...all) : Math.min(...all);
        assertEquals(fScore(small, gold, derivation!), expected, `seed ${seed}, ${goal}`);
      }
      if (new Set(all).size > 2) different++;
    }
    assert(different > 10);
  });

  it("does not count a span twice that is right once", () => {
    const { model } = FORESTS[0]!;
    const own = {
      ...model,
      left: Int32Array.of(0, 0),
      right: Int32Array.of(0, -1),
      parent: Int32Array.of(0, 1),
      symbolCategories: Int32Array.of(7, 7),
    };
    const derivation = { tags: Int32Array.of(0, 0), steps: Int32Array.of(0, 1, 2, 0, 0, -1, 2, 1) };
    const tags = Int32Array.of(0, -1);
    const counted = (spans: number[]) =>
      countMatches(own, { tags, spans: Int32Array.from(spans) }, derivation);
    assertEquals(counted([0, 2, 7]), { matched: 2, predicted: 4, gold: 3 });
    assertEquals(counted([0, 2, 7, 0, 2, 7]), { matched: 3, predicted: 4, gold: 4 });
    assertEquals(counted([0, 1, 7]), { matched: 1, predicted: 4, gold: 2 });
  });

  it("refuses sentences and models without what it compares with", () => {
    const { model, sentence } = FORESTS[0]!;
    const { gold: _, ...unknown } = sentence;
    const run = () => oracle.prepare(model, { goal: "best" })(unknown, newWork());
    assertThrows(run, RangeError, "no right analysis");
    const { symbolCategories: __, ...bare } = model;
    const compare = () => oracle.prepare(bare, { goal: "best" })(sentence, newWork());
    assertThrows(compare, RangeError, "no categories");
  });
});
