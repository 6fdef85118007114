import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { listDecoders } from "../../../harness/decoders/discover.ts";
import { conformance, runCases } from "../../../harness/conformance/conformance.ts";
import { cases } from "../../helpers/long.ts";

const DECODERS = await listDecoders();
/** Random lattices of each kind; `deno task check` has as many as all tests. */
const RUNS = cases(10, 100);

describe("conformance()", () => {
  // One test a variant: thousands of short ones would take seconds to be told of.
  for (const decoder of DECODERS) {
    const ofDecoder = Map.groupBy(conformance(decoder, { runs: RUNS }), ({ variant }) => variant);
    for (const [variant, ofVariant] of ofDecoder) {
      it(`has no case that fails with ${variant}`, () => {
        assertEquals(runCases(ofVariant).failed, []);
      });
    }
  }
});
