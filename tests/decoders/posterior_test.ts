import { assertAlmostEquals, assertEquals, assertGreater } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { prepared } from "../../decoders/tagging/prepared.ts";
import posterior from "../../decoders/posterior.ts";
import { toNumber } from "../../harness/conformance/big_float.ts";
import { exactPaths } from "../../harness/conformance/exact_paths.ts";
import { probabilityCases } from "../helpers/probability_cases.ts";
import { measured, problemOf } from "../helpers/problems.ts";

describe("posterior", () => {
  it("finds the allowed path with the largest sum of marginals", () => {
    for (const { model, lattice, title } of probabilityCases(60)) {
      const exact = exactPaths(model, lattice);
      for (const kernel of ["plain", "simd"] as const) {
        const [found] = prepared(posterior, model, { kernel })(lattice).paths;
        if (exact === undefined) {
          assertEquals(found, undefined, title);
          continue;
        }
        const worth = (labels: ArrayLike<number>) =>
          Array.from(labels).reduce(
            (sum, y, t) => sum + toNumber(exact.nodes[t * model.labelCount + y]!),
            0,
          );
        const most = Math.max(
          ...[...exact.paths.keys()].map((path) => worth(path.split(",").map(Number))),
        );
        assertGreater(found!.score, -Infinity, title);
        assertAlmostEquals(worth(found!.labels), most, 1e-9, title);
      }
    }
  });

  it("is another path than the best one where many others agree", () => {
    // 00 is the best path; three others that begin with 1 weigh more together.
    const transitions = [[0.5, -9, -9], [0, 0, 0], [-9, -9, -9]];
    const [found] = measured(posterior, problemOf(transitions, [[0, 0, -9], [0, 0, 0]])).paths;
    assertEquals(found!.labels[0], 1);
  });
});
