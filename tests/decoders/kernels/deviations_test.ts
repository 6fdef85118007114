import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { transpose } from "../../../decoders/chain/dense_forward.ts";
import { newWork } from "../../../decoders/contract.ts";
import { DeviationKernel } from "../../../decoders/k_best/deviation_kernel.ts";
import { prefixPaths } from "../../../decoders/k_best/prefix_paths.ts";
import { BlockTables } from "../../../decoders/placed/block_tables.ts";
import { placeTransitions } from "../../../decoders/placed/transitions.ts";
import { unpadded } from "../../helpers/alpha.ts";
import { kernelCases } from "../../helpers/kernel_cases.ts";

describe("DeviationKernels", () => {
  it("find the paths of the plain search in the same order, by the same work", () => {
    for (const { model, lattice, simd: { arena, own }, title } of kernelCases()) {
      const { length } = lattice;
      const tables = new BlockTables(placeTransitions(arena, model));
      if (!tables.sweep(own, length, Infinity)) continue;
      const alpha = unpadded(arena, tables.alpha, length, model.labelCount);
      const search = prefixPaths(model, transpose(model.transitions, model.labelCount), "lazy");
      const kernel = new DeviationKernel(arena, model);
      for (const k of [1, 2, 7, 300]) {
        const [expected, work] = [newWork(), newWork()];
        const paths = search(lattice, alpha, k, expected);
        assertEquals(kernel.search(tables.alpha, own, length, k, work), paths, `${title}, ${k}`);
        assertEquals(work, expected, title);
      }
    }
  });
});
