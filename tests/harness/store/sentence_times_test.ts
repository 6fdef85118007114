import { assert } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { makePlan } from "../../../harness/plan/plan.ts";
import { timesSentences } from "../../../harness/store/sentence_times.ts";

describe("timesSentences()", () => {
  it("chooses decoders with their defaults at k = 1 on real tasks", async () => {
    const { datasets } = await makePlan({ suite: "quick", datasets: ["ewt_pos45"], sentences: 2 });
    const cells = datasets.flatMap(({ cells }) => cells)
      .map(({ name: decoder, role, variant, k }) => {
        const { name: decoder_base } = variant.decoder;
        return { problem: "sequence", family: "real", decoder, decoder_base, role, k };
      });
    const chosen = cells.filter(timesSentences);
    assert(chosen.length > 5 && chosen.length < cells.length / 2);
    for (const { decoder, k } of chosen) {
      assert(k === 1 && !decoder.includes("{") && decoder !== "control", decoder);
    }
    assert(!cells.some((cell) => timesSentences({ ...cell, family: "hmm" })));
  });
});
