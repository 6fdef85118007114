/**
 * Decoders that miscount what they do, or do it once and remember. What is hard to say in a line
 * is in `tests/hostile/`, which the ordinary tests measure, too.
 *
 * @module
 */

import type { Hostile } from "./contract.ts";

const RIGHT = "const decoded = right(lattice, k, work);";

/** Modules of `tests/hostile/`. */
const FILES = [
  ...["answers_lazily", "counts_backwards", "counts_fractions", "counts_no_number"],
  ...["counts_nothing", "counts_too_little", "guesses_the_unseen", "remembers_by_content"],
  ...["remembers_by_object", "remembers_centred", "remembers_roughly", "remembers_the_first"],
  "right_the_first_time",
];

/** They are measured beside honest ones. */
export const WORK: readonly Hostile[] = [
  ...FILES.map((file): Hostile => ({
    name: file.replaceAll("_", "-"),
    text: `export { default } from "${new URL(`../../hostile/${file}.ts`, import.meta.url)}";`,
    ends: ["error", "wrong"],
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
