import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Random } from "../../../datasets/random.ts";
import { fitsFloat32, partialSumBound } from "../../../decoders/chain/grid.ts";
import { denseForward, denseViterbi, transpose } from "../../../decoders/chain/dense_viterbi.ts";
import { type Decode, newWork } from "../../../decoders/contract.ts";
import { placePanels } from "../../../decoders/kernels/edges/transitions.ts";
import { type Lattice, type Model, scorePath } from "../../../decoders/lattice.ts";
import { DenseForwardKernel } from "../../../decoders/kernels/dense/forward.ts";
import { placedViterbi } from "../../../decoders/kernels/dense/dense_viterbi.ts";
import { kernelCases } from "../../helpers/kernel_cases.ts";
import { draw } from "../../helpers/problems.ts";

function answer(decode: Decode, lattice: Lattice) {
  const work = newWork();
  return { paths: decode(lattice, 1, work).paths, work };
}

/** Both ends may find another one of several best paths. */
function assertAsGood(model: Model, lattice: Lattice, ends: "left" | "both", title = ""): void {
  const expected = answer(denseViterbi(model), lattice);
  const found = answer(placedViterbi(model, ends), lattice);
  assertEquals(found.work, expected.work, title);
  assertEquals(found.paths[0]?.score, expected.paths[0]?.score, title);
  for (const path of found.paths) assertEquals(scorePath(model, lattice, path.labels), path.score);
}

describe("DenseKernels", () => {
  it("give α of the plain path to the last bit", () => {
    for (const { model, lattice, simd: { arena, placement, own }, title } of kernelCases()) {
      const { labelCount, transitions } = model;
      const alpha = new Float64Array(lattice.emissions.length);
      denseForward(transpose(transitions, labelCount), labelCount, lattice, alpha);
      const forward = new DenseForwardKernel(
        labelCount,
        placement,
        placePanels(arena, labelCount, model.transitions),
      );
      forward.run(own, lattice.length);
      for (let t = 0; t < lattice.length; t++) {
        const row = alpha.subarray(t * labelCount, (t + 1) * labelCount);
        assertEquals(Float64Array.from(forward.row(t)), row, title);
      }
    }
  });

  it("find the path of the plain path from the left, by the same work", () => {
    for (const { model, lattice, title } of kernelCases()) {
      const expected = answer(denseViterbi(model), lattice);
      assertEquals(answer(placedViterbi(model, "left"), lattice), expected, title);
    }
  });

  it("find as good a path from both ends, by the same work", () => {
    for (const { model, lattice, title } of kernelCases()) {
      assertAsGood(model, lattice, "both", title);
    }
  });

  for (const ends of ["left", "both"] as const) {
    it(`add in float32 what barely fits 24 bits, from ${ends}, whatever its sign`, () => {
      const random = new Random(20261121, 6);
      for (const labelCount of [1, 16, 17, 100]) {
        for (const length of [1, 2, 3, 8]) {
          const most = Math.floor((2 ** 23 - 1) / (2 * length - 1));
          assert(fitsFloat32(partialSumBound(length, most, most), 0));
          for (
            const [least, range] of [[-most, 2 * most + 1], [most - 1, 2], [-most, 2]] as const
          ) {
            const score = () => random.uniform() < 0.1 ? -Infinity : least + random.integer(range);
            const [model, lattice] = draw(labelCount, length, score);
            assertAsGood(model, lattice, ends);
          }
        }
      }
    });
  }
});
