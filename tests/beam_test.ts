import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import beam from "../decoders/beam.ts";
import { newWork } from "../decoders/contract.ts";
import { LATTICE, MODEL } from "./_problems.ts";

describe("beam", () => {
  it("is greedy when the width is 1", () => {
    const work = newWork();
    const { paths } = beam.prepare(MODEL, { width: 1 })(LATTICE, 1, work);
    assertEquals(paths, [{ score: 5, labels: Int32Array.of(0, 0) }]);
    assertEquals(work, { iterations: 1, nodeExpansions: 1, edgeEvaluations: 3 });
  });

  it("finds the best path when it stays within the width", () => {
    const { paths } = beam.prepare(MODEL, { width: 2 })(LATTICE, 1, newWork());
    assertEquals(paths, [{ score: 11, labels: Int32Array.of(1, 2) }]);
  });

  it("returns only the paths through kept labels when k is larger", () => {
    const { paths } = beam.prepare(MODEL, { width: 1 })(LATTICE, 5, newWork());
    assertEquals(paths, [{ score: 5, labels: Int32Array.of(0, 0) }]);
  });

  it("keeps the smallest labels when scores are equal", () => {
    const lattice = { length: 1, emissions: Float64Array.of(1, 2, 2) };
    const { paths } = beam.prepare(MODEL, { width: 2 })(lattice, 2, newWork());
    assertEquals(paths.map(({ labels }) => labels[0]), [1, 2]);
  });
});
