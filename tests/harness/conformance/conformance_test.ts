import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { listDecoders } from "../../../harness/decoders/discover.ts";
import { conformance, runCases } from "../../../harness/conformance/conformance.ts";

const DECODERS = await listDecoders();

describe("conformance()", () => {
  // One test a variant: thousands of short ones would take seconds to be told of.
  for (const decoder of DECODERS) {
    const cases = Map.groupBy(conformance(decoder), ({ variant }) => variant);
    for (const [variant, ofVariant] of cases) {
      it(`has no case that fails with ${variant}`, () => {
        assertEquals(runCases(ofVariant).failed, []);
      });
    }
  }
});
