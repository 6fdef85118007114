import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import * as decoders from "../decoders/tagging/mod.ts";
import * as everything from "../mod.ts";
import { modulesIn } from "../datasets/modules.ts";
import * as synthetic from "../datasets/synthetic/mod.ts";
import { needed } from "./helpers/imports.ts";

/** How many names the main entry point may have, types included. */
const MOST_NAMES = 69;

const ROOT = new URL("../", import.meta.url);
const IMPORT = /(?:import|export)\s[^"'`;]*?from "([^"]+)";|await import\("([^"]+)"\)/g;

const HASHES = ["@noble/hashes/sha2.js", "@noble/hashes/utils.js"];
const RANDOM = ["pure-rand/distribution/uniformFloat64", "pure-rand/generator/xoroshiro128plus"];

/** What a module imports of others than the project, examples in comments left out. */
function othersIn(text: string): string[] {
  return Array.from(text.replace(/^ \*.*$/gm, "").matchAll(IMPORT), ([, one, late]) => one ?? late!)
    .filter((specifier) => !specifier.startsWith("."));
}

describe("entry points", () => {
  const cases = [
    ["mod.ts", []],
    ["decoders/tagging/mod.ts", []],
    ["decoders/tagging/contract.ts", []],
    ["datasets/packs/in_memory.ts", HASHES],
    ["datasets/models/mod.ts", HASHES],
    ["datasets/cfg/mod.ts", HASHES],
    ["datasets/synthetic/mod.ts", [...HASHES, ...RANDOM]],
    ["datasets/packs/mod.ts", [...HASHES, "node:fs/promises", "node:zlib"]],
  ] as const;
  for (const [entry, expected] of cases) {
    it(`${entry} needs ${expected.join(", ") || "nothing"} and no Deno`, () => {
      const others = new Set<string>();
      for (const url of needed(new URL(entry, ROOT).href)) {
        const text = Deno.readTextFileSync(new URL(url));
        for (const other of othersIn(text)) others.add(other);
        assert(!/\bDeno\.|import\.meta|\.(from|to)(Base64|Hex)\(/.test(text), url);
      }
      assertEquals([...others].sort(), [...expected].sort());
    });
  }

  it("export all decoders and all families", async () => {
    const exported = [...Object.values(decoders), ...Object.values(synthetic)]
      .map((one) => Object(one).name);
    for (const folder of ["decoders/", "datasets/synthetic/"]) {
      const found = await modulesIn<{ name: string }>(
        new URL(folder, ROOT),
        (url) => assert(false, url),
      );
      for (const { url, value } of found) assert(exported.includes(value.name), url);
    }
    for (const name of Object.keys(decoders)) assert(name in everything, name);
  });

  it("export few names from mod.ts, and of each decoder its options with it", async () => {
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["doc", "--json", "mod.ts"],
      cwd: ROOT,
    }).output();
    const { nodes } = JSON.parse(new TextDecoder().decode(stdout));
    const modules = Object.values(nodes) as { symbols: { name: string }[] }[];
    const names = modules.flatMap(({ symbols }) => symbols.map(({ name }) => name));
    assert(names.length > 50 && names.length <= MOST_NAMES, `${names.length}: ${names}`);
    assertEquals(names.filter((name) => /^[A-Z_]+$/.test(name)), ["UNLABELLED"]);
  });
});
