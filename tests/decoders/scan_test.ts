import { assertEquals, assertLessOrEqual } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { prepared } from "../../decoders/tagging/prepared.ts";
import scan from "../../decoders/scan.ts";
import viterbi from "../../decoders/viterbi.ts";
import { draw, measured } from "../helpers/problems.ts";
import { Random } from "../../datasets/random.ts";

const SEED = 20261122;

describe("scan", () => {
  it("gives the path of dense Viterbi, ties included, with two leaves and with all", () => {
    const random = new Random(SEED);
    for (let i = 0; i < 300; i++) {
      const [labelCount, length] = [1 + random.integer(5), 1 + random.integer(9)];
      const score = () => random.uniform() < 0.15 ? -Infinity : random.integer(3);
      const [model, lattice] = draw(labelCount, length, score);
      const expected = prepared(viterbi, model)(lattice).paths;
      for (const leaves of ["two", "all"] as const) {
        assertEquals(prepared(scan, model, { leaves })(lattice).paths, expected, `${leaves}, ${i}`);
      }
    }
  });

  it("does Viterbi's work with two leaves, and L times that, in a tree, with all", () => {
    const random = new Random(SEED);
    const [labelCount, length] = [6, 20];
    const problem = draw(labelCount, length, () => random.integer(9));
    assertEquals(measured(scan, problem).work, measured(viterbi, problem).work);
    const { work } = measured(scan, problem, { leaves: "all" });
    assertEquals(work.iterations, Math.ceil(Math.log2(length)));
    assertEquals(
      work.edgeEvaluations,
      (length - 2) * labelCount ** 3 + (length - 1) * labelCount ** 2,
    );
  });

  it("takes two leaves above 64 labels", () => {
    const { work } = measured(scan, draw(65, 4, () => 0), { leaves: "all" });
    assertLessOrEqual(work.edgeEvaluations, 3 * 65 ** 2);
  });
});
