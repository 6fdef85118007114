/**
 * Decoders that want a better speed than they have. What is hard to say in a line is in
 * `tests/hostile/`.
 *
 * @module
 */

import { hostileText } from "../../hostile/decoders.ts";
import { CAUGHT, HARMLESS, type Hostile, preparing, REFUSED } from "./measure.ts";

/** Decoders of `tests/hostile/`. */
const OTHERS: Readonly<Record<string, Hostile["ends"]>> = {
  "asks-the-object": REFUSED,
  "decodes-in-background": HARMLESS,
  "decodes-reserved-rows": HARMLESS,
  // It knows the name of a file that is not there yet.
  "reads-ahead": ["error"],
  "remembers-by-best-scores": [...CAUGHT, ...HARMLESS],
  "shadows-lengths": ["error"],
  "starts-the-clock-again": HARMLESS,
};

/** Right rows of its own, and then what is done to them. */
function rows(changes: string, scores = "new Float64Array(size)"): string {
  return `const L = model.labelCount;
    return Object.assign((lattice, k, work) => right(lattice, k, work), {
      reserve(positions) {
        const size = positions * L;
        const scores = ${scores};
        const lattice = (position, length) =>
          ({ length, emissions: scores.subarray(position * L, (position + length) * L) });
        const block = { scores, stride: L, lattice };
        ${changes}
        return block;
      },
    });`;
}

/** They are measured beside honest ones. */
export const SPEED: readonly Hostile[] = [
  ...Object.entries(OTHERS).map(([name, ends]): Hostile => ({
    name,
    ends,
    text: hostileText(name),
  })),
  preparing(
    "decodes-when-placed",
    `const known = new WeakMap();
      const decode = (lattice, k, work) => known.get(lattice) ?? right(lattice, k, work);
      return Object.assign(decode, {
        place(lattice) {
          known.set(lattice, right(lattice, 1, {}));
          return lattice;
        },
      });`,
    HARMLESS,
  ),
  preparing("shares-its-rows", rows("", "new Float64Array(new SharedArrayBuffer(8 * size))"), [
    "error",
  ], /other threads/),
  preparing("reserves-a-proxy", rows("block.scores = new Proxy(scores, {});"), ["error"]),
  preparing(
    "reserves-a-stride-that-looks",
    rows("block.stride = { valueOf: () => (right(lattice(0, 1), 1, {}), L) };"),
    ["error"],
    /stride/,
  ),
  preparing(
    "has-rows-elsewhere-each-time",
    rows("Object.defineProperty(block, 'scores', { get: () => scores.slice() });"),
    [...CAUGHT, ...HARMLESS],
  ),
  preparing(
    "makes-its-own-species",
    "Object.defineProperty(Uint8Array, Symbol.species, { get: () => Uint8Array });",
    ["error"],
    /species/,
  ),
  preparing(
    "makes-a-species-of-scores",
    "Object.defineProperty(Float64Array, Symbol.species, { get: () => Float64Array });",
    ["error"],
    /species/,
  ),
  {
    name: "replaces-then",
    top: `const { then } = Promise.prototype;
      Promise.prototype.then = function (go, no) {
        return then.call(this, (value) => {
          if (value !== null && typeof value === "object") value.elapsedMs = value.busyMs = 1e-9;
          return go?.(value);
        }, no);
      };`,
    ends: HARMLESS,
  },
  preparing("replaces-map", "Array.prototype.map = () => new Proxy([], {});", ["error"], /map/),
  preparing(
    "defines-map-where-it-can",
    "Reflect.defineProperty(Array.prototype, 'map', { value: () => [] });",
    HARMLESS,
  ),
  preparing(
    "replaces-the-getters-of-arrays",
    `const any = Object.getPrototypeOf(Float64Array.prototype);
      Object.defineProperty(any, "length", { get: () => 0 });`,
    ["error"],
    /length/,
  ),
  preparing("replaces-arrays", "globalThis.Float64Array = class extends Float64Array {};", [
    "error",
  ], /Float64Array/),
  preparing("replaces-lists-of-integers", "globalThis.Int32Array = class extends Int32Array {};", [
    "error",
  ], /Int32Array/),
  preparing("replaces-maps", "Map.prototype.get = () => undefined;", ["error"], /get/),
  {
    name: "stops-all-clocks",
    top: `import process from "node:process";
      performance.now = () => 0;
      Date.now = () => 0;
      process.hrtime = Object.assign(() => [0, 0], { bigint: () => 0n });
      process.cpuUsage = () => ({ user: 0, system: 0 });
      Deno.memoryUsage = () => ({ rss: 1 });`,
    ends: HARMLESS,
  },
  preparing(
    "sorts-as-it-likes",
    "Reflect.set(Array.prototype, 'toSorted', () => [1e-9]);",
    HARMLESS,
  ),
  preparing(
    "looks-inside-deno",
    `const inside = Deno[Deno.internal] ?? Deno[Symbol.for("Deno.internal")];
      if (inside !== undefined) throw new Error("it sees the inside");`,
    HARMLESS,
  ),
  {
    name: "answers-early",
    prepare: `const token = crypto.randomUUID();
      const value = JSON.stringify({ value: null, bytes: [0, 0] });
      const line = new TextEncoder().encode("\\n" + token + " " + value + "\\n");`,
    decode: "Deno.stdout.writeSync(line); return right(lattice, k, work);",
    ends: HARMLESS,
  },
];
