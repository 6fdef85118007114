import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { needed } from "../helpers/imports.ts";

/** What all kernels need: transitions and scores in their memory. */
const SHARED = ["edges", "scores"];
const DECODERS = new URL("../../decoders/", import.meta.url);

describe("decoders/", () => {
  it("has decoders that need the kernels of their own families only", () => {
    const families = (path: string) => {
      const names = [...needed(new URL(path, DECODERS).href)].map((url) =>
        /\/kernels\/(\w+)\/binary\.json$/.exec(url)?.[1]
      );
      return names.filter((name) => name !== undefined && !SHARED.includes(name)).sort();
    };
    const found = Object.fromEntries(
      Array.from(Deno.readDirSync(DECODERS), ({ name }) => name)
        .filter((name) => name.endsWith(".ts"))
        .map((name) => [name.slice(0, -".ts".length), families(name)] as const)
        .filter(([, names]) => names.length > 0),
    );
    assertEquals(found, {
      auto: ["blocks", "dense", "deviations", "diagonals", "dominance"],
      beam: ["beam"],
      block_skip: ["blocks", "deviations"],
      dominance: ["dense", "dominance"],
      iterative_viterbi: ["beam", "degenerate", "own_order"],
      iterative_viterbi_a_star: ["beam", "degenerate", "own_order"],
      posterior: ["diagonals", "probability"],
      viterbi_a_star: ["dense", "deviations"],
    });
    assertEquals(families("kernels/dense/viterbi.ts"), ["dense"]);
  });
});
