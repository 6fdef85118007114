import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { resolveOptions } from "../../../decoders/chain/options.ts";
import { newWork } from "../../../decoders/contract.ts";
import type { TraceStep } from "../../../decoders/parsing/contract.ts";
import decoder from "../../../decoders/parsing/dual_decomposition.ts";
import { Bundle } from "../../../decoders/parsing/messages/bundle.ts";
import { dualAscent, dualBounds } from "../../../decoders/parsing/messages/dual_ascent.ts";
import pipeline from "../../../decoders/parsing/pipeline.ts";
import { seededRandom } from "../../../harness/conformance/generators.ts";
import { smallForests } from "../../helpers/parsing.ts";

const FORESTS = smallForests(200, { coupling: 4 });

describe("dual-decomposition", () => {
  it("is the pipeline in its first iteration", () => {
    for (const { model, sentence } of FORESTS) {
      for (const rule of ["viterbi", "risk"] as const) {
        const options = resolveOptions(decoder, { iterations: 1, rule, fallback: "last" });
        const { derivation, objective } = decoder.prepare(model, options)(sentence, newWork());
        const baseline = pipeline.prepare(model, { rule })(sentence, newWork());
        assertEquals({ derivation, objective }, {
          derivation: baseline.derivation!,
          objective: baseline.objective,
        });
      }
    }
  });

  it("answers with the best, the last or the parser's derivation where nothing is proven", () => {
    const found = new Set<string>();
    for (const { model, sentence } of FORESTS) {
      const [best, last, parser] = (["best", "last", "parser"] as const).map((fallback) => {
        const options = resolveOptions(decoder, { iterations: 5, fallback });
        return decoder.prepare(model, options)(sentence, newWork());
      });
      assert(best!.objective >= Math.max(last!.objective, parser!.objective));
      if (best!.converged) assertEquals(last!.objective, best!.objective);
      if (last!.objective < best!.objective) found.add("last");
      if (parser!.objective < best!.objective) found.add("parser");
    }
    assertEquals(found.size, 2);
  });

  it("has bounds that its multipliers prove, whatever the steps, and proves most", () => {
    const proven = { rises: 0, polyak: 0, bundle: 0 };
    for (const { model, sentence, derivations, seed } of FORESTS) {
      const most = Math.max(...derivations.map(({ objective }) => objective));
      const boundOf = dualBounds(model);
      for (const steps of ["rises", "polyak", "bundle"] as const) {
        const options = resolveOptions(decoder, { iterations: 50, steps });
        const { objective, bound, proof, converged, beam } = decoder.prepare(model, options)(
          sentence,
          newWork(),
        );
        const where = `seed ${seed}, ${steps}`;
        assertEquals(boundOf(sentence, beam, proof!), bound, where);
        assert(bound! >= most && most >= objective, where);
        if (converged) assertEquals(objective, most, where);
        proven[steps] += Number(converged);
      }
    }
    for (const count of Object.values(proven)) assert(count > 0.8 * FORESTS.length, `${count}`);
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

describe("dualBounds()", () => {
  it("refuses multipliers that are none", () => {
    const { model, sentence } = FORESTS[0]!;
    const proof = new Float64Array(sentence.slots.tags.length).fill(NaN);
    assertThrows(() => dualBounds(model)(sentence, 0, proof), RangeError, "multipliers");
    assertThrows(() => dualBounds(model)(sentence, 0, proof.slice(1)), RangeError, "multipliers");
    const none = new Float64Array(proof.length);
    assertThrows(() => dualBounds(model)(sentence, 7, none), RangeError, "steps: 7");
  });
});

const [WORDS, TAGS, STEP] = [3, 4, 0.5];

describe("Bundle", () => {
  it("minimises its model with what it costs to be far from the centre", () => {
    const random = seededRandom(1);
    for (let trial = 0; trial < 20; trial++) {
      const draw = () => ({
        slots: Int32Array.from(
          { length: WORDS },
          (_, word) => word * TAGS + random.integer(0, TAGS - 1),
        ),
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
    found.forEach((value, slot) => assertAlmostEquals(value, [0.5, -0.25][slot]!));
  });
});
