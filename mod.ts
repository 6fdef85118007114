/**
 * Trellis: exact decoders for sequence models with many labels, taggers on top of them, the
 * probabilities of their paths, and padded batches. Nothing here reads files or needs Node; to read
 * files there is `./packs`, to make lattices `./synthetic`.
 *
 * A decoder is prepared for a model once and then decodes lattices:
 *
 * ```ts
 * import { dominance, prepared } from "./mod.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const model = { labelCount: 2, transitions: Float64Array.of(0, 1, 2, 3) };
 * const decode = prepared(dominance, model);
 * const { paths } = decode({ length: 2, emissions: Float64Array.of(5, 0, 0, 7) });
 * assertEquals(paths, [{ score: 13, labels: Int32Array.of(0, 1) }]);
 * ```
 *
 * @module
 */

export * from "./decoders/tagging/mod.ts";
export { pad, type PaddedBatch, unpad } from "./datasets/batch.ts";
