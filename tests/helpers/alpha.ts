import type { Arena } from "../../decoders/kernels/arena.ts";
import { BLOCK, blocksOf } from "../../decoders/kernels/rows.ts";

/** T×L scores out of rows that are padded to whole blocks. */
export function unpadded(
  { scores, scoreBytes }: Arena,
  address: number,
  length: number,
  labelCount: number,
): Float64Array {
  const width = blocksOf(labelCount) * BLOCK;
  const first = address / scoreBytes;
  return Float64Array.from(
    { length: length * labelCount },
    (_, i) => scores[first + Math.floor(i / labelCount) * width + i % labelCount]!,
  );
}
