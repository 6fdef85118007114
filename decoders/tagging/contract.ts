/**
 * What one needs to write a decoder: the contract, the lattice, and what decoders share.
 *
 * A file with such a default export in `decoders/`, or anywhere for `deno task check FILE.ts` and
 * `bench --decoder FILE.ts`, is a decoder.
 *
 * ```ts
 * import { type Decoder, scorePath } from "./contract.ts";
 * import { prepared } from "./mod.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const first: Decoder<Record<never, never>> = {
 *   name: "first",
 *   title: "the first label everywhere",
 *   source: "none",
 *   exact: false,
 *   maxK: 1,
 *   options: {},
 *   prepare: (model) => (lattice) => {
 *     const labels = new Int32Array(lattice.length);
 *     return { paths: [{ score: scorePath(model, lattice, labels), labels }] };
 *   },
 * };
 * const decode = prepared(first, { labelCount: 2, transitions: Float64Array.of(0, 1, 2, 3) });
 * const [path] = decode({ length: 2, emissions: Float64Array.of(5, 0, 1, 7) }).paths;
 * assertEquals(path!.score, 5 + 0 + 1);
 * ```
 *
 * @module
 */

export * from "../contract.ts";
export * from "../lattice.ts";
export { resolveOptions } from "../chain/options.ts";
export type { KernelKind } from "../kernels/arena.ts";
