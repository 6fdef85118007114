import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { leastWork } from "../../../../harness/problems/sequence/least_work.ts";

describe("leastWork()", () => {
  it("is an edge for each transition of a path", () => {
    const least = { iterations: 0, nodeExpansions: 1, edgeEvaluations: 4 };
    assertEquals(leastWork(5, 3, 1, true), least);
    assertEquals(leastWork(5, 3, 10, true), least);
    assertEquals(leastWork(5, 3, 1, false), { ...least, edgeEvaluations: 0 });
  });

  it("is nothing where there is nothing to choose, and no path", () => {
    const none = { iterations: 0, nodeExpansions: 0, edgeEvaluations: 0 };
    for (const [length, labels, paths] of [[1, 3, 1], [5, 1, 1], [5, 3, 0]] as const) {
      assertEquals(leastWork(length, labels, paths, true), none);
    }
  });
});
