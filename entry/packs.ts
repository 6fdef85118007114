/**
 * Lattice packs: the lattices of a task in a safetensors file. Reads and writes files, in Deno and
 * Node.
 *
 * @module
 */

export { type OpenOptions, packTask } from "../datasets/packs/pack.ts";
export { openPack, readPackFile, writePackFile } from "../datasets/packs/pack_file.ts";
export { readPack, readPackTensors } from "../datasets/packs/read_pack.ts";
export * from "../datasets/packs/safetensors.ts";
export type { Grid, Task } from "../datasets/task.ts";
