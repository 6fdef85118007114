import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { denseForward, transpose } from "../../../decoders/chain/dense_forward.ts";
import { newWork } from "../../../decoders/contract.ts";
import type { Lattice, Model } from "../../../decoders/lattice.ts";
import { BlockTables } from "../../../decoders/placed/block_tables.ts";
import { placeTransitions } from "../../../decoders/placed/transitions.ts";
import { unpadded } from "../../helpers/alpha.ts";
import { kernelCases, type Placed } from "../../helpers/kernel_cases.ts";

function sweep({ arena, own }: Placed, model: Model, { length }: Lattice) {
  const { labelCount } = model;
  const tables = new BlockTables(placeTransitions(arena, model));
  const work = newWork();
  const isLeft = tables.sweep(own, length, labelCount ** 2 / 8);
  tables.addCounts(work);
  if (!isLeft) return { work };
  const alpha = unpadded(arena, tables.alpha, length, labelCount);
  return { work, alpha, best: tables.bestPath(length) };
}

describe("BlockKernels", () => {
  it("find the scores and the path of their plain twins, by the same work", () => {
    for (const { model, lattice, simd, plain, title } of kernelCases()) {
      assertEquals(sweep(simd, model, lattice), sweep(plain, model, lattice), title);
    }
  });

  it("find the scores of dense Viterbi", () => {
    for (const { model, lattice, simd, title } of kernelCases()) {
      const { labelCount, transitions } = model;
      const dense = new Float64Array(lattice.emissions.length);
      denseForward(transpose(transitions, labelCount), labelCount, lattice, dense);
      const isDead = dense.subarray(-labelCount).every((last) => last === -Infinity);
      assertEquals(sweep(simd, model, lattice).alpha, isDead ? undefined : dense, title);
    }
  });
});
