import { assertEquals, assertNotStrictEquals, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Decode } from "../../../../decoders/contract.ts";
import type { Lattice } from "../../../../decoders/lattice.ts";
import { plainBlock } from "../../../../decoders/tagging/reserved.ts";
import { placingOf } from "../../../../harness/problems/sequence/placing.ts";

describe("placingOf()", () => {
  const sentence = { length: 2, emissions: Float64Array.of(1, 2.5, -Infinity, 4) };
  const decode: Decode = () => ({ paths: [] });

  it("gives a new object each time", () => {
    const give = placingOf(decode, 2)(sentence);
    assertNotStrictEquals(give(), give());
    assertNotStrictEquals(give(), sentence);
    assertStrictEquals(give().emissions, sentence.emissions);
  });

  it("writes scores into rows of the decoder, and gives a new object each time", () => {
    const reserving = Object.assign(() => ({ paths: [] }), {
      place: () => {},
      reserve: (positions: number) => plainBlock(positions, 2),
    });
    const give = placingOf(reserving, 2)(sentence);
    assertNotStrictEquals(give(), give());
    assertEquals(give(), sentence);
    assertNotStrictEquals(give().emissions.buffer, sentence.emissions.buffer);
  });

  it("gives the object that was placed to who knows no other", () => {
    const placed: Lattice[] = [];
    const placing = Object.assign(() => ({ paths: [] }), {
      place: (lattice: Lattice) => void placed.push(lattice),
    });
    const give = placingOf(placing, 2)(sentence);
    assertStrictEquals(give(), sentence);
    assertEquals(placed, [sentence]);
  });
});
