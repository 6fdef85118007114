/**
 * Decoders that do not come back, take their process with them, or reach for what is not theirs:
 * the harness's words and clock. Those that are hostile when they are loaded, or in what they say
 * of themselves, are in `tests/harness/decoders/describe_test.ts`.
 *
 * @module
 */

import { before, CAUGHT, decoding, HARMLESS, type Hostile, preparing, REFUSED } from "./measure.ts";

/** They are measured beside honest ones. */
export const FLOW: readonly Hostile[] = [
  decoding("never-returns", "for (;;);", ["timeout"], /within \d+ ms/),
  preparing("never-prepares", "for (;;);", ["timeout"], /within \d+ ms/),
  {
    name: "returns-more-slowly-each-time",
    prepare: "let ms = 1;",
    decode: `for (const end = performance.now() + (ms *= 2); performance.now() < end;);
      return right(lattice, k, work);`,
    // A slow cell is timed a few times only.
    ends: [...REFUSED, "timeout"],
  },
  decoding("throws", 'throw new RangeError("out of luck");', ["error"], /luck/),
  decoding("throws-null", "throw null;", ["error"]),
  decoding(
    "throws-what-cannot-be-said",
    "throw { toString() { throw this; }, get message() { throw this; } };",
    ["error"],
  ),
  decoding("throws-a-book", 'throw new Error("long\\n".repeat(100000));', ["error"]),
  preparing("fails-to-prepare", 'throw new Error("no memory");', ["error"], /no memory/),
  decoding("leaves", "Deno.exit(0);", ["error"], /ended/),
  preparing("leaves-when-prepared", "Deno.exit(0);", ["error"], /ended/),
  preparing("leaves-from-a-timer", "setTimeout(() => Deno.exit(0), 100);", REFUSED),
  decoding("ends-by-a-signal", 'Deno.kill(Deno.pid, "SIGKILL");', ["error"]),
  decoding("ends-its-parent", 'Deno.kill(Deno.ppid, "SIGKILL");', ["error"]),
  // Nothing waits for promises between two answers.
  before("rejects-later", 'Promise.reject(new Error("late"));', HARMLESS),
  preparing("lets-nobody-else-run", "const next = () => queueMicrotask(next); next();", HARMLESS),
  decoding("recurses-for-ever", "const f = (n) => 1 + f(n + 1); f(0);", ["error"], /call stack/),
  decoding(
    "asks-for-all-memory",
    "return { paths: [{ score: 0, labels: new Float64Array(2 ** 42) }] };",
    ["error"],
  ),
  preparing("keeps-a-timer", "setInterval(() => {}, 1);", HARMLESS),
  preparing("keeps-a-process-alive", 'addEventListener("unload", () => { for (;;); });', HARMLESS),
  preparing(
    "ignores-signals",
    'for (const name of ["SIGTERM", "SIGINT"]) Deno.addSignalListener(name, () => {});',
    REFUSED,
  ),
];

/** As the harness marks its messages. */
const FORGED = '"\\u0001trellis " + JSON.stringify({ elapsedMs: 1e-9, answers: [], digest: "" })';
const WRONG = "return { paths: [] };";

/**
 * They are measured beside honest ones. What the permissions of their process deny is tried by
 * `tests/hostile/reaches_out.ts`, and floods and other clocks by its neighbours.
 */
export const REACH: readonly Hostile[] = [
  decoding("forges-a-message", `console.log(${FORGED}); ${WRONG}`, CAUGHT),
  decoding(
    "forges-a-message-below-the-console",
    `Deno.stdout.writeSync(new TextEncoder().encode(${FORGED} + "\\n")); ${WRONG}`,
    CAUGHT,
  ),
  before(
    "breaks-a-message",
    `Deno.stdout.writeSync(new TextEncoder().encode("\\u0001trellis {"));`,
    REFUSED,
  ),
  before("talks", 'console.log("{}"); console.error("{}");', HARMLESS),
  before("closes-its-output", "Deno.stdout.close();", CAUGHT),
  preparing("reads-the-questions", "Deno.stdin.readSync(new Uint8Array(1e5));", CAUGHT),
  preparing("turns-the-clock-back", "let time = 1e9; performance.now = () => time -= 1;", REFUSED),
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
  preparing(
    "empties-all-lists",
    "Array.prototype.map = () => []; Array.prototype[Symbol.iterator] = function* () {};",
    [...CAUGHT, ...HARMLESS],
  ),
  {
    name: "pollutes-all-objects",
    prepare: 'Object.prototype.verdict = "correct"; Object.prototype.then = (go) => go({});',
    decode: WRONG,
    ends: CAUGHT,
  },
  preparing(
    "freezes-all-objects",
    "for (const it of [Object, Array, Map]) Object.freeze(it.prototype);",
    REFUSED,
  ),
  preparing("lies-about-memory", "Deno.memoryUsage = () => ({ rss: -1 });", REFUSED),
];
