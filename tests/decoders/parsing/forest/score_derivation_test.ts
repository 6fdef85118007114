import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { scoreDerivation } from "../../../../decoders/parsing/forest/score_derivation.ts";
import { UNARY } from "../../../../decoders/parsing/model.ts";
import { enumerateDerivations } from "../../../../harness/conformance/parsing/enumerate.ts";
import { parsingInstance } from "../../../../harness/conformance/parsing/generators.ts";

const SEEDS = Array.from({ length: 200 }, (_, seed) => seed);

describe("scoreDerivation()", () => {
  it("scores what the enumerator lists as the enumerator does", () => {
    let compared = 0;
    let unary = 0;
    for (const seed of SEEDS) {
      const { model, sentence } = parsingInstance(seed);
      for (const one of enumerateDerivations(model, sentence, 0)?.slice(0, 20) ?? []) {
        const { objective, parser, tagger } = one;
        const score = scoreDerivation(model, sentence, one, 0);
        assertEquals(score, { objective, parser, tagger }, `seed ${seed}`);
        compared++;
        if (one.steps.some((value, index) => index % 4 === 1 && value === UNARY)) unary++;
      }
    }
    assertEquals([compared > 500, unary > 100], [true, true]);
  });

  it("refuses what is no derivation, with the reason", () => {
    const { model, sentence, derivation } = example();
    const { tags, steps } = derivation;
    const refused = (changed: { tags?: Int32Array; steps?: Int32Array }, reason: string) => {
      const call = () => scoreDerivation(model, sentence, { ...derivation, ...changed }, 0);
      assertThrows(call, RangeError, reason);
    };
    refused({ tags: tags.slice(1) }, "2 tags for 3 words");
    refused({ tags: tags.map(() => 99) }, "tag 99 is not permitted at word 0");
    refused({ steps: steps.slice(1) }, "not four each");
    refused({ steps: steps.slice(4) }, "needs symbol");
    refused({ steps: steps.slice(0, -4) }, "leave 2 parts");
    refused({ steps: changed(steps, 3, 1e6) }, "a rule that there is not");
    refused({ steps: changed(steps, 2, 9) }, "not within 3 words");
    refused({ steps: changed(steps, 1, -1) }, "a wrong split");
    const rootless = { ...model, rootScores: model.rootScores.map(() => -Infinity) };
    assertThrows(() => scoreDerivation(rootless, sentence, derivation, 0), RangeError, "no root");
  });
});

/** A sentence of three words with a derivation of two binary steps. */
function example() {
  for (let seed = 0;; seed++) {
    const { model, sentence } = parsingInstance(seed, { length: 3 });
    const found = enumerateDerivations(model, sentence, 0) ?? [];
    const derivation = found.find(({ steps }) => steps.length === 8);
    if (sentence.length === 3 && derivation !== undefined) return { model, sentence, derivation };
  }
}

function changed(steps: Int32Array, index: number, value: number): Int32Array {
  const copy = steps.slice();
  copy[index] = value;
  return copy;
}
