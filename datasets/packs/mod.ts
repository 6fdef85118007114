/**
 * Lattice packs: the lattices of a task in a safetensors file. Reads and writes files, in Deno and
 * Node.
 *
 * @module
 */

export { type OpenOptions, packTask } from "./pack.ts";
export { openPack, readPackFile, writePackFile } from "./pack_file.ts";
export { readPack, readPackTensors } from "./read_pack.ts";
export * from "./safetensors.ts";
export type { Grid, Task } from "../task.ts";
