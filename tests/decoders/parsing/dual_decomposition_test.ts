import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { resolveOptions } from "../../../decoders/chain/options.ts";
import { newWork } from "../../../decoders/contract.ts";
import type { TraceStep } from "../../../decoders/parsing/contract.ts";
import decoder from "../../../decoders/parsing/dual_decomposition.ts";
import pipeline from "../../../decoders/parsing/pipeline.ts";
import { dualBounds } from "../../../decoders/parsing/messages/dual_ascent.ts";
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
