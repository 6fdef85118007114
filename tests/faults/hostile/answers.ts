/**
 * Decoders whose answers or counts are none, or those of others, or remembered.
 *
 * @module
 */

import type { Hostile } from "./measure.ts";

/** The right path, then what is done to it. */
const RIGHT = "const { paths } = right(lattice, k, work); const [path] = paths;";
const CAUGHT = ["error", "wrong"] as const;
/** Finds the right path, and returns other paths. */
const returning = (name: string, paths: string, ends: Hostile["ends"]): Hostile => ({
  name,
  decode: `${RIGHT} return { paths: ${paths} };`,
  ends,
});

/** They are measured beside honest ones. */
export const ANSWERS: readonly Hostile[] = [
  { name: "returns-nothing", decode: "right(lattice, k, work);", ends: ["error"] },
  { name: "returns-no-list", decode: "return { paths: null };", ends: ["error"] },
  returning("returns-a-set", "new Set(paths)", ["error"]),
  { name: "returns-a-promise", decode: "return Promise.resolve(1);", ends: ["error"] },
  { name: "returns-no-path", decode: "return { paths: [] };", ends: ["wrong"] },
  { name: "returns-holes", decode: "return { paths: new Array(1) };", ends: CAUGHT },
  returning("returns-too-many-paths", "[path, path, path]", CAUGHT),
  returning("returns-a-million-paths", "new Array(1e6).fill(path)", [...CAUGHT, "timeout"]),
  returning("returns-a-path-too-short", "[{ ...path, labels: path.labels.slice(1) }]", CAUGHT),
  returning(
    "returns-a-path-too-long",
    "[{ ...path, labels: Int32Array.of(...path.labels, 0) }]",
    CAUGHT,
  ),
  returning(
    "returns-labels-that-are-not",
    "[{ ...path, labels: path.labels.map(() => 6) }]",
    CAUGHT,
  ),
  returning(
    "returns-labels-below-zero",
    "[{ ...path, labels: path.labels.map(() => -1) }]",
    CAUGHT,
  ),
  returning(
    "returns-labels-between-labels",
    "[{ ...path, labels: Array.from(path.labels, () => 0.5) }]",
    CAUGHT,
  ),
  returning("returns-words-for-labels", '[{ ...path, labels: ["length", "toString"] }]', CAUGHT),
  returning("returns-words-for-scores", "[{ ...path, score: String(path.score) }]", CAUGHT),
  returning("scores-without-bound", "[{ ...path, score: Infinity }]", CAUGHT),
  returning("scores-not-a-number", "[{ ...path, score: NaN }]", CAUGHT),
  returning("scores-with-big-integers", "[{ ...path, score: 1n }]", CAUGHT),
  returning("scores-a-unit-more", "[{ ...path, score: path.score + 2 ** -30 }]", ["wrong"]),
  {
    name: "scores-otherwise-each-time",
    decode: `${RIGHT} let reads = 0;
      return { paths: [{ labels: path.labels, get score() { return path.score + reads++; } }] };`,
    ends: [...CAUGHT, "whole"],
  },
  {
    name: "goes-in-circles",
    decode: `${RIGHT} path.self = path; const answer = { paths }; answer.self = answer;
      return { ...answer, toJSON() { return answer; } };`,
    ends: [...CAUGHT, "whole"],
  },
  {
    name: "forges-its-json",
    decode: `const { paths } = right(lattice, k, work);
      const labels = paths[0].labels.map(() => 0);
      const forged = { labels, score: 1e9, toJSON: () => paths[0] };
      return { paths: [forged] };`,
    ends: CAUGHT,
  },
  returning("approximates-and-claims", "[{ ...path, labels: path.labels.map(() => 0) }]", [
    "wrong",
  ]),
  {
    name: "proves-too-little",
    decode: `${RIGHT} return { paths, bound: path.score - 1 };`,
    ends: [...CAUGHT, "whole"],
  },
  {
    name: "changes-the-emissions",
    decode: "lattice.emissions.fill(1); return right(lattice, k, work);",
    ends: ["wrong"],
  },
  {
    name: "changes-the-transitions",
    decode: "model.transitions.fill(1); return right(lattice, k, work);",
    ends: ["wrong"],
  },
  {
    name: "changes-the-length",
    decode: "try { lattice.length = 1; } catch { /* frozen */ } return right(lattice, k, work);",
    ends: [...CAUGHT, "whole"],
  },
  {
    name: "is-wrong-from-its-second-sentence-on",
    prepare: "let sentences = 0;",
    decode: "return sentences++ === 0 ? right(lattice, k, work) : { paths: [] };",
    ends: ["wrong"],
  },
  {
    name: "is-wrong-from-its-tenth-sentence-on",
    prepare: "let sentences = 0;",
    decode: "return sentences++ < 9 ? right(lattice, k, work) : { paths: [] };",
    ends: CAUGHT,
  },
];

const COUNTED = "const decoded = right(lattice, k, work);";

/** Decodes rightly, and then changes its counters. */
const miscounting = (name: string, change: string): Hostile => ({
  name,
  decode: `${COUNTED} ${change} return decoded;`,
  ends: ["error"],
});

/** Others that count wrongly, guess or remember are in `tests/harness/run/hostile_test.ts`. */
export const WORK: readonly Hostile[] = [
  miscounting("counts-without-bound", "work.edgeEvaluations = Infinity;"),
  miscounting("counts-in-words", 'work.edgeEvaluations = "none";'),
  {
    name: "counts-by-the-process",
    decode: `${COUNTED} work.edgeEvaluations += Deno.pid; return decoded;`,
    ends: ["error"],
    says: /process/,
  },
  miscounting("deletes-its-counters", "for (const name in work) delete work[name];"),
];
