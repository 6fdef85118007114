import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { DegenerateKernel } from "../../../decoders/degenerate/kernel.ts";
import { plainSearch } from "../../../decoders/degenerate/search.ts";
import { searches } from "../../helpers/degenerate_searches.ts";
import { kernelCases } from "../../helpers/kernel_cases.ts";

describe("DegenerateKernels", () => {
  it("find the paths of the plain search and leave its nodes, by the same work", () => {
    for (const { model, lattice, simd: { arena }, title } of kernelCases()) {
      assertEquals(
        searches((labelPaths) => new DegenerateKernel(arena, model, labelPaths), lattice),
        searches((labelPaths) => plainSearch(model, labelPaths), lattice),
        title,
      );
    }
  });
});
