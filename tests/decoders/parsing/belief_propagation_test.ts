import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { resolveOptions } from "../../../decoders/chain/options.ts";
import { newWork } from "../../../decoders/contract.ts";
import decoder from "../../../decoders/parsing/belief_propagation.ts";
import {
  type Beliefs,
  betheLogPartition,
  loopyBeliefs,
} from "../../../decoders/parsing/messages/loopy_beliefs.ts";
import {
  type ReweightedBeliefs,
  reweightedBeliefs,
} from "../../../decoders/parsing/messages/reweighted_beliefs.ts";
import { UNARY } from "../../../decoders/parsing/model.ts";
import { enumerateDerivations } from "../../../harness/conformance/parsing/enumerate.ts";
import { parsingInstance } from "../../../harness/conformance/parsing/generators.ts";
import {
  logSumOf,
  logSumsOf,
  modelOfRules,
  parsedBy,
  type SmallForest,
  smallForests,
} from "../../helpers/parsing.ts";

describe("belief-propagation", () => {
  it("is exact with a grammar that derives every string of tags once", () => {
    for (const { derivations, seed, ...instance } of indifferentForests()) {
      const { beliefs } = parsedBy(decoder, instance, { iterations: 1 });
      const ids = instance.sentence.slots.tags.keys();
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
    const one = parsingInstance(1);
    const [damped, heavy] = [{ damping: 100 }, { reweighted: 101 }];
    assertThrows(() => parsedBy(decoder, one, damped), RangeError, "99 percent: 100");
    assertThrows(() => parsedBy(decoder, one, heavy), RangeError, "100 percent: 101");
  });
});

/** Sentences whose every tag sequence has one derivation, and all of these the same rule scores. */
function indifferentForests() {
  return smallForests(20, { length: 4 }).map(({ seed, model, sentence }) => {
    // Left-branching: a word becomes a phrase by a unary rule, and takes words from its right.
    const rules = modelOfRules([[0, UNARY, 1], [1, 0, 1]], [-Infinity, 0], model.tagCount);
    const flat = { ...rules, unit: model.unit, transitions: model.transitions };
    const plain = { ...sentence, addBoundaryScores() {} };
    const derivations = enumerateDerivations(flat, plain, 0)!;
    return { seed, model: flat, sentence: plain, derivations };
  });
}

const OPTIONS = { iterations: 200, tolerance: 1e-12, damping: 0 };

function beliefsOf({ forest, chain }: SmallForest, iterations = OPTIONS.iterations): Beliefs {
  const weights = new Float64Array(forest.left.length);
  return loopyBeliefs(forest, chain, { ...OPTIONS, iterations }, newWork(), weights);
}

/** Checks beliefs and the Bethe free energy against all derivations. */
function assertExact(small: SmallForest, beliefs: Beliefs): void {
  const { forest, derivations, chain, seed } = small;
  const { ids } = forest.slots;
  const { total, slots } = logSumsOf(derivations, ({ objective }) => objective, ids);
  slots.forEach((through, slot) => {
    const share = Math.exp(through - total);
    assertAlmostEquals(beliefs.slots[slot]!, share, 1e-10, `seed ${seed}`);
  });
  const estimate = betheLogPartition(forest, chain, beliefs);
  assertAlmostEquals(estimate, total, 1e-8, `seed ${seed}`);
}

describe("loopyBeliefs()", () => {
  it("is exact in the first round when nothing is coupled", () => {
    const forests = smallForests(150, { coupling: 0 });
    assert(forests.length > 40);
    for (const small of forests) assertExact(small, beliefsOf(small, 1));
  });

  it("is exact when one word at most is ambiguous", () => {
    const forests = smallForests(300).filter(({ forest: { slots: { offsets }, length } }) =>
      Array.from({ length }, (_, i) => offsets[i + 1]! - offsets[i]!)
        .filter((size) => size > 1).length <= 1
    );
    assert(forests.length > 10);
    for (const small of forests) assertExact(small, beliefsOf(small));
  });

  it("takes no notice of a constant that a word's emissions get", () => {
    for (const small of smallForests(40)) {
      const { forest, forest: { slots } } = small;
      const moved = slots.emissions.map((score, i) => i < slots.offsets[1]! ? score + 64 : score);
      const other = { ...forest, slots: { ...slots, emissions: moved } };
      const [one, two] = [forest, other].map((forest) => beliefsOf({ ...small, forest }, 3));
      one!.slots.forEach((belief, slot) => assertAlmostEquals(belief, two!.slots[slot]!, 1e-9));
    }
  });

  it("gives probabilities, settled or not", () => {
    let settled = 0;
    const forests = smallForests(150);
    for (const small of forests) {
      const beliefs = beliefsOf(small);
      const { offsets } = small.forest.slots;
      for (let word = 0; word < small.forest.length; word++) {
        const row = beliefs.slots.subarray(offsets[word], offsets[word + 1]);
        assertAlmostEquals(row.reduce((sum, belief) => sum + belief, 0), 1, 1e-12);
      }
      if (beliefs.isConverged) settled++;
      else assertEquals(beliefs.iteration, OPTIONS.iterations);
    }
    assert(settled > forests.length / 2);
  });
});

const COUPLED = smallForests(200, { coupling: 4 });
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
      for (const small of COUPLED) {
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
      assert(settled > 0.9 * COUPLED.length, `${settled} of ${COUPLED.length}`);
      return gap / COUPLED.length;
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

const FORESTS = smallForests(60, { length: 4 });

/** Every choice of a slot a word, with its score. */
function allTags({ forest, chain }: SmallForest): { slots: Int32Array; score: number }[] {
  const { offsets, emissions } = forest.slots;
  let paths: number[][] = [[]];
  for (let word = 0; word < forest.length; word++) {
    const own = [...emissions.keys()].slice(offsets[word], offsets[word + 1]);
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
      emissions.forEach((_, slot) => {
        const through = paths.filter((path) => path.slots.includes(slot));
        assertEquals(marginals[slot], Math.max(...through.map((path) => path.score)));
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
