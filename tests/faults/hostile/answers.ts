/**
 * Decoders whose answers or counts are none, or those of others, or remembered.
 *
 * @module
 */

import { before, decoding, type Hostile } from "./measure.ts";

/** The right path, then what is done to it. */
const RIGHT = "const { paths } = right(lattice, k, work); const [path] = paths;";
const CAUGHT = ["error", "wrong"] as const;
/** Caught, or of no effect. */
const EITHER = [...CAUGHT, "whole"] as const;
/** Finds the right path, and returns other paths. */
const returning = (name: string, paths: string, ends: Hostile["ends"] = CAUGHT) =>
  decoding(name, `${RIGHT} return { paths: ${paths} };`, ends);
/** Returns it with one of its values changed. */
const changing = (name: string, value: string, ends?: Hostile["ends"]) =>
  returning(name, `[{ ...path, ${value} }]`, ends);

/** They are measured beside honest ones. */
export const ANSWERS: readonly Hostile[] = [
  decoding("returns-nothing", "right(lattice, k, work);", ["error"]),
  decoding("returns-no-list", "return { paths: null };", ["error"]),
  returning("returns-a-set", "new Set(paths)", ["error"]),
  decoding("returns-a-promise", "return Promise.resolve(1);", ["error"]),
  decoding("returns-no-path", "return { paths: [] };", ["wrong"]),
  decoding("returns-holes", "return { paths: new Array(1) };", CAUGHT),
  returning("returns-too-many-paths", "[path, path, path]"),
  returning("returns-a-million-paths", "new Array(1e6).fill(path)", [...CAUGHT, "timeout"]),
  changing("returns-a-path-too-short", "labels: path.labels.slice(1)"),
  changing("returns-a-path-too-long", "labels: Int32Array.of(...path.labels, 0)"),
  changing("returns-labels-that-are-not", "labels: path.labels.map(() => 6)"),
  changing("returns-labels-below-zero", "labels: path.labels.map(() => -1)"),
  changing("returns-labels-between-labels", "labels: Array.from(path.labels, () => 0.5)"),
  changing("returns-words-for-labels", 'labels: ["length", "toString"]'),
  changing("returns-words-for-scores", "score: String(path.score)"),
  changing("scores-without-bound", "score: Infinity"),
  changing("scores-not-a-number", "score: NaN"),
  changing("scores-with-big-integers", "score: 1n"),
  changing("scores-a-unit-more", "score: path.score + 2 ** -30", ["wrong"]),
  {
    name: "scores-otherwise-each-time",
    decode: `${RIGHT} let reads = 0;
      return { paths: [{ labels: path.labels, get score() { return path.score + reads++; } }] };`,
    ends: EITHER,
  },
  {
    name: "goes-in-circles",
    decode: `${RIGHT} path.self = path; const answer = { paths }; answer.self = answer;
      return { ...answer, toJSON() { return answer; } };`,
    ends: EITHER,
  },
  {
    name: "forges-its-json",
    decode: `const { paths } = right(lattice, k, work);
      const labels = paths[0].labels.map(() => 0);
      const forged = { labels, score: 1e9, toJSON: () => paths[0] };
      return { paths: [forged] };`,
    ends: CAUGHT,
  },
  changing("approximates-and-claims", "labels: path.labels.map(() => 0)", ["wrong"]),
  decoding("proves-too-little", `${RIGHT} return { paths, bound: path.score - 1 };`, EITHER),
  before("changes-the-emissions", "lattice.emissions.fill(1);", ["wrong"]),
  before("changes-the-transitions", "model.transitions.fill(1);", ["wrong"]),
  before("changes-the-length", "try { lattice.length = 1; } catch { /* frozen */ }", EITHER),
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
const miscounting = (name: string, change: string, says?: RegExp) =>
  decoding(name, `${COUNTED} ${change} return decoded;`, ["error"], says);

/** Others that count wrongly, guess or remember are in `tests/harness/run/hostile_test.ts`. */
export const WORK: readonly Hostile[] = [
  miscounting("counts-without-bound", "work.edgeEvaluations = Infinity;"),
  miscounting("counts-in-words", 'work.edgeEvaluations = "none";'),
  miscounting("counts-by-the-process", "work.edgeEvaluations += Deno.pid;", /process/),
  miscounting("deletes-its-counters", "for (const name in work) delete work[name];"),
];
