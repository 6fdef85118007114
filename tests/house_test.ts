import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const ROOMS = ["decoders", "datasets", "harness", "reports"];
/** What may be imported from where: rooms to the left know nothing of those to the right. */
const ORDER = [...ROOMS, "cli.ts", "mod.ts"];
const MAX_LINES = 300;
const MAX_COMMENT_COLUMNS = 100;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*/g;
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*["'](\.{1,2}\/[^"']+)["']/g;

/** Files below a folder, as paths from the root. */
function filesIn(folder: string): string[] {
  return Array.from(Deno.readDirSync(join(ROOT, folder))).flatMap(({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    if (path === "reports/runs" || path === "reports/reference") return [];
    return isDirectory ? filesIn(path) : [path];
  });
}

const read = (path: string) => Deno.readTextFileSync(join(ROOT, path));
const product = [...ROOMS.flatMap(filesIn), "cli.ts", "mod.ts"];
const modules = product.filter((path) => path.endsWith(".ts"));

/** What each module imports by a relative path, types included. */
const imports = new Map(
  modules.map((path) => {
    const found = read(path).replaceAll(COMMENT, "").matchAll(IMPORT);
    return [path, Array.from(found, ([, to]) => join(dirname(path), to!))] as const;
  }),
);

/** The longest chain of imports from a module, within a room; a circle is an error. */
function longestChain(path: string, room: string, known: Map<string, string[]>): string[] {
  const before = known.get(path);
  if (before !== undefined) return before;
  const walk = (module: string, trail: readonly string[]): string[] => {
    assert(!trail.includes(module), `a circle of imports: ${[...trail, module].join(" → ")}`);
    const done = known.get(module);
    if (done !== undefined) return done;
    const next = imports.get(module)!.filter((to) => to.startsWith(room))
      .map((to) => walk(to, [...trail, module]));
    const longest = next.reduce((most, chain) => chain.length > most.length ? chain : most, []);
    known.set(module, [module, ...longest]);
    return [module, ...longest];
  };
  return walk(path, []);
}

function longestIn(room: string): string[] {
  const known = new Map<string, string[]>();
  return modules.filter((path) => path.startsWith(room))
    .map((path) => longestChain(path, room, known))
    .reduce((most, chain) => chain.length > most.length ? chain : most);
}

/** A module and all that it imports. */
function reached(path: string): Set<string> {
  const found = new Set([path]);
  for (const module of found) for (const to of imports.get(module) ?? []) found.add(to);
  return found;
}

describe("the house", () => {
  it("has no circle of imports", () => {
    assert(longestIn("").length > 1);
  });

  it("has short chains of imports", () => {
    const limits = { "decoders/": 9, "reports/": 7 };
    for (const [room, limit] of Object.entries(limits)) {
      const chain = longestIn(room);
      assert(chain.length <= limit, `${chain.length} in a row: ${chain.join(" → ")}`);
    }
  });

  it("imports in one direction, and nothing from the tests", () => {
    const place = (path: string) => ORDER.indexOf(path.split("/")[0]!);
    const upwards = [...imports].flatMap(([from, targets]) =>
      targets.filter((to) => to !== "deno.json" && (place(to) < 0 || place(to) > place(from)))
        .map((to) => `${from} → ${to}`)
    );
    assertEquals(upwards, []);
  });

  it("keeps private files to their folders", () => {
    const seen = [...imports].flatMap(([from, targets]) =>
      targets.filter((to) => /\/_[^/]+$/.test(to) && dirname(to) !== dirname(from))
        .map((to) => `${from} → ${to}`)
    );
    assertEquals(seen, []);
  });

  it("lists the contract, the lattice and decoders at the top of decoders/", async () => {
    const top = modules.filter((path) => dirname(path) === "decoders");
    const others = top.filter((path) => !/\/(contract|lattice)\.ts$/.test(path));
    for (const path of others) {
      const { default: decoder } = await import(`../${path}`);
      assertEquals(`decoders/${decoder?.name?.replaceAll("-", "_")}.ts`, path);
    }
  });

  it("gives the baseline no kernel and few files", () => {
    const files = [...reached("decoders/viterbi.ts")];
    assertEquals(files.filter((path) => path.includes("kernels/")), []);
    assert(files.length <= 16, `${files.length} files: ${files.join(", ")}`);
  });

  it("has no long file and no wide comment", () => {
    const sources = [...product, ...filesIn("tests")]
      .filter((path) => /\.(ts|as|js)$/.test(path) && !/binary[^/]*\.ts$/.test(path));
    for (const path of sources) {
      const lines = read(path).split("\n");
      assert(lines.length <= MAX_LINES + 1, `${path} has ${lines.length} lines`);
      lines.forEach((line, index) => {
        const isComment = /^\s*(\*|\/\/|\/\*)/.test(line) && !/https?:|deno-lint/.test(line);
        const isWide = isComment && line.length > MAX_COMMENT_COLUMNS;
        assert(!isWide, `${path}:${index + 1} has a comment of ${line.length} columns`);
      });
    }
  });

  it("has tests in the folders of what they test", () => {
    const folders = new Set(product.flatMap((path) => {
      const parts = path.split("/");
      return parts.map((_, index) => parts.slice(0, index).join("/"));
    }));
    const stray = filesIn("tests").filter((path) => path.endsWith("_test.ts"))
      .filter((path) => !folders.has(relative("tests", dirname(path))));
    assertEquals(stray, []);
  });
});
