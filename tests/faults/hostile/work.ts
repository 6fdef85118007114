/**
 * Decoders that miscount what they do, or do it once and remember.
 *
 * @module
 */

import type { Hostile } from "./contract.ts";

const RIGHT = "const decoded = right(lattice, k, work);";
const TEXT = "String(lattice.emissions.subarray(0, lattice.length * model.labelCount))";

/** They are measured beside honest ones. */
export const WORK: readonly Hostile[] = [
  {
    name: "counts-below-zero",
    decode: `${RIGHT} work.edgeEvaluations = -1e9; return decoded;`,
    ends: ["error"],
    says: /edgeEvaluations|edge evaluations|work/,
  },
  {
    name: "counts-in-fractions",
    decode: `${RIGHT} work.nodeExpansions += 0.5; return decoded;`,
    ends: ["error"],
    says: /nodeExpansions|node expansions|work/,
  },
  {
    name: "counts-not-a-number",
    decode: `${RIGHT} work.iterations = NaN; return decoded;`,
    ends: ["error"],
    says: /iterations|work/,
  },
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
    name: "counts-nothing",
    decode: "const own = { ...work }; return right(lattice, k, own);",
    ends: ["error"],
    says: /iterations|nodeExpansions|edgeEvaluations/,
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
  {
    name: "remembers-by-object",
    prepare: "const answers = new WeakMap();",
    decode: `if (!answers.has(lattice)) answers.set(lattice, right(lattice, k, work));
      else work.iterations++, work.nodeExpansions += 30, work.edgeEvaluations += 36;
      return answers.get(lattice);`,
    ends: ["error", "wrong", "whole"],
  },
  {
    name: "remembers-by-content",
    prepare: "const answers = new Map();",
    decode: `const text = ${TEXT};
      const kept = answers.get(text) ?? { decoded: undefined, counted: { ...work } };
      if (kept.decoded === undefined) {
        // So slow that reading the contents again is fast.
        for (let i = 0; i < 300; i++) kept.decoded = right(lattice, k, { ...kept.counted });
        answers.set(text, kept);
      }
      const steps = lattice.length - 1;
      work.iterations++;
      work.nodeExpansions += 6 * steps;
      work.edgeEvaluations += 36 * steps;
      return kept.decoded;`,
    ends: ["error"],
    says: /remember/,
  },
  {
    name: "answers-the-first-time-only",
    prepare: "const seen = new Map();",
    decode: `const text = ${TEXT};
      const times = seen.get(text) ?? 0;
      seen.set(text, times + 1);
      return times < 2 ? right(lattice, k, work) : { paths: [] };`,
    ends: ["error", "wrong"],
  },
];
