import { assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { FeatureCounter } from "../../../../datasets/training/parsing/parser_weights.ts";

it("FeatureCounter keeps pairs that are seen often enough, by feature and column", () => {
  const counter = new FeatureCounter(5);
  for (const [feature, column] of [["b", 4], ["a", 3], ["b", 4], ["b", 1], ["b", 1]] as const) {
    counter.add(feature, column);
  }
  const { numbersOf, offsets, columns, weights } = counter.table(2);
  assertEquals(numbersOf(["c", "b", "a"]), [0], "others are not seen, or not often");
  assertEquals([[...offsets], [...columns], [...weights]], [[0, 2, 2], [1, 4], [0, 0]]);
});
