import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { prepared } from "../../../../decoders/tagging/prepared.ts";
import { newWork } from "../../../../decoders/contract.ts";
import viterbiWithKernels from "../../../../decoders/kernels/dense/viterbi.ts";
import viterbi from "../../../../decoders/viterbi.ts";
import { kernelCases } from "../../../helpers/kernel_cases.ts";

describe("viterbi", () => {
  it("refuses kernel=simd where its extension is not imported", () => {
    for (const { model } of kernelCases()) {
      const error = assertThrows(() => prepared(viterbi, model, { kernel: "simd" }), TypeError);
      assertEquals(error.message.includes("kernels/dense/viterbi.ts"), true);
      return;
    }
  });
});

describe("viterbiWithKernels", () => {
  it("finds with kernel=simd what viterbi finds, by the same work, for one path and for many", () => {
    for (const { model, lattice, title } of kernelCases()) {
      for (const k of [1, 4]) {
        const [plain, simd] = [newWork(), newWork()];
        const expected = prepared(viterbi, model)(lattice, k, plain);
        const options = { kernel: "simd", ends: "left" } as const;
        assertEquals(
          prepared(viterbiWithKernels, model, options)(lattice, k, simd),
          expected,
          title,
        );
        assertEquals(simd, plain, title);
      }
    }
  });

  it("leaves structured transitions to viterbi", () => {
    const components = Int32Array.of(0, 1);
    const transitions = Float64Array.of(0, 1, 2, 3);
    const model = {
      labelCount: 2,
      transitions,
      exactSums: true,
      float32Exact: true,
      structure: [
        { size: 2, components, transitions },
        { size: 1, components: Int32Array.of(0, 0), transitions: Float64Array.of(0) },
      ],
    } as const;
    const lattice = { length: 3, emissions: Float64Array.of(5, 0, 0, 7, 1, 0) };
    const [plain, simd] = [newWork(), newWork()];
    const structured = { transitions: "structured" } as const;
    const expected = prepared(viterbi, model, structured)(lattice, 1, plain);
    const options = { ...structured, kernel: "simd" } as const;
    assertEquals(prepared(viterbiWithKernels, model, options)(lattice, 1, simd), expected);
    assertEquals(simd, plain);
  });
});
