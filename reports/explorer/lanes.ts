/**
 * The decoders that the explorer shows beside each other.
 *
 * @module
 */

import aStar from "../../decoders/a_star.ts";
import auto from "../../decoders/auto.ts";
import beam from "../../decoders/beam.ts";
import blockSkip from "../../decoders/block_skip.ts";
import carpediem from "../../decoders/carpediem.ts";
import columnGeneration from "../../decoders/column_generation.ts";
import type { Decoder, Options } from "../../decoders/contract.ts";
import dominance from "../../decoders/dominance.ts";
import iterativeViterbi from "../../decoders/iterative_viterbi.ts";
import iterativeViterbiAStar from "../../decoders/iterative_viterbi_a_star.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";
import { prepared } from "../../decoders/tagging/prepared.ts";
import viterbi from "../../decoders/viterbi.ts";
import { record, type Trace } from "./trace.ts";

/**
 * A lane: a decoder with options, and its name as `--decoder` takes it; what is `unnamed` is set
 * besides for it to be watched.
 */
function lane(decoder: Decoder, options: Options = {}, unnamed: Options = {}) {
  const named = Object.entries(options).map(([name, value]) => `${name}=${value}`).join(",");
  const name = named === "" ? decoder.name : `${decoder.name}{${named}}`;
  return { name, decoder, options: { ...options, ...unnamed } };
}
type Lane = ReturnType<typeof lane>;

/**
 * Lanes for one path. `auto` is told that one sentence comes, as `decode --limit 1` tells it, and
 * is watched without kernels, which do the same work.
 */
const ONE_BEST = [
  lane(viterbi),
  lane(iterativeViterbi, { order: "rank" }),
  lane(iterativeViterbi, { order: "emission" }),
  lane(carpediem),
  lane(aStar),
  lane(columnGeneration),
  lane(dominance),
  lane(auto, {}, { expect: 1, kernel: "plain" }),
];
/** Lanes that only several paths need besides. */
const K_BEST = [
  lane(blockSkip),
  lane(iterativeViterbiAStar),
  lane(iterativeViterbiAStar, { order: "emission" }),
  lane(beam, { width: 8 }),
];

/** Lanes for k paths: for more than one all that can find them. */
export function lanesFor(k: number): Lane[] {
  return k === 1 ? ONE_BEST : [...ONE_BEST, ...K_BEST].filter(({ decoder }) => decoder.maxK >= k);
}

/** Decodes a lattice with the decoder of a lane, and records what it tells. */
export function traceLane(
  { name, decoder, options }: Lane,
  model: Model,
  lattice: Lattice,
  k: number,
): Trace {
  const decode = prepared(decoder, model, options, { areSumsChecked: true });
  try {
    return record(name, decode, lattice, k);
  } finally {
    decode.dispose();
  }
}
