/**
 * Viterbi with kernels: what `viterbi.ts` leaves out.
 *
 * @module
 */

import type { Decode, Decoder } from "../contract.ts";
import { hasSimd } from "../kernels/arena.ts";
import viterbi, { type OPTIONS } from "../viterbi.ts";
import { placedViterbi } from "./dense_viterbi.ts";

/**
 * Dense Viterbi with all values of its options. With `kernel=simd` and k = 1 the dense loop runs in
 * WebAssembly, if that has SIMD and the transitions are not `structured`. Everything else is
 * decoded by the module that this one extends. Work is the same either way.
 *
 * Ties: as there with `ends=left`; from both ends any. Cost: as there.
 */
const viterbiWithKernels: Decoder<typeof OPTIONS> = {
  ...viterbi,
  prepare(model, options) {
    const plain = () => viterbi.prepare(model, { ...options, kernel: "plain" });
    const isStructured = options.transitions === "structured" && model.structure !== undefined;
    if (options.kernel === "plain" || isStructured || !hasSimd()) return plain();
    const oneBest = placedViterbi(model, options.ends);
    let lists: Decode | undefined;
    const decode: Decode = (lattice, k, work) =>
      k === 1 ? oneBest(lattice, k, work) : (lists ??= plain())(lattice, k, work);
    return Object.assign(decode, { place: oneBest.place, dispose: oneBest.dispose });
  },
};
export default viterbiWithKernels;
