import { describe, it } from "@std/testing/bdd";
import { listDecoders } from "../../../harness/problems/sequence/discover.ts";
import { conformance } from "../../../harness/conformance/conformance.ts";

for (const decoder of await listDecoders()) {
  const cases = Map.groupBy(conformance(decoder), ({ variant }) => variant);
  for (const [variant, ofVariant] of cases) {
    describe(variant, () => {
      for (const { name, run } of ofVariant) it(name, run);
    });
  }
}
