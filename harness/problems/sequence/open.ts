/**
 * Opening a decoder of chains on the lattices of a file.
 *
 * @module
 */

import type { Decoded, Decoder } from "../../../decoders/contract.ts";
import type { Lattice } from "../../../decoders/lattice.ts";
import { now } from "../../isolate/captured.ts";
import type { Opened, Opening } from "../contract.ts";
import { loadLattices } from "./lattice_file.ts";
import { memoriesOf } from "./memories.ts";
import { placingOf } from "./placing.ts";
import { UnseenLattices } from "./unseen.ts";
import type { ClaimedPath } from "./verify.ts";

/**
 * Prepares a decoder for the lattices of a file. No closure keeps the model: what the decoder does
 * not keep of it would cost memory in every cell.
 */
export async function open(
  { pack, url, options }: Opening,
): Promise<Opened<Lattice, Decoded, ClaimedPath[]>> {
  // Before the decoder, which has no part in how its lattices are read.
  const { model, lattices } = await loadLattices(pack);
  const decoder = await importDecoder(url);
  const start = now();
  const decode = decoder.prepare(model, options);
  const prepareMs = now() - start;
  const { labelCount } = model;
  let contents: UnseenLattices | undefined;
  return {
    sentences: lattices,
    prepareMs,
    decode,
    place: placingOf(decode, labelCount),
    unseen: (...which) => (contents ??= new UnseenLattices(lattices, labelCount)).lattice(...which),
    // Scores in float64 lie right for a decoder without a place, and to widen others is little of
    // what it does: from memory it has the figures of decoding.
    ...(decode.place === undefined ? {} : { memories: memoriesOf(decode) }),
    toJson: ({ paths }) =>
      paths.map(({ score, labels }) => ({ score, labels: Array.from(labels) })),
  };
}

/** The decoder of a module. */
export async function importDecoder(url: string): Promise<Decoder> {
  return (await import(url) as { default: Decoder }).default;
}
