/**
 * Sums over a corpus, the same bits however the work is shared.
 *
 * @module
 */

/**
 * Sums a function and its gradient over `count` sentences, in blocks of a fixed size whose sums are
 * added in order. Additions round, so that their order is part of the result: it is that of the
 * corpus within a block, and of blocks. Who sums a block does not matter.
 *
 * @param size sentences of a block; the last one may have fewer
 * @param gradient receives the sum of the gradients, added to what is there
 * @param sumBlock sums sentences `from` up to `to`: returns the sum of the function and adds to a
 * gradient of zeros
 *
 * @example
 * ```ts
 * import { sumInBlocks } from "./block_sums.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const gradient = new Float64Array(1);
 * const sum = sumInBlocks(5, 2, gradient, (from, to, block) => {
 *   block[0]! += to - from;
 *   return from;
 * });
 * assertEquals([sum, gradient[0]], [0 + 2 + 4, 5]);
 * ```
 */
export function sumInBlocks(
  count: number,
  size: number,
  gradient: Float64Array,
  sumBlock: (from: number, to: number, block: Float64Array) => number,
): number {
  const block = new Float64Array(gradient.length);
  let sum = 0;
  for (let from = 0; from < count; from += size) {
    block.fill(0);
    sum += sumBlock(from, Math.min(from + size, count), block);
    for (let i = 0; i < block.length; i++) gradient[i]! += block[i]!;
  }
  return sum;
}
