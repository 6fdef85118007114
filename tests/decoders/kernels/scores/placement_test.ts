import { assert, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import auto from "../../../../decoders/auto.ts";
import blockSkip from "../../../../decoders/block_skip.ts";
import { resolveOptions } from "../../../../decoders/chain/options.ts";
import { newWork, takesFloat32 } from "../../../../decoders/contract.ts";
import dominance from "../../../../decoders/dominance.ts";
import { openArena } from "../../../../decoders/kernels/arena.ts";
import type { Lattice } from "../../../../decoders/lattice.ts";
import { Placement } from "../../../../decoders/kernels/scores/placement.ts";
import viterbi from "../../../../decoders/kernels/dense/viterbi.ts";
import { problemOf } from "../../../helpers/problems.ts";

const [MODEL] = problemOf([[0, 1, 2], [1, 0, 1], [2, 1, 0]], [[0, 0, 0]]);
const lattice = (...emissions: number[]): Lattice => ({
  length: emissions.length / 3,
  emissions: Float64Array.from(emissions),
});

describe("Placement", () => {
  it("addressOf() finds reserved rows where they are, and copies another lattice", () => {
    const arena = openArena("simd", true);
    const placement = new Placement(arena, 3);
    const block = placement.reserve(2, false);
    block.scores.set([1, 2, 3]);
    block.scores.set([4, 5, 6], block.stride);
    const own = block.lattice(0, 2);
    const address = placement.addressOf(own);
    assert(placement.addressOf(lattice(7, 8, 9)) !== address);
    assertEquals(placement.addressOf(own), address);
    const scores = arena.scores.subarray(address / 4, address / 4 + 32);
    const row = (...values: number[]) => [...values, ...new Array(13).fill(-Infinity)];
    assertEquals([...scores], [...row(1, 2, 3), ...row(4, 5, 6)]);
  });
});

describe("Placement.placedDecode()", () => {
  it("takes float32 and reserves rows with SIMD alone, gives back in any case", () => {
    const simd = { kernel: "simd" } as const;
    const plain = { kernel: "plain" } as const;
    const decodes = [
      [true, auto.prepare(MODEL, { expect: 0, kernel: "simd" })],
      [true, blockSkip.prepare(MODEL, simd)],
      [true, dominance.prepare(MODEL, resolveOptions(dominance, simd))],
      [false, blockSkip.prepare(MODEL, plain)],
      [false, dominance.prepare(MODEL, resolveOptions(dominance, plain))],
    ] as const;
    for (const [hasSimd, decode] of decodes) {
      assertEquals([takesFloat32(decode), decode.reserve !== undefined], [hasSimd, hasSimd]);
      const one = lattice(1, 0, 0, 0, 2, 1, 3, 0, 1);
      const expected = decode(one, 1, newWork());
      const block = decode.reserve?.(3, false);
      if (block !== undefined) {
        for (const t of [0, 1, 2]) {
          block.scores.set(one.emissions.subarray(3 * t, 3 * t + 3), t * block.stride);
        }
        assertEquals(decode(block.lattice(0, 3), 1, newWork()), expected);
      }
      decode.dispose!();
    }
  });
});

describe("auto", () => {
  it("refuses fewer scores than T×L, which would leave those of the sentence before", () => {
    const decode = auto.prepare(MODEL, { expect: 0, kernel: "simd" });
    decode(lattice(9, 0, 0, 0, 9, 0), 1, newWork());
    const half = { length: 2, emissions: Float64Array.of(1, 2, 3) };
    assertThrows(() => decode(half, 1, newWork()), RangeError, "Cannot copy 2 rows of 3 scores");
  });
});

describe("Decode.dispose()", () => {
  it("gives up the memory that rows are in: nothing is decoded afterwards", () => {
    const options = { bound: "pair", filter: "auto", ends: "auto", kernel: "simd" } as const;
    const decodes = [
      auto.prepare(MODEL, { expect: 0, kernel: "simd" }),
      blockSkip.prepare(MODEL, options),
      dominance.prepare(MODEL, options),
      viterbi.prepare(MODEL, { ...options, transitions: "dense", loop: "lean" }),
    ];
    for (const decode of decodes) {
      const one = lattice(1, 0, 0, 0, 2, 1);
      decode(one, 1, newWork());
      decode.dispose!();
      assertThrows(() => decode(one, 1, newWork()));
    }
  });
});
