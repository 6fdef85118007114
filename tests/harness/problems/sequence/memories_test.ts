import { assert, assertEquals, assertNotStrictEquals, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Decode } from "../../../../decoders/contract.ts";
import { memoriesOf } from "../../../../harness/problems/sequence/memories.ts";

describe("memoriesOf()", () => {
  const emissions = Float64Array.of(1, 2.5, -Infinity, 4);
  const sentence = { length: 2, emissions };
  const plain: Decode = () => ({ paths: [] });
  const either = Object.assign(() => ({ paths: [] }), { takesFloat32: true as const });

  it("gives a new object each time, on the caller's own scores", () => {
    const give = memoriesOf(plain).from(sentence, "memory64");
    const [one, other] = [give(), give()];
    assertNotStrictEquals(one, other);
    assertNotStrictEquals(one, sentence);
    assertStrictEquals(one.emissions, emissions);
  });

  it("gives float32 to who takes it, and converts it for others each time", () => {
    const narrow = memoriesOf(either).from(sentence, "memory32");
    assert(narrow().emissions as unknown instanceof Float32Array);
    assertStrictEquals(narrow().emissions, narrow().emissions);
    const wide = memoriesOf(plain).from(sentence, "memory32");
    assertEquals(wide().emissions, emissions);
    assertNotStrictEquals(wide().emissions, wide().emissions);
  });
});
