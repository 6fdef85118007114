/**
 * Decoders that miscount what they do, or do it once and remember. What is hard to say in a line
 * is in `tests/hostile/`, which the ordinary tests measure, too.
 *
 * @module
 */

import { hostileText } from "../../hostile/decoders.ts";
import type { Hostile } from "./contract.ts";

const RIGHT = "const decoded = right(lattice, k, work);";

const CAUGHT = ["error", "wrong"] as const;
const HARMLESS = ["whole"] as const;

/** Decoders of `tests/hostile/`. */
const OTHERS: Readonly<Record<string, Hostile["ends"]>> = {
  // When its answer is taken down it computes, on the clock.
  "answers-lazily": HARMLESS,
  "counts-backwards": CAUGHT,
  "counts-fractions": CAUGHT,
  "counts-no-number": CAUGHT,
  "counts-nothing": CAUGHT,
  "counts-too-little": CAUGHT,
  "guesses-the-unseen": CAUGHT,
  // What it knows does not come again.
  "remembers-by-content": HARMLESS,
  "remembers-by-object": CAUGHT,
  "remembers-centred": HARMLESS,
  "remembers-roughly": CAUGHT,
  "remembers-the-first": HARMLESS,
  // Variants of sentences this short may be the same: then it guesses.
  "right-the-first-time": [...HARMLESS, ...CAUGHT],
};

/** They are measured beside honest ones. */
export const WORK: readonly Hostile[] = [
  ...Object.entries(OTHERS).map(([name, ends]): Hostile => ({
    name,
    ends,
    text: hostileText(name),
  })),
  {
    name: "counts-without-bound",
    decode: `${RIGHT} work.edgeEvaluations = Infinity; return decoded;`,
    ends: ["error"],
  },
  {
    name: "counts-in-words",
    decode: `${RIGHT} work.edgeEvaluations = "none"; return decoded;`,
    ends: ["error"],
  },
  {
    name: "counts-by-the-process",
    decode: `${RIGHT} work.edgeEvaluations += Deno.pid; return decoded;`,
    ends: ["error"],
    says: /process/,
  },
  {
    name: "deletes-its-counters",
    decode: `${RIGHT} for (const name in work) delete work[name]; return decoded;`,
    ends: ["error"],
  },
];
