/**
 * Packs in memory: read from bytes, made of arrays, and written to bytes. Nothing of Node, for
 * browsers; `/packs` has files as well.
 *
 * ```ts
 * import { readPack, tensor, writeTensors } from "./in_memory.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const bytes = writeTensors({
 *   metadata: {},
 *   tensors: new Map([
 *     ["emissions", tensor(Float32Array.of(5, 0, 0, 7), [2, 2])],
 *     ["lengths", tensor(Int32Array.of(2))],
 *     ["transitions", tensor(Float32Array.of(0, 1, 2, 3), [2, 2])],
 *   ]),
 * });
 * const { lattice } = await readPack(bytes, "mine");
 * assertEquals(lattice(0).emissions, Float64Array.of(5, 0, 0, 7));
 * ```
 *
 * @module
 */

export { readPackTensors } from "./bytes.ts";
export { type OpenOptions, packDataset, readPack } from "./pack.ts";
export { contentHash, readTensors, writeTensors } from "./safetensors.ts";
export { type Dtype, type Tensor, tensor, type TensorData, type TensorFile } from "./tensors.ts";
export type { Dataset, Grid } from "../dataset.ts";
