import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import { describe, it } from "@std/testing/bdd";

const DECODERS = new URL("../../decoders/", import.meta.url);

/**
 * The modules that a module imports by relative paths, types included, examples in comments left
 * out.
 */
function imports(url: string): string[] {
  const text = Deno.readTextFileSync(new URL(url));
  const found = text.matchAll(/^(?:import|export) [^;]*?from "(\.[^"]+)";/gm);
  return Array.from(found, ([, path]) => new URL(path!, url).href);
}

/** All modules that a module needs, itself included. */
function needed(url: string, seen = new Set<string>()): Set<string> {
  if (!seen.has(url)) {
    seen.add(url);
    for (const other of imports(url)) needed(other, seen);
  }
  return seen;
}

/**
 * The longest chain of imports from a module on. Fails where it comes back to one that is on it.
 */
function longestChain(
  url: string,
  above: readonly string[],
  known: Map<string, string[]>,
): string[] {
  const chain = [...above, url];
  assert(!above.includes(url), `a circle of imports: ${chain.join(" > ")}`);
  let longest = known.get(url);
  if (longest === undefined) {
    const rests = imports(url).map((other) => longestChain(other, chain, known));
    longest = [url, ...rests.toSorted((a, b) => b.length - a.length)[0] ?? []];
    known.set(url, longest);
  }
  return longest;
}

describe("decoders/", () => {
  it("has no circle of imports, and no chain of more than nine from a decoder on", () => {
    const known = new Map<string, string[]>();
    for (const { name } of Deno.readDirSync(DECODERS)) {
      if (!name.endsWith(".ts")) continue;
      const chain = longestChain(new URL(name, DECODERS).href, [], known);
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
