import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { type Case, select, shrink } from "../../../../harness/problems/sequence/shrink.ts";

/** T positions and L labels, each score telling where it stands. */
function numbered(length: number, labelCount: number): Case {
  return {
    model: {
      labelCount,
      transitions: new Float64Array(labelCount ** 2).map((_, i) => 1000 + i),
      exactSums: true,
      float32Exact: true,
    },
    lattice: { length, emissions: new Float64Array(length * labelCount).map((_, i) => i) },
  };
}

describe("select()", () => {
  it("takes the scores of the positions and labels, in their order", () => {
    const { model, lattice } = select(numbered(3, 3), { positions: [0, 2], labels: [0, 2] });
    assertEquals([...model.transitions], [1000, 1002, 1006, 1008]);
    assertEquals(lattice, { length: 2, emissions: Float64Array.of(0, 2, 6, 8) });
    assertEquals([model.labelCount, model.exactSums, model.float32Exact], [2, true, true]);
  });

  it("changes nothing when all is selected", () => {
    const whole = numbered(3, 2);
    assertEquals(select(whole, { positions: [0, 1, 2], labels: [0, 1] }), whole);
  });
});

describe("shrink()", () => {
  /** Wrong whenever all the given positions and labels are there. */
  const needs = (whole: Case, positions: readonly number[], labels: readonly number[]) => {
    const L = whole.model.labelCount;
    let calls = 0;
    const isWrong = ({ lattice }: Case) => {
      calls++;
      const kept = new Set(lattice.emissions);
      return positions.every((t) => labels.every((y) => kept.has(t * L + y)));
    };
    return { isWrong, calls: () => calls };
  };

  it("finds just the positions and labels that a defect needs", () => {
    const subsets = fc.record({
      length: fc.integer({ min: 1, max: 25 }),
      labelCount: fc.integer({ min: 1, max: 25 }),
    }).chain(({ length, labelCount }) =>
      fc.record({
        whole: fc.constant(numbered(length, labelCount)),
        positions: fc.subarray([...Array(length).keys()], { minLength: 1 }),
        labels: fc.subarray([...Array(labelCount).keys()], { minLength: 1 }),
      })
    );
    fc.assert(
      fc.property(subsets, ({ whole, positions, labels }) => {
        assertEquals(shrink(whole, needs(whole, positions, labels).isWrong), { positions, labels });
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it("leaves one position and one label when everything is wrong, in few calls", () => {
    let calls = 0;
    const { positions, labels } = shrink(numbered(200, 100), () => ++calls > 0);
    assertEquals([positions.length, labels.length], [1, 1]);
    assert(calls < 50, `${calls} calls`);
  });

  it("leaves all when no smaller part is wrong", () => {
    const whole = numbered(4, 3);
    const isWhole = ({ lattice, model }: Case) => lattice.length === 4 && model.labelCount === 3;
    assertEquals(shrink(whole, isWhole), { positions: [0, 1, 2, 3], labels: [0, 1, 2] });
  });

  it("goes on with positions when taking labels away has made some needless", () => {
    // Wrong if there are more positions than labels: only by turns does it come to 2 and 1.
    const isWrong = ({ lattice, model }: Case) => lattice.length === model.labelCount + 1;
    const { positions, labels } = shrink(numbered(2, 1), isWrong);
    assertEquals([positions, labels], [[0, 1], [0]]);
    const either = ({ lattice, model }: Case) =>
      lattice.length >= 6 || (model.labelCount <= 2 && lattice.length >= 2);
    const small = shrink(numbered(10, 10), either);
    assertEquals([small.positions.length, small.labels.length], [2, 1]);
  });
});
