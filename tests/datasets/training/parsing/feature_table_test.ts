import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { FeatureCounter } from "../../../../datasets/training/parsing/feature_table.ts";

describe("FeatureCounter", () => {
  it("keeps pairs that are seen often enough, by feature and column", () => {
    const counter = new FeatureCounter(5);
    for (const [feature, column] of [["b", 4], ["a", 3], ["b", 4], ["b", 1], ["b", 1]] as const) {
      counter.add(feature, column);
    }
    const { numberOf, offsets, columns } = counter.table(2);
    assertEquals([numberOf("b"), numberOf("a"), numberOf("c")], [0, 1, undefined]);
    assertEquals([...offsets], [0, 2, 2]);
    assertEquals([...columns], [1, 4]);
  });
});
