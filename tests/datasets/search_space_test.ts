import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { canonicalSpace, searchSpace } from "../../datasets/search_space.ts";

describe("searchSpace()", () => {
  it("widens for ast and narrows for reverse when no beam is set", () => {
    const levels = [41, 56, 73, 84, 110];
    const { steps, ...ast } = searchSpace({});
    assertEquals(ast, { order: "ast", limit: 1_000_000 });
    assertEquals(steps.map(({ level }) => level), levels);
    assertEquals(steps.map(({ cutoff }) => cutoff), [20, 20, 20, 20, 150]);
    assertEquals(searchSpace({ space: "reverse" }), {
      ...{ order: "reverse", limit: 1_000_000, steps: steps.toReversed() },
    });
    assertEquals(searchSpace({ space: "gold", limit: 5 }), { order: "gold", limit: 5, steps: [] });
  });

  it("has one step when a beam is set", () => {
    assertEquals(searchSpace({ beam: 1 }).steps, [{ level: 0, cutoff: 20 }]);
    assertEquals(searchSpace({ beam: 1e-5, cutoff: 150 }).steps, [{ level: 184, cutoff: 150 }]);
  });

  it("refuses what contradicts itself or is out of range", () => {
    for (
      const wrong of [
        { space: "ast", beam: 0.1 } as const,
        { cutoff: 20 },
        { beam: 0.1, cutoff: 30 },
        { beam: 0 },
        { beam: NaN },
        { limit: 0 },
        { coupling: 0.3 },
        { coupling: -1 },
      ]
    ) assertThrows(() => searchSpace(wrong), RangeError, "Cannot ");
  });
});

describe("canonicalSpace()", () => {
  it("gives the same settings when two names mean one space", () => {
    assertEquals(canonicalSpace({}), { space: "ast" });
    assertEquals(canonicalSpace({ space: "reverse", limit: 1_000_000, coupling: 1 }), {
      space: "reverse",
    });
    assertEquals(canonicalSpace({ beam: 0.5, limit: 7 }), { beam: 0.5, cutoff: 20, limit: 7 });
  });
});
