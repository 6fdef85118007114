/**
 * The decoders that the explorer shows beside each other.
 *
 * @module
 */

import aStar from "../../decoders/a_star.ts";
import auto from "../../decoders/auto.ts";
import blockSkip from "../../decoders/block_skip.ts";
import carpediem from "../../decoders/carpediem.ts";
import columnGeneration from "../../decoders/column_generation.ts";
import type { Decoder, Options } from "../../decoders/contract.ts";
import dominance from "../../decoders/dominance.ts";
import iterativeAStar from "../../decoders/iterative_a_star.ts";
import iterativeViterbi from "../../decoders/iterative_viterbi.ts";
import iterativeViterbiAStar from "../../decoders/iterative_viterbi_a_star.ts";
import beam from "../../decoders/beam.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";
import { prepared } from "../../decoders/tagging/prepared.ts";
import viterbi from "../../decoders/viterbi.ts";
import { record, type Trace } from "./trace.ts";

/** A lane: a decoder with options, and those that are set besides for it to be watched. */
interface Lane {
  /** As `--decoder` takes it, and as `deno task decode` counts it. */
  readonly name: string;
  readonly decoder: Decoder;
  readonly options?: Options;
  /** Whether it stands on the first screen. */
  readonly isFirst?: true;
}

/**
 * The lanes. `auto` is told that one sentence comes, as `decode --limit 1` tells it, and is watched
 * without kernels, which do the same work.
 */
const LANES: readonly Lane[] = [
  { name: "viterbi", decoder: viterbi, isFirst: true },
  {
    name: "iterative-viterbi{order=rank}",
    decoder: iterativeViterbi,
    options: { order: "rank" },
    isFirst: true,
  },
  {
    name: "iterative-viterbi{order=emission}",
    decoder: iterativeViterbi,
    options: { order: "emission" },
    isFirst: true,
  },
  { name: "carpediem", decoder: carpediem, isFirst: true },
  { name: "a-star", decoder: aStar, isFirst: true },
  { name: "column-generation", decoder: columnGeneration, isFirst: true },
  { name: "dominance", decoder: dominance, isFirst: true },
  { name: "auto", decoder: auto, options: { expect: 1, kernel: "plain" }, isFirst: true },
  { name: "block-skip", decoder: blockSkip },
  { name: "iterative-a-star", decoder: iterativeAStar },
  { name: "iterative-viterbi-a-star", decoder: iterativeViterbiAStar },
  {
    name: "iterative-viterbi-a-star{order=emission}",
    decoder: iterativeViterbiAStar,
    options: { order: "emission" },
  },
  { name: "beam{width=8}", decoder: beam, options: { width: 8 } },
];

/**
 * Lanes for k paths: for one those of the first screen, or all; for more those that can find them.
 */
export function laneNames(k: number, which: "first" | "all" = "first"): string[] {
  const lanes = LANES.filter(({ decoder, isFirst }) =>
    decoder.maxK >= k && (k > 1 || which === "all" || isFirst)
  );
  return lanes.map(({ name }) => name);
}

/** Decodes a lattice with the decoder of a lane, and records what it tells. */
export function traceLane(name: string, model: Model, lattice: Lattice, k: number): Trace {
  const lane = LANES.find((one) => one.name === name);
  if (lane === undefined) {
    const names = laneNames(1, "all").join(", ");
    throw new RangeError(`Cannot show the decoder ${name}: not one of ${names}`);
  }
  const decode = prepared(lane.decoder, model, lane.options ?? {}, { areSumsChecked: true });
  try {
    return record(name, decode, lattice, k);
  } finally {
    decode.dispose();
  }
}
