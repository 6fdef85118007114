import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { globSync } from "node:fs";
import { resolveOptions } from "../../../decoders/chain/options.ts";
import { type Decoded, newWork } from "../../../decoders/contract.ts";
import { Arena, hasKernels, openArena } from "../../../decoders/kernels/arena.ts";
import type * as arenas from "../../../decoders/kernels/arena.ts";
import { placesOf } from "../../../decoders/kernels/rows.ts";
import { Tables } from "../../../decoders/kernels/tables.ts";
import { listDecoders } from "../../../harness/decoders/discover.ts";
import { Random } from "../../../datasets/random.ts";
import { deno } from "../../helpers/child.ts";
import { longIt } from "../../helpers/long.ts";
import { draw } from "../../helpers/problems.ts";
import { replacing } from "../../helpers/replacing.ts";

/** As where WebAssembly has no SIMD. */
function withoutSimd<Result>(action: () => Result): Result {
  using _ = replacing(WebAssembly, "validate", () => false);
  return action();
}

/** As in a browser's mode of high security. */
function withoutWebAssembly<Result>(action: () => Result): Result {
  const scope: { WebAssembly?: unknown } = globalThis;
  using _ = replacing(scope, "WebAssembly", undefined);
  return action();
}

describe("Arena", () => {
  it("allocate() gives blocks of zeros that stay where they are when memory grows", () => {
    const arena = new Arena("plain", 8);
    const address = arena.allocate(8);
    arena.doubles[address / 8] = 7;
    const other = arena.allocate(1 << 20);
    assertEquals(arena.doubles[address / 8], 7);
    assert(arena.doubles.subarray(other / 8, other / 8 + (1 << 17)).every((value) => value === 0));
  });

  it("allocate() and spare() refuse what is no size, and more than there is, and stay as they were", () => {
    const arena = new Arena("plain", 8);
    const next = arena.allocate(8) + 64;
    for (const bytes of [1.5, NaN, -64, Infinity, -Infinity]) {
      const message = `Cannot allocate this number of bytes: ${bytes}`;
      assertThrows(() => arena.allocate(bytes), RangeError, message);
      assertThrows(() => arena.spare(bytes), RangeError, message);
    }
    assertThrows(() => arena.allocate(2 ** 33), RangeError, "Cannot grow the memory of kernels");
    assertThrows(() => arena.spare(2 ** 33), RangeError, "Cannot grow the memory of kernels");
    assertEquals([arena.allocate(8), arena.allocate(8)], [next, next + 64]);
  });

  it("allocateTogether() allocates all blocks or none", () => {
    const arena = new Arena("plain", 8);
    const both = () => [arena.allocate(64), arena.allocate(64)];
    const [first] = arena.allocateTogether(both);
    const tooMuch = () => [arena.allocate(64), arena.allocate(2 ** 33)];
    for (let i = 0; i < 3; i++) assertThrows(() => arena.allocateTogether(tooMuch), RangeError);
    assertEquals(arena.allocateTogether(both), [first! + 128, first! + 192]);
  });

  it("hasRoomFor() says what 2 GiB can hold besides what is there", () => {
    const arena = new Arena("plain", 8);
    assertEquals([1.9 * 2 ** 30, 2 ** 31].map((bytes) => arena.hasRoomFor(bytes)), [false, false]);
    assert(arena.hasRoomFor(1.8 * 2 ** 30));
    arena.allocate(2 ** 28);
    assert(!arena.hasRoomFor(1.8 * 2 ** 30));
  });

  it("ends where an address in 32 bits would be read as a negative one", () => {
    const arena = new Arena("plain", 8);
    // Pages that were never written take no memory.
    arena.allocate(2 ** 31 - 2 ** 20);
    assertThrows(() => arena.allocate(2 ** 20), RangeError, "Cannot grow the memory of kernels");
    assertThrows(() => arena.spare(2 ** 20), RangeError, "Cannot grow the memory of kernels");
    const last = arena.allocate(2 ** 20 - 2048);
    assert(last > 0 && last + 2 ** 20 - 2048 <= 2 ** 31);
    arena.dispose();
  });

  it("spare() keeps views valid until so many bytes are used up", () => {
    const arena = new Arena("plain", 4);
    arena.spare(1 << 20);
    const view = arena.scores.subarray(arena.allocate(400) / 4).subarray(0, 100);
    arena.allocate((1 << 20) - 448);
    assertEquals(view.length, 100);
    arena.allocate(arena.spareBytes);
    assertEquals(view.length, 100);
    arena.allocate(1);
    assertEquals(view.length, 0);
  });

  it("dispose() detaches views, and nothing is allocated afterwards", () => {
    const arena = new Arena("plain", 8);
    const view = arena.integers.subarray(0, 10);
    arena.dispose();
    assertEquals([view.length, arena.integers.length, arena.scores.length], [0, 0, 0]);
    assertThrows(() => arena.allocate(8));
  });
});

it("hasKernels() says once why none compiles; requireKernels() makes that an error", async () => {
  const { href } = new URL("../../../decoders/kernels/arena.ts", import.meta.url);
  const fresh: typeof arenas = await import(`${href}?forbidden`);
  const said: string[] = [];
  let tries = 0;
  using _warn = replacing(console, "warn", (line: string) => said.push(line));
  const refusing = function () {
    tries++;
    throw new WebAssembly.CompileError("the policy forbids it");
  } as unknown as typeof WebAssembly.Module;
  using _Module = replacing(WebAssembly, "Module", refusing);
  for (let i = 0; i < 3; i++) {
    assert(!fresh.hasKernels());
    assertEquals(fresh.openArena("simd", true).kind, "plain");
  }
  assertEquals([said.length, tries], [1, 1]);
  assertStringIncludes(said[0]!, "the policy forbids it");
  assertStringIncludes(said[0]!, "'wasm-unsafe-eval'");
  fresh.requireKernels();
  const message = "Cannot compile the kernels of decoders: the policy forbids it";
  assertThrows(() => fresh.openArena("simd", false), TypeError, message);
  assertEquals(fresh.openArena("plain", false).kind, "plain");
});

describe("openArena()", () => {
  it("takes float32 only with SIMD and where that is exact", () => {
    assert(hasKernels());
    assertEquals(openArena("simd", true).scoreBytes, 4);
    assertEquals(openArena("simd", false).scoreBytes, 8);
    assertEquals(openArena("plain", true).scoreBytes, 8);
  });

  it("is plain without SIMD", () => {
    const { kind, scoreBytes } = withoutSimd(() => openArena("simd", true));
    assertEquals([kind, scoreBytes], ["plain", 8]);
  });
});

describe("kernel=simd", () => {
  it("is kernel=plain without SIMD: same paths, same work, and scores as with it", async () => {
    const random = new Random(20261122);
    // The memory of the last grows.
    const problems = [3, 40, 130].map((labels) => draw(labels, 6, () => random.integer(9)));
    const found = (await listDecoders()).filter(({ options }) => "kernel" in options);
    assert(found.length >= 7, `${found.length}`);
    for (const decoder of found) {
      for (const [model, lattice] of problems) {
        for (const k of decoder.maxK === 1 ? [1] : [1, 5]) {
          const run = (kernel: string) => {
            const work = newWork();
            const decode = decoder.prepare(model, { ...resolveOptions(decoder), kernel });
            return { ...decode(lattice, k, work), work };
          };
          const scoresOf = ({ paths }: Decoded) => paths.map(({ score }) => score);
          const expected = [run("plain"), scoresOf(run("simd"))];
          for (const without of [withoutSimd, withoutWebAssembly]) {
            const bare = without(() => run("simd"));
            assertEquals([bare, scoresOf(bare)], expected, `${decoder.name}, k = ${k}`);
          }
        }
      }
    }
  });
});

const FIELDS = {
  count: "i32",
  edgeEvaluations: "f64",
  list: "usize",
  nodeExpansions: "f64",
} as const;

describe("Tables", () => {
  it("have float64 at multiples of eight bytes", () => {
    const places = { count: 0, edges: 2, list: 4, nodes: 6, size: 8 };
    assertEquals(placesOf({ count: "i32", edges: "f64", list: "usize", nodes: "f64" }), places);
  });

  it("keeps integers, addresses and float64 apart", () => {
    const places = placesOf(FIELDS);
    const tables = new Tables(new Arena("plain", 8), places);
    tables.set({ count: -1, list: 64 });
    tables.setDouble(places.edgeEvaluations, 2 ** 40 + 0.5);
    tables.setDouble(places.nodeExpansions, 3);
    assertEquals([tables.get("count"), tables.get("list")], [-1, 64]);
    assertEquals(tables.double(places.edgeEvaluations), 2 ** 40 + 0.5);
    const work = newWork();
    tables.addCounts(work);
    assertEquals([work.edgeEvaluations, work.nodeExpansions], [2 ** 40 + 0.5, 3]);
  });
});

const KERNELS = new URL("../../../decoders/kernels/", import.meta.url);

longIt("binary.json is what the sources of its family compile to", async () => {
  // In a process of its own, as the compiler wants to read the environment.
  const flags = ["--quiet", "--no-check", "--no-lock", "--permission-set=kernels"];
  const { code, stdout, errors } = await deno("run", ...flags, `${KERNELS}build.ts`, "--print");
  assertEquals(code, 0, errors.join("\n"));
  const files = globSync("*/binary.json", { cwd: KERNELS }).sort();
  assert(files.length >= 6, files.join());
  const committed = files.map((path) => Deno.readTextFileSync(new URL(path, KERNELS)));
  assertEquals(stdout, committed.join(""));
});
