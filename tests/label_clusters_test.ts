import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { clusteredLabels } from "../decoders/_label_clusters.ts";

function cluster(transitions: number[][], size: number): number[] {
  const model = {
    labelCount: transitions.length,
    transitions: Float64Array.from(transitions.flat()),
    exactSums: true,
    float32Exact: true,
  };
  return [...clusteredLabels(model, size)];
}

describe("clusteredLabels()", () => {
  it("groups labels with the same incoming transitions, smaller labels first among equals", () => {
    const row = [0, 5, 0, 5, 0, 5];
    assertEquals(cluster(new Array(6).fill(row), 3), [0, 2, 4, 1, 3, 5]);
    assertEquals(cluster(new Array(6).fill(new Array(6).fill(1)), 4), [0, 1, 2, 3, 4, 5]);
  });

  it("keeps labels apart when one may not follow what the other may", () => {
    const row = [1, -Infinity, 0, -Infinity];
    assertEquals(cluster(new Array(4).fill(row), 2), [0, 2, 1, 3]);
    assertEquals(cluster(new Array(2).fill([-Infinity, -Infinity]), 8), [0, 1]);
  });

  it("lists each label once when there are more of them than are sampled", () => {
    const rows = Array.from(
      { length: 150 },
      (_, x) => Array.from({ length: 150 }, (_, y) => (x * y) % 7),
    );
    const labels = cluster(rows, 8);
    assertEquals(labels.toSorted((one, other) => one - other), [...rows.keys()]);
  });
});
