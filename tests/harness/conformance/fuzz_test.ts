import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertThrows } from "@std/assert";
import viterbi from "../../../decoders/viterbi.ts";
import { fuzzOne } from "../../../harness/conformance/fuzz.ts";
import beam from "../../wrong/beam_claiming_exactness.ts";

/** Numbers of the first models on which a decoder fails. */
function failures(run: (model: number) => void): number[] {
  const failed: number[] = [];
  for (let model = 0; model < 200; model++) {
    try {
      run(model);
    } catch {
      failed.push(model);
    }
  }
  return failed;
}

describe("fuzzOne()", () => {
  it("finds nothing wrong in viterbi", () => {
    assertEquals(failures((model) => fuzzOne(viterbi, 1, model)), []);
  });

  it("fails on the same models whenever it runs when a decoder is wrong", () => {
    const found = failures((model) => fuzzOne(beam, 1, model));
    assert(found.length > 0);
    assertEquals(failures((model) => fuzzOne(beam, 1, model)), found);
    assertThrows(() => fuzzOne(beam, 1, found[0]!), Error, `(seed 1, model ${found[0]})`);
  });
});
