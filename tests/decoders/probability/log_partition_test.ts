import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertLessOrEqual,
  assertThrows,
} from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Random } from "../../../datasets/random.ts";
import { newWork } from "../../../decoders/contract.ts";
import type { Model } from "../../../decoders/lattice.ts";
import { entropy } from "../../../decoders/probability/entropy.ts";
import { logPartition, marginals } from "../../../decoders/probability/log_partition.ts";
import { resolveDataset } from "../../../harness/problems/sequence/discover.ts";

const ARITHMETICS = ["scaled", "exceptions", "log"] as const;

/** Transitions that are 0 but for a share of them. */
function sparseModel(labelCount: number, share: number, forbidden = 0): Model {
  const random = new Random(labelCount);
  const transitions = new Float64Array(labelCount ** 2).map(() => {
    if (random.uniform() < forbidden) return -Infinity;
    return random.uniform() < share ? random.gaussian() : 0;
  });
  return { labelCount, transitions, exactSums: false, float32Exact: false };
}

function drawLattice(labelCount: number, length: number) {
  const random = new Random(labelCount, length);
  return {
    length,
    emissions: new Float64Array(length * labelCount).map(() => 4 * random.gaussian()),
  };
}

describe("logPartition()", () => {
  it("is the same in every arithmetic, within the errors, which are small", () => {
    for (const [labelCount, share, forbidden] of [[40, 1, 0], [70, 0.05, 0], [70, 0.05, 0.05]]) {
      const model = sparseModel(labelCount!, share!, forbidden);
      for (const length of [1, 2, 9, 60]) {
        const lattice = drawLattice(labelCount!, length);
        const found = ARITHMETICS.map((arithmetic) => logPartition(model, { arithmetic })(lattice));
        for (const { value, error } of found) {
          assertLessOrEqual(error, 1e-10);
          assertLessOrEqual(Math.abs(value - found[0]!.value), error + found[0]!.error);
        }
      }
    }
  });

  it("multiplies possible transitions alone where a third or fewer are", () => {
    // Chunks: the kind k begins with 2k + 1 and goes on with 2k + 2. And any few.
    const goesOn = (x: number, y: number) => y % 2 === 1 || x === y || x === y - 1;
    const shapes = [
      { of: (x: number, y: number) => (x % 3 === 0 || y % 2 === 0) && goesOn(x, y), most: 0.3 },
      { of: (x: number, y: number) => (7 * x + 3 * y * y) % 11 < 2, most: 0.2 },
    ];
    for (const { of, most } of shapes) {
      for (const labelCount of [33, 48, 61]) {
        const dense = sparseModel(labelCount, 1);
        const transitions = dense.transitions.map((score, edge) =>
          of(Math.floor(edge / labelCount), edge % labelCount) ? score : -Infinity
        );
        const model = { ...dense, transitions };
        const possible = transitions.filter((score) => score > -Infinity).length;
        for (const length of [1, 2, 9, 60]) {
          const lattice = drawLattice(labelCount, length);
          const work = newWork();
          const [few, all, log] = (["auto", "scaled", "log"] as const).map((arithmetic) =>
            marginals(model, { arithmetic })(lattice, work)!
          );
          assertLessOrEqual(possible, most * labelCount ** 2 + 2 * labelCount);
          assertEquals(
            work.edgeEvaluations,
            2 * (length - 1) * (possible + 2 * labelCount ** 2),
          );
          for (const { logPartition: { value, error }, nodes, error: own } of [few!, all!]) {
            const { logPartition: exact } = log!;
            assertLessOrEqual(Math.abs(value - exact.value), error + exact.error);
            nodes.forEach((p, i) => {
              assertLessOrEqual(Math.abs(p - log!.nodes[i]!), own + log!.error);
            });
          }
          // Fewer additions: no bound is looser than that of all products.
          assertLessOrEqual(few!.error, all!.error);
          assertLessOrEqual(few!.logPartition.error, all!.logPartition.error);
          const plain = marginals(model, { kernel: "plain" })(lattice)!;
          assertEquals([plain.nodes, plain.logPartition], [few!.nodes, few!.logPartition]);
        }
      }
    }
  });

  it("multiplies a tenth of the edges where at most 8% of the transitions are not 0", () => {
    const model = sparseModel(300, 0.08);
    const lattice = drawLattice(300, 5);
    const edgesIn = (arithmetic: typeof ARITHMETICS[number] | "auto") => {
      const work = newWork();
      logPartition(model, { arithmetic })(lattice, work);
      return work.edgeEvaluations;
    };
    assertEquals(edgesIn("scaled"), 4 * 300 ** 2);
    assertLessOrEqual(10 * edgesIn("exceptions"), edgesIn("scaled"));
    assertEquals(edgesIn("auto"), edgesIn("exceptions"));
  });

  it("loses nothing where every weight but one underflows on the way", () => {
    // The prefix that all weights favour ends in a forbidden transition.
    const transitions = Float64Array.of(0, -Infinity, -Infinity, 0);
    const model = { labelCount: 2, transitions, exactSums: true, float32Exact: true };
    const emissions = Float64Array.of(0, -2000, 0, -2000, -Infinity, 5);
    for (const arithmetic of ["auto", "scaled", "exceptions", "log"] as const) {
      const { value, error } = logPartition(model, { arithmetic })({ length: 3, emissions });
      assertAlmostEquals(value, -3995, 1e-9);
      assertLessOrEqual(error, 1e-9);
      const { nodes } = marginals(model, { arithmetic })({ length: 3, emissions })!;
      assertEquals([...nodes], [0, 1, 0, 1, 0, 1]);
    }
  });

  it("computes nothing with logarithms that would be off by as much", () => {
    const length = 20_000;
    const transitions = new Float64Array(16 ** 2);
    // Logarithms round by the range of scores.
    transitions[5] = 99;
    const model = { labelCount: 16, transitions, exactSums: true, float32Exact: true };
    const lattice = { length, emissions: new Float64Array(16 * length) };
    for (const arithmetic of ["auto", "exceptions"] as const) {
      const work = newWork();
      assert(logPartition(model, { arithmetic })(lattice, work).error > 2 ** -30);
      assertEquals(work.edgeEvaluations, length - 1);
      assert(marginals(model, { arithmetic })(lattice, work)!.error > 2 ** -30);
      assertEquals(work.edgeEvaluations, 3 * (length - 1));
    }
  });

  it("has an error for scores that may be off", () => {
    const model = sparseModel(5, 1);
    const lattice = drawLattice(5, 4);
    const [exact, off] = [0, 1e-6].map((scoreError) => ({ scoreError }));
    const partition = logPartition(model, off)(lattice);
    const undecided = entropy(model, off)(lattice)!;
    const shares = marginals(model, off)(lattice)!;
    const moved = {
      ...lattice,
      emissions: lattice.emissions.map((score, i) => score + 1e-6 * (-1) ** i),
    };
    const other = logPartition(model, exact)(moved);
    assertLessOrEqual(Math.abs(other.value - partition.value), partition.error);
    assertLessOrEqual(partition.error, 1e-5);
    assertLessOrEqual(
      Math.abs(entropy(model, exact)(moved)!.value - undecided.value),
      undecided.error,
    );
    marginals(model, exact)(moved)!.nodes.forEach((p, i) =>
      assertLessOrEqual(Math.abs(p - shares.nodes[i]!), shares.error)
    );
  });

  it("is off by less than 1e-10 on sentences of real tasks", async () => {
    for (const name of ["ewt_pos45", "hwu_slot_scenario323"]) {
      const { dataset } = await (await resolveDataset(name)).open(0, 0);
      const [partition, disorder] = [logPartition(dataset.model), entropy(dataset.model)];
      for (let sentence = 0; sentence < 40; sentence++) {
        const lattice = dataset.lattice(sentence);
        assertLessOrEqual(partition(lattice).error, 1e-10);
        assertLessOrEqual(disorder(lattice)!.error, 1e-10);
      }
    }
  });

  it("multiplies all weights again where those that are not 0 round too much", async () => {
    const { dataset } = await (await resolveDataset("hwu_slot_scenario323")).open(0, 0);
    const lattice = dataset.lattice(261);
    const [auto, few, all] = (["auto", "exceptions", "scaled"] as const)
      .map((arithmetic) => entropy(dataset.model, { arithmetic })(lattice)!);
    assert(few!.error > 1e-10);
    assertEquals(auto, all);
  });
});

describe("marginals()", () => {
  it("keep their edges when another lattice is done", () => {
    const model = sparseModel(5, 1);
    const find = marginals(model);
    const first = find(drawLattice(5, 4))!;
    const before = first.edges(2);
    assert(find(drawLattice(5, 6)) !== undefined);
    assertEquals(first.edges(2), before);
  });

  it("refuse edges of an earlier lattice that has changed", () => {
    const find = marginals(sparseModel(5, 1));
    const lattice = drawLattice(5, 4);
    const first = find(lattice)!;
    const before = first.edges(1);
    assert(find(drawLattice(5, 6)) !== undefined);
    lattice.emissions[7]! += 1;
    const said = "Cannot find edges of 4 positions whose scores or marginals have changed since";
    assertThrows(() => first.edges(1), TypeError, said);
    lattice.emissions[7]! -= 1;
    assertEquals(first.edges(1), before);
  });
});
