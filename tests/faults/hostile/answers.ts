/**
 * Decoders whose answers are no answers, or those of others.
 *
 * @module
 */

import type { Hostile } from "./contract.ts";

/** The right path, then what is done to it. */
const RIGHT = "const { paths } = right(lattice, k, work); const [path] = paths;";
const CAUGHT = ["error", "wrong"] as const;

/** They are measured beside honest ones. */
export const ANSWERS: readonly Hostile[] = [
  { name: "returns-nothing", decode: "right(lattice, k, work);", ends: ["error"] },
  { name: "returns-no-list", decode: "return { paths: null };", ends: ["error"] },
  { name: "returns-a-set", decode: `${RIGHT} return { paths: new Set(paths) };`, ends: ["error"] },
  { name: "returns-a-promise", decode: "return Promise.resolve(1);", ends: ["error"] },
  { name: "returns-no-path", decode: "return { paths: [] };", ends: ["wrong"] },
  { name: "returns-holes", decode: "return { paths: new Array(1) };", ends: CAUGHT },
  {
    name: "returns-too-many-paths",
    decode: `${RIGHT} return { paths: [path, path, path] };`,
    ends: CAUGHT,
  },
  {
    name: "returns-a-million-paths",
    decode: `${RIGHT} return { paths: new Array(1e6).fill(path) };`,
    ends: [...CAUGHT, "timeout"],
  },
  {
    name: "returns-a-path-too-short",
    decode: `${RIGHT} return { paths: [{ ...path, labels: path.labels.slice(1) }] };`,
    ends: CAUGHT,
  },
  {
    name: "returns-a-path-too-long",
    decode: `${RIGHT} return { paths: [{ ...path, labels: Int32Array.of(...path.labels, 0) }] };`,
    ends: CAUGHT,
  },
  {
    name: "returns-labels-that-are-not",
    decode: `${RIGHT} return { paths: [{ ...path, labels: path.labels.map(() => 6) }] };`,
    ends: CAUGHT,
  },
  {
    name: "returns-labels-below-zero",
    decode: `${RIGHT} return { paths: [{ ...path, labels: path.labels.map(() => -1) }] };`,
    ends: CAUGHT,
  },
  {
    name: "returns-labels-between-labels",
    decode: `${RIGHT} return { paths: [{ ...path, labels: Array.from(path.labels, () => 0.5) }] };`,
    ends: CAUGHT,
  },
  {
    name: "returns-words-for-labels",
    decode: `${RIGHT} return { paths: [{ ...path, labels: ["length", "toString"] }] };`,
    ends: CAUGHT,
  },
  {
    name: "returns-words-for-scores",
    decode: `${RIGHT} return { paths: [{ ...path, score: String(path.score) }] };`,
    ends: CAUGHT,
  },
  {
    name: "scores-without-bound",
    decode: `${RIGHT} return { paths: [{ ...path, score: Infinity }] };`,
    ends: CAUGHT,
  },
  {
    name: "scores-not-a-number",
    decode: `${RIGHT} return { paths: [{ ...path, score: NaN }] };`,
    ends: CAUGHT,
  },
  {
    name: "scores-with-big-integers",
    decode: `${RIGHT} return { paths: [{ ...path, score: 1n }] };`,
    ends: CAUGHT,
  },
  {
    name: "scores-a-unit-more",
    decode: `${RIGHT} return { paths: [{ ...path, score: path.score + 2 ** -30 }] };`,
    ends: ["wrong"],
  },
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
  {
    name: "approximates-and-claims",
    decode: `${RIGHT} return { paths: [{ ...path, labels: path.labels.map(() => 0) }] };`,
    ends: ["wrong"],
  },
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
