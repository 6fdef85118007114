import { assert, assertAlmostEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { seededRandom } from "../../../../harness/conformance/generators.ts";
import { newWork } from "../../../../decoders/contract.ts";
import { Bundle } from "../../../../decoders/parsing/messages/bundle.ts";
import { dualAscent } from "../../../../decoders/parsing/messages/dual_ascent.ts";
import { smallForests } from "../../../helpers/parsing.ts";

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
    const mean = (steps: "rises" | "polyak" | "bundle") => {
      const forests = smallForests(300, { coupling: 4 });
      return forests.reduce((sum, { model, forest, chain }) => {
        const options = { iterations: 50, step: 1, steps };
        return sum + dualAscent(model, forest, chain, options, newWork()).iteration;
      }, 0) / forests.length;
    };
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
