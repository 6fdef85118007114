import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { KernelKind } from "../../../decoders/kernels/arena.ts";
import type { Lattice, Model } from "../../../decoders/lattice.ts";
import { newWork } from "../../../decoders/contract.ts";
import type { Arithmetic } from "../../../decoders/probability/estimate.ts";
import { openSums } from "../../../decoders/probability/open_sums.ts";
import { kernelCases } from "../../helpers/kernel_cases.ts";

/** Everything that sums over paths are made of and give. */
function everything(
  model: Model,
  lattice: Lattice,
  arithmetic: Arithmetic,
  kernel: KernelKind,
  entries?: Int32Array,
) {
  const sums = openSums(model, { arithmetic, kernel }, entries);
  const work = newWork();
  const sum = sums.forward(lattice, work);
  if (sum === undefined) return undefined;
  const nodes = new Float64Array(lattice.emissions.length);
  const counts = new Float64Array(entries?.length ?? model.labelCount ** 2);
  const errors = sums.backward(nodes, work);
  sums.addExpected(counts);
  const edges = lattice.length > 1 ? sums.edges()(1) : undefined;
  return { work, log: sum.log.value, error: sum.error, nodes, errors, counts, edges };
}

describe("ProbabilityKernels", () => {
  it("give the bits of their plain twins", () => {
    for (const { model, lattice, title } of kernelCases()) {
      if (model.float32Exact) continue;
      const entries = Int32Array.from(model.transitions.keys()).filter((edge) => edge % 3 === 0);
      const sparse = { ...model, transitions: new Float64Array(model.transitions.length) };
      for (const edge of entries) sparse.transitions[edge] = model.transitions[edge]!;
      for (const arithmetic of ["scaled", "exceptions"] as const) {
        const both = (given: Model, some?: Int32Array) => {
          const [simd, plain] = (["simd", "plain"] as const).map((kernel) =>
            everything(given, lattice, arithmetic, kernel, some)
          );
          assertEquals(simd, plain, `${title}, ${arithmetic}`);
        };
        both(model);
        both(sparse, entries);
      }
    }
  });
});
