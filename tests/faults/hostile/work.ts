/**
 * Decoders that miscount what they do, or do it once and remember. What is hard to say in a line
 * is in `tests/hostile/`, which the ordinary tests measure, too.
 *
 * @module
 */

import type { Hostile } from "./contract.ts";

const RIGHT = "const decoded = right(lattice, k, work);";

const CAUGHT = ["error", "wrong"] as const;
const HARMLESS = ["whole"] as const;

/** Modules of `tests/hostile/`. */
const FILES: Readonly<Record<string, Hostile["ends"]>> = {
  // When its answer is taken down it computes, on the clock.
  answers_lazily: HARMLESS,
  counts_backwards: CAUGHT,
  counts_fractions: CAUGHT,
  counts_no_number: CAUGHT,
  counts_nothing: CAUGHT,
  counts_too_little: CAUGHT,
  guesses_the_unseen: CAUGHT,
  // What it knows does not come again.
  remembers_by_content: HARMLESS,
  remembers_by_object: CAUGHT,
  remembers_centred: HARMLESS,
  remembers_roughly: CAUGHT,
  remembers_the_first: HARMLESS,
  // Variants of sentences this short may be the same: then it guesses.
  right_the_first_time: [...HARMLESS, ...CAUGHT],
};

/** They are measured beside honest ones. */
export const WORK: readonly Hostile[] = [
  ...Object.entries(FILES).map(([file, ends]): Hostile => ({
    name: file.replaceAll("_", "-"),
    text: `export { default } from "${new URL(`../../hostile/${file}.ts`, import.meta.url)}";`,
    ends,
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
