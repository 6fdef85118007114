import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { resolveOptions } from "../../../decoders/chain/options.ts";
import { newWork } from "../../../decoders/contract.ts";
import type { TraceStep } from "../../../decoders/parsing/contract.ts";
import decoder from "../../../decoders/parsing/dual_decomposition.ts";
import { ParseLister, type ScoredBy } from "../../../decoders/parsing/messages/best_parses.ts";
import { Bundle } from "../../../decoders/parsing/messages/bundle.ts";
import { dualAscent, dualBounds } from "../../../decoders/parsing/messages/dual_ascent.ts";
import { largestMultiplier } from "../../../decoders/parsing/model.ts";
import pipeline from "../../../decoders/parsing/pipeline.ts";
import { seededRandom } from "../../../harness/conformance/generators.ts";
import { logSumOf, parsedBy, type SmallForest, smallForests } from "../../helpers/parsing.ts";

const FORESTS = smallForests(200, { coupling: 4 });

describe("dual-decomposition", () => {
  it("is the pipeline in its first iteration", () => {
    for (const small of FORESTS) {
      for (const rule of ["viterbi", "risk"] as const) {
        const first = parsedBy(decoder, small, { iterations: 1, rule, fallback: "last" });
        const baseline = parsedBy(pipeline, small, { rule });
        assertEquals(first.derivation, baseline.derivation!);
        assertEquals(first.objective, baseline.objective);
      }
    }
  });

  it("answers with the best, the last or the parser's derivation where nothing is proven", () => {
    const found = new Set<string>();
    for (const small of FORESTS) {
      const [best, last, parser] = (["best", "last", "parser"] as const)
        .map((fallback) => parsedBy(decoder, small, { iterations: 5, fallback }));
      assert(best!.objective >= Math.max(last!.objective, parser!.objective));
      if (best!.converged) assertEquals(last!.objective, best!.objective);
      if (last!.objective < best!.objective) found.add("last");
      if (parser!.objective < best!.objective) found.add("parser");
    }
    assertEquals(found.size, 2);
  });

  it("has bounds that its multipliers prove, whatever the steps, and proves most", () => {
    const proven = { rises: 0, polyak: 0, bundle: 0 };
    for (const small of FORESTS) {
      const most = Math.max(...small.derivations.map(({ objective }) => objective));
      const boundOf = dualBounds(small.model);
      for (const steps of ["rises", "polyak", "bundle"] as const) {
        const found = parsedBy(decoder, small, { iterations: 50, steps });
        const { objective, bound, proof, converged, beam } = found;
        const where = `seed ${small.seed}, ${steps}`;
        assertEquals(boundOf(small.sentence, beam, proof!), bound, where);
        assert(bound! >= most && most >= objective, where);
        if (converged) assertEquals(objective, most, where);
        proven[steps] += Number(converged);
      }
    }
    for (const count of Object.values(proven)) assert(count > 0.8 * FORESTS.length, `${count}`);
  });

  it("has bounds that hold however long its steps are", () => {
    for (const small of smallForests(20, { unit: 2 ** -10 })) {
      const most = Math.max(...small.derivations.map(({ objective }) => objective));
      assert(parsedBy(decoder, small, { step: 2 ** 48 }).bound! >= most, `seed ${small.seed}`);
    }
  });

  it("traces bounds that fall and answers that rise", () => {
    let iterations = 0;
    for (const { model, sentence } of FORESTS) {
      const steps: TraceStep[] = [];
      const work = newWork();
      const parse = decoder.prepare(model, resolveOptions(decoder));
      const { objective, bound } = parse(sentence, work, (step) => steps.push(step));
      assertEquals(steps.map(({ iteration }) => iteration), steps.map((_, i) => i + 1));
      assertEquals(steps.length, work.iterations);
      steps.slice(1).forEach((step, index) => {
        assert(step.bound! <= steps[index]!.bound! && step.objective >= steps[index]!.objective);
      });
      const { objective: lastObjective, bound: lastBound } = steps.at(-1)!;
      assertEquals([lastObjective, lastBound], [objective, bound]);
      iterations = Math.max(iterations, steps.length);
    }
    assertEquals(iterations, 25);
  });
});

it("dualBounds() loses nothing of the finest scores beside the largest multipliers", () => {
  for (const { model, sentence, seed } of smallForests(40, { unit: 2 ** -34 })) {
    const most = largestMultiplier(model.unit, sentence.length);
    // Of all slots of a word alike: they cancel.
    const bounds = [0, most, -most].map((value) =>
      dualBounds(model)(sentence, 0, sentence.slots.emissions.map(() => value))
    );
    assertEquals(bounds, new Array(3).fill(bounds[0]), `seed ${seed}`);
  }
  assertEquals(largestMultiplier(2 ** -14, 1000), 2 ** 20);
});

it("dualBounds() refuses multipliers that are none", () => {
  const { model, sentence } = FORESTS[0]!;
  const proof = new Float64Array(sentence.slots.tags.length).fill(NaN);
  assertThrows(() => dualBounds(model)(sentence, 0, proof), RangeError, "multipliers");
  assertThrows(() => dualBounds(model)(sentence, 0, proof.slice(1)), RangeError, "multipliers");
  // Beside such, scores are rounded away: 2^60 at each slot would bound everything by about 0.
  for (const odd of [2 ** 60, 0.1]) {
    assertThrows(() => dualBounds(model)(sentence, 0, proof.fill(odd)), RangeError, `with: ${odd}`);
  }
  const none = new Float64Array(proof.length);
  assertThrows(() => dualBounds(model)(sentence, 7, none), RangeError, "steps: 7");
});

const [WORDS, TAGS, STEP] = [3, 4, 0.5];

describe("Bundle", () => {
  it("minimises its model with what it costs to be far from the centre", () => {
    const random = seededRandom(1);
    for (let trial = 0; trial < 20; trial++) {
      const slotOf = (_: unknown, word: number) => word * TAGS + random.integer(0, TAGS - 1);
      const draw = () => ({
        slots: Int32Array.from({ length: WORDS }, slotOf),
        score: random.integer(-8, 8) / 4,
      });
      // Nothing is forgotten of the first two.
      const pairs = [[draw(), draw()], [draw(), draw()]] as const;
      const bundle = new Bundle();
      for (const [parser, tagger] of pairs) bundle.add(parser, tagger);
      const centre = Float64Array.from({ length: WORDS * TAGS }, () => random.integer(-4, 4) / 4);
      const cost = (u: Float64Array) => {
        const best = (part: 0 | 1, sign: number) =>
          Math.max(
            ...pairs.map((pair) =>
              pair[part].slots.reduce((sum, slot) => sum + sign * u[slot]!, pair[part].score)
            ),
          );
        const far = u.reduce((sum, value, slot) => sum + (value - centre[slot]!) ** 2, 0);
        return best(0, -1) + best(1, 1) + far / (2 * STEP);
      };
      const found = bundle.next(centre, STEP, Infinity);
      for (let other = 0; other < 200; other++) {
        const near = found.map((value) => value + (random.integer(-100, 100)) / 1000);
        assert(cost(near) >= cost(found) - 1e-3, `trial ${trial}`);
      }
    }
  });

  it("needs fewer iterations than steps by the last answers alone", () => {
    const mean = (steps: "rises" | "polyak" | "bundle") =>
      FORESTS.reduce((sum, { model, forest, chain }) => {
        const options = { iterations: 50, step: 1, steps };
        return sum + dualAscent(model, forest, chain, options, newWork()).iteration;
      }, 0) / FORESTS.length;
    const [rises, polyak, bundle] = [mean("rises"), mean("polyak"), mean("bundle")];
    assert(bundle < polyak && bundle < rises, `${rises} ${polyak} ${bundle}`);
  });

  it("stays at the centre where both parts have one answer, the same", () => {
    const bundle = new Bundle();
    const slots = Int32Array.of(0, 1);
    bundle.add({ slots, score: 1 }, { slots, score: 2 });
    const found = bundle.next(Float64Array.of(0.5, -0.25), 1, Infinity);
    [0.5, -0.25].forEach((value, slot) => assertAlmostEquals(found[slot]!, value));
  });
});

const LISTED = smallForests(120);
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
      for (const small of LISTED) {
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
      const small = LISTED.find(({ derivations }) =>
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
    const unproven = LISTED.filter((small) => {
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
