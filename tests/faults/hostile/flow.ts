/**
 * Decoders that do not come back, or take their process with them.
 *
 * @module
 */

import type { Hostile } from "./contract.ts";

const CAUGHT = ["error", "timeout"] as const;

/** They are measured beside honest ones. */
export const FLOW: readonly Hostile[] = [
  { name: "never-returns", decode: "for (;;);", ends: ["timeout"], says: /within \d+ ms/ },
  { name: "never-prepares", prepare: "for (;;);", ends: ["timeout"], says: /within \d+ ms/ },
  {
    name: "returns-more-slowly-each-time",
    prepare: "let ms = 1;",
    decode: `for (const end = performance.now() + (ms *= 2); performance.now() < end;);
      return right(lattice, k, work);`,
    // A slow cell is timed a few times only.
    ends: [...CAUGHT, "whole"],
  },
  { name: "throws", decode: 'throw new RangeError("out of luck");', ends: ["error"], says: /luck/ },
  { name: "throws-null", decode: "throw null;", ends: ["error"] },
  {
    name: "throws-what-cannot-be-said",
    decode: "throw { toString() { throw this; }, get message() { throw this; } };",
    ends: ["error"],
  },
  {
    name: "throws-a-book",
    decode: 'throw new Error("long\\n".repeat(100000));',
    ends: ["error"],
  },
  {
    name: "fails-to-prepare",
    prepare: 'throw new Error("no memory");',
    ends: ["error"],
    says: /no memory/,
  },
  { name: "leaves", decode: "Deno.exit(0);", ends: ["error"], says: /ended/ },
  { name: "leaves-when-prepared", prepare: "Deno.exit(0);", ends: ["error"], says: /ended/ },
  {
    name: "leaves-from-a-timer",
    prepare: "setTimeout(() => Deno.exit(0), 100);",
    ends: ["error", "whole"],
  },
  { name: "ends-by-a-signal", decode: 'Deno.kill(Deno.pid, "SIGKILL");', ends: ["error"] },
  { name: "ends-its-parent", decode: 'Deno.kill(Deno.ppid, "SIGKILL");', ends: ["error"] },
  {
    name: "rejects-later",
    decode: 'Promise.reject(new Error("late")); return right(lattice, k, work);',
    // Nothing waits for promises between two answers.
    ends: ["whole"],
  },
  {
    name: "lets-nobody-else-run",
    prepare: "const again = () => queueMicrotask(again); again();",
    ends: ["whole"],
  },
  {
    name: "recurses-for-ever",
    decode: "const f = (n) => 1 + f(n + 1); f(0);",
    ends: ["error"],
    says: /call stack/,
  },
  {
    name: "asks-for-all-memory",
    decode: "return { paths: [{ score: 0, labels: new Float64Array(2 ** 42) }] };",
    ends: ["error"],
  },
  {
    name: "keeps-a-timer",
    prepare: "setInterval(() => {}, 1);",
    ends: ["whole"],
  },
  {
    name: "keeps-its-process-alive",
    prepare: 'addEventListener("unload", (event) => { for (;;); });',
    ends: ["whole"],
  },
  {
    name: "ignores-signals",
    prepare: 'for (const name of ["SIGTERM", "SIGINT"]) Deno.addSignalListener(name, () => {});',
    ends: ["error", "whole"],
  },
];
