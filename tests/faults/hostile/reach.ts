/**
 * Decoders that reach for what is not theirs: files, processes, the harness's words and clock.
 *
 * @module
 */

import type { Hostile } from "./contract.ts";

const DENIED = /NotCapable|Requires .* access/;
/** As the harness marks its messages. */
const FORGED = '"\\u0001trellis " + JSON.stringify({ elapsedMs: 1e-9, answers: [], digest: "" })';
const WRONG = "return { paths: [] };";
const CAUGHT = ["error", "wrong", "timeout"] as const;

/** They are measured beside honest ones. */
export const REACH: readonly Hostile[] = [
  {
    name: "writes-a-file",
    decode: 'Deno.writeTextFileSync("escaped", "x"); return right(lattice, k, work);',
    ends: ["error"],
    says: DENIED,
  },
  {
    name: "reads-a-file",
    decode: 'Deno.readTextFileSync("/etc/hostname"); return right(lattice, k, work);',
    ends: ["error"],
    says: DENIED,
  },
  {
    name: "lists-the-scratch-folder",
    decode: 'Array.from(Deno.readDirSync("/tmp")); return right(lattice, k, work);',
    ends: ["error"],
    says: DENIED,
  },
  {
    name: "starts-a-process",
    decode: 'new Deno.Command("true").outputSync(); return right(lattice, k, work);',
    ends: ["error"],
    says: DENIED,
  },
  {
    name: "reaches-for-the-network",
    decode: "Deno.listen({ port: 0 }); return right(lattice, k, work);",
    ends: ["error"],
    says: DENIED,
  },
  {
    name: "reads-the-environment",
    decode: 'Deno.env.get("HOME"); return right(lattice, k, work);',
    ends: ["error", "whole"],
  },
  {
    name: "forges-a-message",
    decode: `console.log(${FORGED}); ${WRONG}`,
    ends: CAUGHT,
  },
  {
    name: "forges-a-message-below-the-console",
    decode: `Deno.stdout.writeSync(new TextEncoder().encode(${FORGED} + "\\n")); ${WRONG}`,
    ends: CAUGHT,
  },
  {
    name: "breaks-a-message",
    decode: `Deno.stdout.writeSync(new TextEncoder().encode("\\u0001trellis {"));
      return right(lattice, k, work);`,
    ends: ["error", "whole"],
  },
  {
    name: "talks",
    decode: 'console.log("{}"); console.error("{}"); return right(lattice, k, work);',
    ends: ["whole"],
  },
  {
    name: "floods-its-output",
    decode: 'console.log("x".repeat(1e6)); return right(lattice, k, work);',
    ends: ["error", "timeout", "whole"],
  },
  {
    name: "floods-its-errors",
    decode: 'console.error("x".repeat(1e6)); return right(lattice, k, work);',
    ends: ["error", "timeout", "whole"],
  },
  {
    name: "closes-its-output",
    decode: "Deno.stdout.close(); return right(lattice, k, work);",
    ends: CAUGHT,
  },
  {
    name: "reads-the-questions",
    prepare: "Deno.stdin.readSync(new Uint8Array(1e5));",
    ends: CAUGHT,
  },
  {
    name: "stops-the-clock",
    top: "performance.now = () => 0; Date.now = () => 0;",
    ends: ["error", "whole"],
  },
  {
    name: "turns-the-clock-back",
    prepare: "let time = 1e9; performance.now = () => (time -= 1);",
    ends: ["error", "whole"],
  },
  {
    name: "writes-its-own-json",
    top: `JSON.stringify = () => '{"answers":[],"work":{},"digest":"","decodeMs":0,"peakMb":0}';`,
    decode: WRONG,
    ends: CAUGHT,
  },
  {
    name: "reads-its-own-json",
    top: "const parse = JSON.parse; JSON.parse = (text) => ({ ...parse(text), passes: 1 });",
    decode: WRONG,
    ends: CAUGHT,
  },
  {
    name: "empties-all-lists",
    prepare: "Array.prototype.map = () => []; Array.prototype[Symbol.iterator] = function* () {};",
    ends: [...CAUGHT, "whole"],
  },
  {
    name: "pollutes-all-objects",
    prepare: 'Object.prototype.verdict = "correct"; Object.prototype.then = (go) => go({});',
    decode: WRONG,
    ends: CAUGHT,
  },
  {
    name: "freezes-all-objects",
    prepare: "for (const it of [Object, Array, Map]) Object.freeze(it.prototype);",
    ends: ["error", "whole"],
  },
  {
    name: "lies-about-memory",
    prepare: "Deno.memoryUsage = () => ({ rss: -1 });",
    ends: ["error", "whole"],
  },
  {
    name: "starts-a-worker",
    prepare: `const url = URL.createObjectURL(new Blob(["for (;;);"]));
      new Worker(url, { type: "module" });`,
    ends: ["error", "whole"],
  },
];
