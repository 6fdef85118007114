import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { resolveOptions } from "../../../decoders/chain/options.ts";
import { newWork } from "../../../decoders/contract.ts";
import decoder from "../../../decoders/parsing/belief_propagation.ts";
import { UNARY } from "../../../decoders/parsing/model.ts";
import { enumerateDerivations } from "../../../harness/conformance/parsing/enumerate.ts";
import { parsingInstance } from "../../../harness/conformance/parsing/generators.ts";
import { ALL, logSumsOf, smallForests } from "../../helpers/parsing.ts";

describe("belief-propagation", () => {
  it("is exact with a grammar that derives every string of tags once", () => {
    for (const { model, sentence, derivations, seed } of indifferentForests()) {
      const options = resolveOptions(decoder, { iterations: 1 });
      const { beliefs } = decoder.prepare(model, options)(sentence, newWork());
      const ids = sentence.slots.tags.keys();
      const { total, slots } = logSumsOf(derivations, ({ objective }) => objective, ids);
      slots.forEach((sum, slot) => {
        assertAlmostEquals(beliefs![slot]!, Math.exp(sum - total), 1e-10, `seed ${seed}`);
      });
    }
  });

  it("stops when no belief changes by the tolerance", () => {
    const deltas = [2, 6].map((tolerance) => {
      let iterations = 0;
      for (const { model, sentence } of smallForests(60)) {
        const steps: number[] = [];
        const options = resolveOptions(decoder, { tolerance });
        const parse = decoder.prepare(model, options);
        const work = newWork();
        const { converged } = parse(sentence, work, ({ delta }) => steps.push(delta!));
        assertEquals(steps.findIndex((delta) => delta < 10 ** -tolerance) >= 0, converged);
        iterations += work.iterations;
      }
      return iterations;
    });
    assert(deltas[0]! < deltas[1]!);
  });

  it("refuses to damp messages away, or more of the tagger than there is", () => {
    const { model } = parsingInstance(1);
    const options = resolveOptions(decoder, { damping: 100 });
    assertThrows(() => decoder.prepare(model, options), RangeError, "99 percent: 100");
    const heavy = resolveOptions(decoder, { reweighted: 101 });
    assertThrows(() => decoder.prepare(model, heavy), RangeError, "100 percent: 101");
  });
});

/** Sentences whose every tag sequence has one derivation, and all of these the same rule scores. */
function indifferentForests() {
  return smallForests(20, { length: 4 }).map(({ seed }) => {
    const { model, sentence } = parsingInstance(seed, { length: 4, space: ALL });
    const zeros = (size: number) => new Float64Array(size);
    const flat = {
      ...model,
      symbolCount: 2,
      tagSymbols: new Int32Array(model.tagCount),
      // Left-branching: a word becomes a phrase by a unary rule, and takes words from its right.
      left: Int32Array.of(0, 1),
      right: Int32Array.of(UNARY, 0),
      parent: Int32Array.of(1, 1),
      ruleScores: zeros(2),
      lengthScores: zeros(16),
      childLengthScores: zeros(128),
      rootScores: Float64Array.of(-Infinity, 0),
    };
    const plain = { ...sentence, addBoundaryScores() {} };
    return {
      seed,
      model: flat,
      sentence: plain,
      derivations: enumerateDerivations(flat, plain, 0)!,
    };
  });
}
