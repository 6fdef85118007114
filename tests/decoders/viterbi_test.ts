import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import viterbi from "../../decoders/viterbi.ts";
import { Random } from "../../datasets/random.ts";
import { draw, LATTICE, measured, MODEL } from "../helpers/problems.ts";

describe("viterbi", () => {
  it("counts (T−1)·L² edges and one iteration when k is 1", () => {
    const { work } = measured(viterbi, [MODEL, LATTICE]);
    assertEquals(work, { iterations: 1, nodeExpansions: 3, edgeEvaluations: 9 });
  });

  it("gives the same paths and work when its loop is a textbook's", () => {
    const draws = [(random: Random) => random.integer(3), (random: Random) => random.uniform()];
    for (const [exactness, drawn] of draws.entries()) {
      for (let seed = 0; seed < 200; seed++) {
        const random = new Random(seed);
        const [labelCount, length] = [1 + random.integer(9), 1 + random.integer(6)];
        const score = () => random.integer(5) === 0 ? -Infinity : drawn(random);
        const problem = draw(labelCount, length, score, exactness === 0);
        for (const k of [1, 3]) {
          const [lean, textbook] = (["lean", "textbook"] as const)
            .map((loop) => measured(viterbi, problem, { loop }, k));
          assertEquals(textbook, lean, `seed ${seed}`);
        }
      }
    }
  });

  it("takes the smallest labels when all scores are equal", () => {
    for (const k of [1, 2]) {
      const [best] = measured(viterbi, draw(3, 3, () => 0), {}, k).paths;
      assertEquals([...best!.labels], [0, 0, 0]);
    }
  });
});
