import { assertEquals, assertLessOrEqual } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { longestChain, needed } from "../helpers/imports.ts";

const DECODERS = new URL("../../decoders/", import.meta.url);

describe("decoders/", () => {
  it("has no circle of imports, and no chain of more than nine from a decoder on", () => {
    const known = new Map<string, string[]>();
    for (const { name } of Deno.readDirSync(DECODERS)) {
      if (!name.endsWith(".ts")) continue;
      const chain = longestChain(new URL(name, DECODERS).href, DECODERS, known);
      assertLessOrEqual(chain.length, 9, chain.join(" > "));
    }
  });

  it("has decoders that need the kernels of their own families only", () => {
    const families = (path: string) => {
      const names = [...needed(new URL(path, DECODERS).href)].map((url) =>
        /\/kernels\/(\w+)\/binary\.ts$/.exec(url)?.[1]
      );
      return names.filter((name) => name !== undefined).sort();
    };
    const found = Object.fromEntries(
      Array.from(Deno.readDirSync(DECODERS), ({ name }) => name)
        .filter((name) => name.endsWith(".ts"))
        .map((name) => [name.slice(0, -".ts".length), families(name)] as const)
        .filter(([, names]) => names.length > 0),
    );
    assertEquals(found, {
      auto: ["blocks", "dense", "deviations", "dominance"],
      beam: ["beam"],
      block_skip: ["blocks", "deviations"],
      dominance: ["dense", "dominance"],
      iterative_viterbi: ["beam", "degenerate"],
      iterative_viterbi_a_star: ["beam", "degenerate"],
      viterbi_a_star: ["dense", "deviations"],
    });
    assertEquals(families("placed/viterbi.ts"), ["dense"]);
  });

  it("has a plain viterbi of at most 16 modules, none of them a kernel's", () => {
    const modules = [...needed(new URL("viterbi.ts", DECODERS).href)];
    assertLessOrEqual(modules.length, 16, modules.join("\n"));
    assertEquals(
      modules.filter((url) => url.slice(DECODERS.href.length).startsWith("kernels/")),
      [],
    );
  });
});
