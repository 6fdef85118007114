import fc from "fast-check";
import dominance from "../../../decoders/dominance.ts";
import { describe, it } from "@std/testing/bdd";
import { assert, assertThrows } from "@std/assert";
import { type Decode, type Decoder, isRevisable } from "../../../decoders/contract.ts";
import { resolveOptions } from "../../../decoders/chain/options.ts";
import { listDecoders } from "../../../harness/decoders/discover.ts";
import { variantName } from "../../../harness/decoders/variant.ts";
import { checkRevisions } from "../../../harness/conformance/sessions.ts";
import { variants } from "../../../harness/conformance/instance.ts";
import { instances, type Regime, type Size } from "../../../harness/conformance/generators.ts";
import { problemOf } from "../../helpers/problems.ts";

const KINDS: readonly (readonly [Regime, Size])[] = [
  ["exact sums", "small"],
  ["exact sums", "medium"],
  ["decimals", "small"],
  ["decimals", "medium"],
];

function check(decoder: Decoder, options = variants(decoder)[0]!, numRuns = 40): void {
  for (const [regime, size] of KINDS) {
    const property = fc.property(instances(regime, size, 1), (instance) => {
      checkRevisions(decoder, options, instance);
    });
    fc.assert(property, { seed: 1, numRuns });
  }
}

describe("Revisable.revise()", () => {
  it("gives the answers of a fresh prepare() when transitions change, for all that have it", async () => {
    const named: string[] = [];
    for (const decoder of await listDecoders()) {
      const [model] = problemOf([[0]], [[0]]);
      for (const options of variants(decoder)) {
        if (!isRevisable(decoder.prepare(model, options))) continue;
        // The conformance suite revises every variant on many more small models.
        check(decoder, options, 4);
        named.push(variantName(decoder, options));
      }
    }
    for (const name of ["dominance", "dominance{bound=row}"]) assert(named.includes(name), name);
  });

  for (const [bound, what] of [["row", "extremes"], ["pair", "differences"]] as const) {
    it(`is found out when it does nothing and ${what} grow stale`, () => {
      const stale: typeof dominance = {
        ...dominance,
        prepare(...args) {
          const prepared = dominance.prepare(...args);
          const decode: Decode = (lattice, k, work) => prepared(lattice, k, work);
          return Object.assign(decode, { revise: () => {} });
        },
      };
      const options = resolveOptions(dominance, { bound });
      assertThrows(() => check(stale, options), Error, "Property failed");
    });
  }
});
