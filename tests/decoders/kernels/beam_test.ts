import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { plainBeam } from "../../../decoders/chain/beam.ts";
import { placedBeam } from "../../../decoders/placed/beam.ts";
import { kernelCases } from "../../helpers/kernel_cases.ts";

/** One label, fewer than a vector has lanes, more, and all. */
const BEAM_WIDTHS = [1, 2, 3, 5, 20, Infinity];

describe("BeamKernels", () => {
  it("keep the labels of the plain path and find its best path", () => {
    for (const { model, lattice, title } of kernelCases()) {
      for (const widest of BEAM_WIDTHS) {
        const width = Math.min(widest, model.labelCount);
        const [simd, plain] = [placedBeam, plainBeam].map((open) => {
          const beam = open(model, width);
          beam.sweep(lattice);
          const kept = Array.from({ length: lattice.length }, (_, t) => [...beam.keptAt(t)]);
          const { score, labels } = beam.backtrack(lattice.length);
          return { kept, score, labels: score > -Infinity ? labels : undefined };
        });
        assertEquals(simd, plain, `${title}, width ${width}`);
      }
    }
  });
});
