/**
 * Padded batches, as taggers hold them: `emissions` [B,T,L] with `mask` [B,T], see `PADDED`.
 * Instead of the mask, or beside it, there may be `lengths` [B]. What is behind the end of a
 * sentence is not read.
 *
 * @module
 */

import { PADDED } from "./lattice_schema.ts";
import { tensor, type TensorData, type TensorFile } from "./tensors.ts";
import { Reading } from "./schema.ts";

/** Whether the sentences of a dense pack are padded. */
export function isPadded({ tensors }: TensorFile): boolean {
  return tensors.get("emissions")?.shape.length === 3;
}

/**
 * The tensors of a dense pack without the padding: `emissions` [N,L], `lengths` [B], `gold` [N].
 *
 * @throws SyntaxError, TypeError or RangeError naming the file, tensor, sentence and position
 */
export function unpadded(file: TensorFile, source: string): TensorFile {
  const reading = new Reading(PADDED, file, source);
  const emissions = reading.tensor("emissions");
  const [, width, labelCount] = emissions.shape as [number, number, number];
  // Without any score a shape can say any number of sentences.
  if (emissions.data.length === 0) {
    throw reading.refused("emissions", `its shape is [${emissions.shape}], no scores`);
  }
  const given = () => reading.numbers("lengths") as Int32Array;
  const lengths = file.tensors.has("mask") ? maskLengths(reading) : given();
  if (file.tensors.has("lengths")) checkGiven(reading, given(), lengths);
  const keep = <Data extends TensorData>(data: Data, size: number): Data => {
    const kept = data.slice() as Data;
    let end = 0;
    lengths.forEach((length, b) => {
      kept.set(data.subarray(b * width * size, (b * width + length) * size) as never, end);
      end += length * size;
    });
    return kept.subarray(0, end) as Data;
  };
  const tensors = new Map(file.tensors);
  tensors.delete("mask");
  const flat = keep(emissions.data, labelCount);
  tensors.set("emissions", {
    ...emissions,
    data: flat,
    shape: [flat.length / labelCount, labelCount],
  });
  tensors.set("lengths", tensor(lengths));
  if (file.tensors.has("gold")) {
    tensors.set("gold", tensor(keep(reading.numbers("gold"), 1)));
  }
  return { ...file, tensors };
}

/** How many positions of each sentence the mask has, all at the start. */
function maskLengths(reading: Reading): Int32Array {
  const { data, shape: [sentences = 0, width = 0] } = reading.tensor("mask");
  return Int32Array.from({ length: sentences }, (_, b) => {
    const isMasked = (t: number) => Number(data[b * width + t]) !== 0;
    let length = 0;
    while (length < width && isMasked(length)) length++;
    for (let t = length; t < width; t++) {
      if (!isMasked(t)) continue;
      throw reading.refused("mask", `sentence ${b} has position ${t}, not ${length}`);
    }
    return length;
  });
}

/** Lengths beside a mask are those of the mask, and none is longer than the padded sentences. */
function checkGiven(reading: Reading, given: Int32Array, lengths: Int32Array): void {
  const width = reading.sizes.get("T")!;
  given.forEach((length, b) => {
    if (length === lengths[b] && length <= width) return;
    const wanted = length > width ? `the emissions ${width} positions` : `the mask ${lengths[b]}`;
    throw reading.refused("lengths", `sentence ${b} has length ${length}, ${wanted}`);
  });
}
