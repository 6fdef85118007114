/**
 * Hashes of plans: shards of one plan belong together.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { SCHEMA, sourceHash } from "../store/key.ts";
import type { Plan } from "./contract.ts";

/** Hexadecimal digits of a hash. */
const DIGITS = 16;

/**
 * Hash of what a plan measures: the schema, the suite with its limits, the seed, the datasets with
 * their numbers of sentences, and the cells with the sources of their decoders. The lattices of a
 * pack at a path are not part of it; rows carry their hash.
 */
export async function planHash({ suite, datasets }: Plan, seed: number): Promise<string> {
  const urls = new Set(datasets.flatMap(({ cells }) => cells.map(({ variant }) => variant.url)));
  const sources = new Map<string, string>();
  for (const url of urls) sources.set(url, await sourceHash(url));
  const measured = datasets.map(({ name, sentences, longest, countsOnly, cells }) => [
    name,
    sentences,
    longest,
    countsOnly,
    cells.map(({ name, k, few, variant }) => [name, k, few, sources.get(variant.url)]),
  ]);
  const { name, rounds, processes, roundMs, deadlineMs } = suite;
  const identity = JSON.stringify([
    SCHEMA,
    ...[name, rounds, processes, roundMs, deadlineMs, seed],
    measured,
  ]);
  return createHash("sha256").update(identity).digest("hex").slice(0, DIGITS);
}
