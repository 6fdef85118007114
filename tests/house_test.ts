import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { dirname } from "node:path";
import { imports, longestChain, needed } from "./helpers/imports.ts";

const ROOT = new URL("../", import.meta.url);
/** What may be imported from where: rooms to the left know nothing of those to the right. */
const ROOMS = ["decoders", "datasets", "harness", "reports"];
const TOP = ["cli.ts", "mod.ts"];
const MAX_LINES = 400;
const MAX_COMMENT_COLUMNS = 100;
/** Modules in a row, each of which imports the next; in `decoders/` from a decoder on. */
const LONGEST = { decoders: 9, datasets: 12, harness: 12, reports: 8 };
/**
 * How large a room may be: its modules, and their lines of code without comments and empty
 * lines. A folder that has a budget of its own does not count in its room. A commit
 * that needs more raises the number, and says why.
 */
const BUDGETS: Readonly<Record<string, readonly [files: number, lines: number]>> = {
  "harness/conformance": [19, 2_280],
  "harness/external": [2, 350],
  "harness/isolate": [9, 690],
  "tests/harness/external": [3, 430],
  "decoders/own_order": [6, 1_000],
  "decoders/kernels/own_order": [6, 640],
  "tests/decoders/own_order": [2, 250],
  "decoders/kernels/diagonals": [4, 310],
  "decoders/kernels/sum": [3, 240],
  "decoders/pairs": [3, 350],
  "decoders": [180, 18_990],
  "datasets/models": [23, 3_250],
  "datasets": [94, 12_920],
  "harness": [102, 11_160],
  "reports/explorer/page": [18, 2_140],
  "reports/site": [2, 172],
  "reports/studies": [31, 5_560],
  "reports/explorer": [10, 688],
  "reports/papers": [19, 3_660],
  "reports": [84, 9_170],
  "tests/datasets/models": [16, 1_650],
  "tests/reports/site": [1, 80],
  "tests/reports/explorer": [4, 970],
  "tests/decoders/pairs": [1, 220],
  "tests": [269, 31_650],
};

/** Files below a folder, as paths from the root. */
function filesIn(folder: string): string[] {
  if (folder === "reports/runs" || folder === "reports/reference") return [];
  return Array.from(Deno.readDirSync(new URL(`${folder}/`, ROOT)))
    .flatMap(({ name, isDirectory }) =>
      isDirectory ? filesIn(`${folder}/${name}`) : [`${folder}/${name}`]
    );
}

const isCode = (path: string) => /\.(tsx?|as|js)$/.test(path);

/** Lines of a file that are neither empty nor comments. */
function codeLines(path: string): number {
  const text = Deno.readTextFileSync(new URL(path, ROOT));
  const lines = text.replaceAll(/^\s*\/\*[^]*?\*\/\s*$/gm, "").split("\n");
  return lines.filter((line) => line.trim() !== "" && !/^\s*\/\//.test(line)).length;
}

const urlOf = (path: string) => new URL(path, ROOT).href;
const pathOf = (url: string) => url.slice(ROOT.href.length);
const product = [...ROOMS.flatMap(filesIn), ...TOP];
const modules = product.filter((path) => /\.tsx?$/.test(path));
const decoders = modules.filter((path) => dirname(path) === "decoders");

/** Imports for which something holds, as `from → to`. */
function importsThat(isOne: (from: string, to: string) => boolean): string[] {
  return modules.flatMap((from) =>
    imports(urlOf(from)).map(pathOf).filter((to) => isOne(from, to)).map((to) => `${from} → ${to}`)
  );
}

describe("the house", () => {
  it("has no circle of imports", () => {
    const known = new Map<string, string[]>();
    for (const path of modules) assert(longestChain(urlOf(path), ROOT, known).length > 0);
  });

  it("has no circle of folders within a room", () => {
    // Files at the top of a room are in no folder of it.
    const folderOf = (path: string) => dirname(path).split("/").slice(0, 2).join("/");
    const next = new Map<string, Set<string>>();
    for (const path of modules) {
      const [from, own] = [folderOf(path), next.get(folderOf(path)) ?? new Set<string>()];
      const others = imports(urlOf(path)).map(pathOf).map(folderOf)
        .filter((to) => to !== from && to.includes("/") && dirname(to) === dirname(from));
      next.set(from, own.union(new Set(others)));
    }
    const reached = (from: string, seen = new Set<string>()) => {
      for (const to of next.get(from) ?? []) if (!seen.has(to)) reached(to, seen.add(to));
      return seen;
    };
    const folders = [...next.keys()].filter((folder) => folder.includes("/"));
    const circles = folders.map((folder) =>
      folders.filter((other) => reached(folder).has(other) && reached(other).has(folder))
    );
    assertEquals(circles.filter((circle) => circle.length > 0), []);
  });

  it("has short chains of imports within its rooms", () => {
    for (const [room, longest] of Object.entries(LONGEST)) {
      const known = new Map<string, string[]>();
      const from = room === "decoders"
        ? decoders
        : modules.filter((path) => path.startsWith(`${room}/`));
      for (const path of from) {
        const chain = longestChain(urlOf(path), new URL(`${room}/`, ROOT), known);
        assertLessOrEqual(chain.length, longest, chain.join(" → "));
      }
    }
  });

  it("has rooms within their budgets", () => {
    const roomOf = (path: string) =>
      Object.keys(BUDGETS).find((room) => path.startsWith(`${room}/`));
    const sources = [...product, ...filesIn("tests")].filter(isCode);
    for (const [room, paths] of Map.groupBy(sources, roomOf)) {
      if (room === undefined) continue;
      const [files, lines] = BUDGETS[room]!;
      assertLessOrEqual(paths.length, files, `files in ${room}`);
      const count = paths.reduce((sum, path) => sum + codeLines(path), 0);
      assertLessOrEqual(count, lines, `lines of code in ${room}`);
    }
  });

  it("imports in one direction, and nothing from the tests", () => {
    const floor = (path: string) => [...ROOMS, ...TOP].indexOf(path.split("/")[0]!);
    const isWrong = (from: string, to: string) =>
      to !== "deno.json" && (floor(to) < 0 || floor(to) > floor(from));
    assertEquals(importsThat(isWrong), []);
  });

  it("keeps private files to their folders", () => {
    const isPrivate = (path: string) => /\/_[^/]+$/.test(path);
    assertEquals(importsThat((from, to) => isPrivate(to) && dirname(to) !== dirname(from)), []);
  });

  it("lists the contract, the lattice and decoders at the top of decoders/", async () => {
    for (const path of decoders.filter((path) => !/\/(contract|lattice)\.ts$/.test(path))) {
      const { default: decoder } = await import(urlOf(path));
      assertEquals(`decoders/${decoder?.name?.replaceAll("-", "_")}.ts`, path);
    }
  });

  it("gives the baseline no kernel and few files", () => {
    const files = [...needed(urlOf("decoders/viterbi.ts"))].map(pathOf);
    assertEquals(files.filter((path) => path.includes("kernels/")), []);
    assertLessOrEqual(files.length, 17, files.join(", "));
  });

  it("has no long file and no wide comment", () => {
    const sources = [...product, ...filesIn("tests")].filter(isCode);
    for (const path of sources) {
      const lines = Deno.readTextFileSync(new URL(path, ROOT)).trimEnd().split("\n");
      assertLessOrEqual(lines.length, MAX_LINES, path);
      lines.forEach((line, index) => {
        if (!/^\s*(\*|\/\/|\/\*)/.test(line) || /https?:|deno-lint/.test(line)) return;
        assertLessOrEqual(line.length, MAX_COMMENT_COLUMNS, `${path}:${index + 1}`);
      });
    }
  });

  it("has tests in the folders of what they test", () => {
    const folders = new Set([
      "helpers",
      ...product.flatMap((path) => {
        const parts = path.split("/");
        return parts.map((_, index) => parts.slice(0, index).join("/"));
      }),
    ]);
    const folderOf = (path: string) => dirname(path).slice("tests/".length);
    const stray = filesIn("tests").filter((path) => path.endsWith("_test.ts"));
    assertEquals(stray.filter((path) => !folders.has(folderOf(path))), []);
  });
});
