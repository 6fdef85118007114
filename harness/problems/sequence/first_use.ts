/**
 * First use: the time from the beginning of `prepare` until so many sentences are decoded.
 *
 * Alone, in a fresh process for one curve of a decoder on a dataset, at k = 1:
 *
 *     deno run -P=cell harness/problems/sequence/first_use.ts ewt_pos45 auto 10000
 *
 * @module
 */

import { type Decoder, newWork, type Options } from "../../../decoders/contract.ts";
import type { Lattice, Model } from "../../../decoders/lattice.ts";
import { now } from "../../isolate/captured.ts";
import { resolveVariant } from "../../plan/variant.ts";
import type { FirstUseLimits, FirstUsePoint, Opening } from "../contract.ts";
import { describeDecoders, resolveDataset } from "./discover.ts";
import { loadLattices } from "./lattice_file.ts";
import { importDecoder } from "./open.ts";

/** Sentences that are made off the clock at a time. */
const CHUNK = 10;
/** Constants that are added to scores, one after another, each time all sentences were used. */
const CONSTANTS = 64;
/** The difference of two constants: on the grid of any task but one of a few large scores. */
const STEP = 1 / 32;

/**
 * Measures the curve of a decoder that was not used before: the milliseconds until 1, 10, 100, …
 * sentences are done, `prepare` and everything that is built lazily included. Sentences come from a
 * Float64Array of the caller, in turn, each time with other scores: a constant more at every label,
 * so that nothing that was computed before is of use and the work is the same. They are made while
 * the clock stands. The curve ends early where the next point would be beyond `atMostMs`.
 *
 * Call it once a process: code that is compiled by a first call is there for a second.
 */
export function firstUse(
  decoder: Decoder,
  options: Options,
  model: Model,
  lattices: readonly Lattice[],
  { sentences, atMostMs }: FirstUseLimits,
): FirstUsePoint[] {
  const size = Math.max(0, ...lattices.map(({ emissions }) => emissions.length));
  const buffers = Array.from({ length: CHUNK }, () => new Float64Array(size));
  const work = newWork();
  const points: FirstUsePoint[] = [];
  let done = 0;
  let start = now();
  const decode = decoder.prepare(model, options);
  let elapsedMs = now() - start;
  for (let goal = 1; goal <= sentences && elapsedMs <= atMostMs; goal *= 10) {
    while (done < goal && elapsedMs <= atMostMs) {
      const count = Math.min(CHUNK, goal - done);
      const chunk: Lattice[] = [];
      for (let i = 0; i < count; i++) chunk[i] = fresh(lattices, done + i, buffers[i]!);
      start = now();
      for (let i = 0; i < count; i++) decode(chunk[i]!, 1, work);
      elapsedMs += now() - start;
      done += count;
    }
    if (done === goal) points.push({ sentences: goal, elapsedMs });
  }
  return points;
}

/** The sentence whose turn it is, with scores that it had in no earlier turn. */
function fresh(lattices: readonly Lattice[], turn: number, buffer: Float64Array): Lattice {
  const { length, emissions } = lattices[turn % lattices.length]!;
  const constant = STEP * (Math.floor(turn / lattices.length) % CONSTANTS);
  const scores = buffer.subarray(0, emissions.length);
  for (let i = 0; i < scores.length; i++) scores[i] = emissions[i]! + constant;
  return { length, emissions: scores };
}

/** The curve of a decoder on the lattices of a file, in an isolate. */
export async function firstUseOf(
  { pack, url, options }: Opening,
  limits: FirstUseLimits,
): Promise<FirstUsePoint[]> {
  const { model, lattices } = await loadLattices(pack);
  const decoder = await importDecoder(url);
  return firstUse(decoder, options, model, lattices, limits);
}

if (import.meta.main) {
  const [dataset = "ewt_pos45", name = "auto", count = "100"] = Deno.args;
  const limits = { sentences: Number(count), atMostMs: Infinity };
  const { url, options } = resolveVariant(name, await describeDecoders());
  const { model, lattices } = await (await resolveDataset(dataset)).sample(limits.sentences, 1);
  const decoder = await importDecoder(url);
  console.table(firstUse(decoder, options, model, lattices, limits));
}
