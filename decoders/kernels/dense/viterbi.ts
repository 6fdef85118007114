/**
 * Viterbi with kernels: what `viterbi.ts` leaves out.
 *
 * @module
 */

import type { Decode, Decoder, OptionsOf, Work } from "../../contract.ts";
import { hasKernels } from "../arena.ts";
import { type Emissions, type Lattice, type Model, withoutGaps } from "../../lattice.ts";
import viterbi, { type OPTIONS } from "../../viterbi.ts";
import { placedViterbi } from "./dense_viterbi.ts";

/**
 * Dense Viterbi with all values of its options. With `kernel=simd` and k = 1 the dense loop runs in
 * WebAssembly, if that has SIMD and the transitions are not `structured`. Everything else is
 * decoded by the module that this one extends. Work is the same either way.
 *
 * Ties: as there with `ends=left`; from both ends any. Cost: as there.
 */
const viterbiWithKernels: Decoder<typeof OPTIONS> = /* @__PURE__ */ Object.assign({}, viterbi, {
  prepare(model: Model, options: OptionsOf<typeof OPTIONS>) {
    const plain = () => viterbi.prepare(model, { ...options, kernel: "plain" });
    const isStructured = options.transitions === "structured" && model.structure !== undefined;
    const isPlain = options.kernel === "plain" || model.hasPairs === true;
    if (isPlain || isStructured || !hasKernels()) return plain();
    const oneBest = placedViterbi(model, options.ends);
    let lists: Decode | undefined;
    const { labelCount } = model;
    const decode = (lattice: Lattice<Emissions>, k: number, work: Work) =>
      k === 1
        ? oneBest(lattice, k, work)
        : (lists ??= plain())(withoutGaps(lattice, labelCount), k, work);
    return Object.assign(decode, oneBest);
  },
});
export default viterbiWithKernels;
