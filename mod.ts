/**
 * Trellis: exact decoders for sequence models with many labels, and the lattices to compare them
 * on. Nothing here reads files or needs Node: those who do import `./packs`.
 *
 * A decoder is prepared for a model once and then decodes lattices:
 *
 * ```ts
 * import { dominance, prepared } from "./mod.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const model = {
 *   labelCount: 2,
 *   transitions: Float64Array.of(0, 1, 2, 3),
 *   exactSums: true,
 *   float32Exact: true,
 * };
 * const decode = prepared(dominance, model);
 * const { paths } = decode({ length: 2, emissions: Float64Array.of(5, 0, 0, 7) });
 * assertEquals(paths, [{ score: 13, labels: Int32Array.of(0, 1) }]);
 * ```
 *
 * @module
 */

export * from "./decoders/tagging/mod.ts";
export * from "./datasets/batch.ts";
export * from "./datasets/synthetic/mod.ts";
export { readPackTensors } from "./datasets/packs/bytes.ts";
export { type OpenOptions, packDataset, readPack } from "./datasets/packs/pack.ts";
export { contentHash, readTensors, writeTensors } from "./datasets/packs/safetensors.ts";
export {
  type Dtype,
  type Tensor,
  tensor,
  type TensorData,
  type TensorFile,
} from "./datasets/packs/tensors.ts";
