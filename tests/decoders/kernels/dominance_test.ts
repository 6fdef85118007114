import { assertEquals, assertLess } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Random } from "../../../datasets/random.ts";
import type { Lattice, Model } from "../../../decoders/lattice.ts";
import { dominanceSweeps } from "../../helpers/dominance_sweeps.ts";
import { draw, kernelCases, placed } from "../../helpers/kernel_cases.ts";

describe("DominanceKernels", () => {
  for (const bound of ["pair", "row", "rented"] as const) {
    for (const byRow of [true, false]) {
      it(`keep what their plain twins keep, by the same work; ${bound}, by row: ${byRow}`, () => {
        for (const { model, lattice, simd, plain, title } of kernelCases()) {
          const tolerance = model.exactSums ? 0 : 1e-9;
          const [found, expected] = [simd, plain].map((side) =>
            dominanceSweeps(side, model, lattice.length, tolerance, bound, byRow)
          );
          assertEquals(found, expected, title);
        }
      });
    }
  }

  it("take the dense step when nothing can be passed over, and only then", () => {
    const random = new Random(20261121, 2);
    const share = ([model, lattice]: [Model, Lattice]) =>
      dominanceSweeps(placed("simd", model, lattice), model, lattice.length, 0, "pair", true)[0]!
        .work.edgeEvaluations / ((lattice.length - 1) * model.labelCount ** 2);
    assertLess(0.9, share(draw(100, 4, () => random.integer(2))));
    const [model] = draw(100, 4, () => random.integer(2));
    const [, lattice] = draw(100, 4, () => random.integer(1000));
    assertLess(share([model, lattice]), 0.1);
  });
});
