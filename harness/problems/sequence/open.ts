/**
 * The lattices of a file in an isolate, a decoder of chains for them, and where scores lie when
 * they are decoded on the clock.
 *
 * @module
 */

import {
  type Decode,
  type Decoded,
  type Decoder,
  type ScoreBlock,
  takesFloat32,
} from "../../../decoders/contract.ts";
import type { Emissions, Lattice } from "../../../decoders/lattice.ts";
import { importDecoder } from "../../decoders/load_decoder.ts";
import { commandOf } from "../../isolate/command.ts";
import { takesBatches } from "../../external/decoder.ts";
import type { Loaded, Opening, PreparedDecoder, Room, TogetherBatch } from "../contract.ts";
import { loadLattices } from "./lattice_file.ts";
import { pathSheet } from "./answers.ts";
import type { Clock } from "../../store/rows.ts";

const { apply } = Reflect;
const { getOwnPropertyDescriptor, getPrototypeOf } = Object;
const bufferOf = getOwnPropertyDescriptor(getPrototypeOf(Float64Array.prototype), "buffer")!.get!;
const sharedSize = getOwnPropertyDescriptor(SharedArrayBuffer.prototype, "byteLength")!.get!;

/** Reads the lattices of a file. What the decoder does not keep of the model is kept by nobody. */
export async function load(pack: string): Promise<Loaded> {
  const { model, lattices } = await loadLattices(pack);
  return {
    async decoder({ url, options }: Opening) {
      const decoder = await importDecoder<Decoder>(url);
      const prepare = () => decoder.prepare(model, options);
      // Only the module that stands for a program is asked for batches, with what is exchanged.
      const isProgram = commandOf(url) !== undefined;
      return () => preparedDecoder(prepare(), lattices, model.labelCount, isProgram);
    },
  };
}

function preparedDecoder(
  decode: ReturnType<Decoder["prepare"]>,
  lattices: readonly Lattice[],
  labelCount: number,
  isProgram: boolean,
): PreparedDecoder<Lattice, Decoded> {
  const lengthsOf = (sentences: readonly number[]) =>
    sentences.map((sentence) => lattices[sentence]!.length);
  const roomOf = roomMaker(decode, labelCount);
  const pairsOf = (sentences: readonly number[]) => sentences.map((i) => lattices[i]!.pairs);
  return {
    sentences: lattices,
    clocks: clocksOf(decode),
    decode,
    room: (sentences, clock) => roomOf(lengthsOf(sentences), clock, pairsOf(sentences)),
    sheet(sentences, times, k) {
      const lengths = lengthsOf(sentences);
      return pathSheet(Array.from({ length: times }, () => lengths).flat(), labelCount, k);
    },
    ...(isProgram && takesBatches(decode)
      ? {
        together({ sentences, ...batch }: TogetherBatch) {
          const answered = decode.together({ ...batch, lengths: lengthsOf(sentences) });
          decode.holdTimes(answered);
          return answered;
        },
        peakBytes: () => decode.peakBytes(),
      }
      : {}),
    toJson: ({ paths }) =>
      paths.map(({ score, labels }) => ({ score, labels: Array.from(labels) })),
  };
}

/**
 * The clocks that tell a decoder's times apart: if it can reserve rows in its own memory, it makes
 * a difference whether scores lie there already (`decode`) or in a Float64Array or Float32Array of
 * the caller. To a decoder that reads emissions where they are it makes none.
 */
export function clocksOf(decode: Decode): Clock[] {
  return decode.reserve === undefined ? ["decode"] : ["decode", "memory64", "memory32"];
}

/** Makes room for lattices of such lengths, one after another. */
export type MakeRoom = (
  lengths: readonly number[],
  clock: Clock,
  pairs?: readonly (Float64Array | undefined)[],
) => Room<Lattice>;

/**
 * Makes room for lattices to decode. Lattice objects are new each time. Pairs stay where they are:
 * decoders that take them reserve no rows. With the scores in memory
 * of the caller, to copy and convert them is on the clock. Rooms share their memory: one is used at
 * a time.
 */
export function roomMaker(decode: Decode, labelCount: number): MakeRoom {
  let memory = new Float64Array(0);
  let block: ScoreBlock | undefined;
  let positions = 0;
  return (lengths, clock, pairsOf = []) => {
    const rows = lengths.reduce((sum, length) => sum + length, 0);
    const size = rows * labelCount;
    if (size > memory.length) memory = new Float64Array(size);
    const numbers = memory.subarray(0, size);
    let end = 0;
    const starts = lengths.map((length) => (end += length * labelCount) - length * labelCount);
    if (clock === "memory32") {
      return { starts, ...narrowRoom(decode, labelCount, lengths, numbers) };
    }
    if (clock === "memory64" || decode.reserve === undefined) {
      const inputs = viewsOf(numbers, labelCount, lengths).map((emissions, i) => {
        const [length, pairs] = [lengths[i]!, pairsOf[i]];
        return pairs === undefined
          ? () => ({ length, emissions })
          : () => ({ length, emissions, pairs });
      });
      return { starts, numbers: () => numbers, inputs, arrive() {}, scores: () => numbers };
    }
    if (block === undefined || rows > positions) {
      block = decode.reserve(rows, false);
      positions = rows;
    }
    return { starts, ...reservedRoom(block, labelCount, lengths, numbers) };
  };
}

/**
 * Rows of a decoder; the scores are copied into them off the clock.
 *
 * @throws TypeError for rows that are no array of numbers, or that other threads can read
 */
function reservedRoom(
  block: ScoreBlock,
  labelCount: number,
  lengths: readonly number[],
  numbers: Float64Array,
): Omit<Room<Lattice>, "starts"> {
  const positions = numbers.length / labelCount;
  const { stride } = block;
  // What is no number would be asked for its value when the scores are there.
  if (typeof stride !== "number") {
    throw new TypeError(`Cannot reserve rows: stride ${typeof stride}`);
  }
  let position = 0;
  const inputs = lengths.map((length) => {
    const first = position;
    position += length;
    return () => block.lattice(first, length);
  });
  let rows: Emissions;
  return {
    numbers() {
      // Its memory may have moved. The scores are not there yet: it may look at what it likes.
      rows = block.scores;
      if (isShared(apply(bufferOf, rows, []))) {
        throw new TypeError("Cannot write scores into rows that other threads can read");
      }
      return numbers;
    },
    inputs,
    arrive(places) {
      for (let t = 0, own = 0; t < positions; t++) {
        const row = t * stride;
        for (let y = 0; y < labelCount; y++) rows[row + y] = numbers[own++]!;
      }
      for (let i = 0; i < places.length; i++) {
        const label = places[i]! % labelCount;
        places[i] = (places[i]! - label) / labelCount * stride + label;
      }
    },
    scores: () => rows.length === 0 ? block.scores : rows,
  };
}

/** Scores in float32, which are converted on the clock unless the decoder takes them. */
function narrowRoom(
  decode: Decode,
  labelCount: number,
  lengths: readonly number[],
  numbers: Float64Array,
): Omit<Room<Lattice>, "starts"> {
  const narrow = new Float32Array(numbers.length);
  const isNarrow = takesFloat32(decode);
  const inputs = viewsOf(narrow, labelCount, lengths).map((scores, i) => {
    const length = lengths[i]!;
    return isNarrow
      ? () => ({ length, emissions: scores } as Lattice<Emissions> as Lattice)
      : () => ({ length, emissions: new Float64Array(scores) });
  });
  return {
    numbers: () => numbers,
    inputs,
    arrive() {
      for (let i = 0; i < numbers.length; i++) narrow[i] = numbers[i]!;
    },
    scores: () => narrow,
  };
}

function isShared(buffer: ArrayBufferLike): boolean {
  try {
    return apply(sharedSize, buffer, []) >= 0;
  } catch {
    return false;
  }
}

function viewsOf<Scores extends Emissions>(
  scores: Scores,
  labelCount: number,
  lengths: readonly number[],
): Scores[] {
  let end = 0;
  return lengths.map((length) => scores.subarray(end, end += length * labelCount) as Scores);
}
