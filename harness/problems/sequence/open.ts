/**
 * Opening a decoder of chains on the lattices of a file.
 *
 * @module
 */

import type { Decoded, Decoder } from "../../../decoders/contract.ts";
import type { Lattice, Model } from "../../../decoders/lattice.ts";
import { openPack } from "../../../datasets/packs/pack_file.ts";
import type { Opened, Opening } from "../contract.ts";
import type { ClaimedPath } from "./verify.ts";

/**
 * Prepares a decoder for the lattices of a file. No closure keeps the model: what the decoder does
 * not keep of it would cost memory in every cell.
 */
export async function open(
  { pack, url, options }: Opening,
): Promise<Opened<Lattice, Decoded, ClaimedPath[]>> {
  const decoder = await importDecoder(url);
  const { model, lattices } = await loadLattices(pack);
  const start = performance.now();
  const decode = decoder.prepare(model, options);
  const prepareMs = performance.now() - start;
  const { place } = decode;
  return {
    sentences: lattices,
    prepareMs,
    decode,
    ...(place === undefined ? {} : { place }),
    toJson: ({ paths }) =>
      paths.map(({ score, labels }) => ({ score, labels: Array.from(labels) })),
  };
}

/** The decoder of a module. */
export async function importDecoder(url: string): Promise<Decoder> {
  return (await import(url) as { default: Decoder }).default;
}

/** The model and all lattices of a file. */
export async function loadLattices(pack: string): Promise<{ model: Model; lattices: Lattice[] }> {
  const { model, lengths, lattice } = await openPack(pack);
  return { model, lattices: Array.from(lengths, (_, sentence) => lattice(sentence)) };
}
