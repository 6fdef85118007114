import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertNotEquals } from "@std/assert";
import { scorePath } from "../../decoders/lattice.ts";
import { problemOf } from "../helpers/problems.ts";

describe("scorePath()", () => {
  const [model] = problemOf([[0.1, 0.2], [0.3, 0.4]], [[0, 0]]);

  it("is the emission when there is one position", () => {
    assertEquals(scorePath(model, { length: 1, emissions: Float64Array.of(5, 7) }, [1]), 7);
  });

  it("adds from left to right when the order matters", () => {
    const lattice = { length: 2, emissions: Float64Array.of(0.1, 0, 0, 0.3) };
    assertEquals(scorePath(model, lattice, [0, 1]), (0.1 + 0.2) + 0.3);
    assertNotEquals(scorePath(model, lattice, [0, 1]), 0.1 + (0.2 + 0.3));
  });

  it("is -Infinity when a score on the path is", () => {
    const lattice = { length: 2, emissions: Float64Array.of(1, 0, -Infinity, 0) };
    assertEquals(scorePath(model, lattice, [0, 0]), -Infinity);
  });
});
