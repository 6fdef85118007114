/**
 * The lattices of a file in an isolate, and a decoder of chains for them.
 *
 * @module
 */

import type { Decoded, Decoder } from "../../../decoders/contract.ts";
import type { Lattice } from "../../../decoders/lattice.ts";
import type { Loaded, Opened, Opening } from "../contract.ts";
import { loadLattices } from "./lattice_file.ts";
import { clocksOf, roomMaker } from "./room.ts";
import { pathSheet } from "./sheet.ts";

/** Reads the lattices of a file. What the decoder does not keep of the model is kept by nobody. */
export async function load(pack: string): Promise<Loaded> {
  const { model, lattices } = await loadLattices(pack);
  return {
    async decoder({ url, options }: Opening) {
      const decoder = await importDecoder(url);
      return () => opened(decoder.prepare(model, options), lattices, model.labelCount);
    },
  };
}

function opened(
  decode: ReturnType<Decoder["prepare"]>,
  lattices: readonly Lattice[],
  labelCount: number,
): Opened<Lattice, Decoded> {
  const lengthsOf = (sentences: readonly number[]) =>
    sentences.map((sentence) => lattices[sentence]!.length);
  const roomOf = roomMaker(decode, labelCount);
  return {
    sentences: lattices,
    clocks: clocksOf(decode),
    decode,
    room: (sentences, clock) => roomOf(lengthsOf(sentences), clock),
    sheet(sentences, times, k) {
      const lengths = lengthsOf(sentences);
      return pathSheet(Array.from({ length: times }, () => lengths).flat(), labelCount, k);
    },
    toJson: ({ paths }) =>
      paths.map(({ score, labels }) => ({ score, labels: Array.from(labels) })),
  };
}

/** The decoder of a module. */
export async function importDecoder(url: string): Promise<Decoder> {
  return (await import(url) as { default: Decoder }).default;
}
