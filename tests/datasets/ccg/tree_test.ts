import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { atom } from "../../../datasets/ccg/category.ts";
import { leavesOf, type Tree } from "../../../datasets/ccg/tree.ts";

describe("leavesOf()", () => {
  it("gives the words from left to right", () => {
    const leaf = (word: string): Tree => ({
      ...{ kind: "leaf", category: atom("N"), word },
      ...{ pos: "NN", modifiedPos: "", predicate: "" },
    });
    const over = (...children: [Tree] | [Tree, Tree]): Tree => ({
      ...{ kind: "branch", category: atom("NP"), head: 0, children },
    });
    const tree = over(over(leaf("a")), over(leaf("b"), over(leaf("c"))));
    assertEquals(leavesOf(tree).map(({ word }) => word), ["a", "b", "c"]);
  });
});
