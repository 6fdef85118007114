/**
 * Padded batches, as taggers hold them: `emissions` [B,T,L] with `mask` [B,T].
 *
 * The mask is BOOL, U8, I8, I32 or I64 and not 0 where a sentence has a position: at the first
 * ones, without gaps. Instead of it, or beside it, there may be `lengths` [B]. `gold` is [B,T]
 * then. What is behind the end of a sentence is not read.
 *
 * @module
 */

import { readIntegers, requireTensor, SCORES } from "./_tensor_checks.ts";
import { type Dtype, tensor, type TensorData, type TensorFile } from "./safetensors.ts";

/** How masks are stored. */
const MASKS: readonly Dtype[] = ["BOOL", "U8", "I8", "I32", "I64"];

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
  const emissions = requireTensor(file, source, "emissions", SCORES, ["B", "T", "L"]);
  const [sentences, width, labelCount] = emissions.shape as [number, number, number];
  // Without any score a shape can say any number of sentences.
  if (emissions.data.length === 0) {
    throw new RangeError(
      `Cannot use tensor "emissions" of ${source}: its shape is [${emissions.shape}], no scores`,
    );
  }
  const lengths = file.tensors.has("mask")
    ? maskLengths(file, source, sentences, width)
    : readIntegers(file, source, "lengths", [sentences]);
  checkGiven(file, source, lengths, width);
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
    tensors.set("gold", tensor(keep(readIntegers(file, source, "gold", [sentences, width]), 1)));
  }
  return { ...file, tensors };
}

/** How many positions of each sentence the mask has, all at the start. */
function maskLengths(file: TensorFile, source: string, sentences: number, width: number) {
  const mask = requireTensor(file, source, "mask", MASKS, [sentences, width]).data;
  return Int32Array.from({ length: sentences }, (_, b) => {
    const isMasked = (t: number) => Number(mask[b * width + t]) !== 0;
    let length = 0;
    while (length < width && isMasked(length)) length++;
    for (let t = length; t < width; t++) {
      if (isMasked(t)) {
        throw new RangeError(
          `Cannot use tensor "mask" of ${source}: sentence ${b} has position ${t}, not ${length}`,
        );
      }
    }
    return length;
  });
}

/** Lengths beside a mask are those of the mask, and none is longer than the padded sentences. */
function checkGiven(file: TensorFile, source: string, lengths: Int32Array, width: number): void {
  const given = file.tensors.has("lengths")
    ? readIntegers(file, source, "lengths", [lengths.length])
    : lengths;
  given.forEach((length, b) => {
    if (length === lengths[b] && length <= width) return;
    throw new RangeError(
      `Cannot use tensor "lengths" of ${source}: sentence ${b} has length ${length}, ` +
        (length > width ? `the emissions ${width} positions` : `the mask ${lengths[b]}`),
    );
  });
}
