/**
 * Block skipping: dense Viterbi's scores without most of its edges.
 *
 * @module
 */

import { BlockForward } from "./_block_forward.ts";
import type { Decode, Decoder } from "./contract.ts";
import { transpose } from "./_dense_forward.ts";
import type { Model } from "./lattice.ts";
import { type PrefixPaths, prefixPaths } from "./_prefix_paths.ts";

/** Options of block skipping. */
export type BlockSkipOptions = {
  /** Which labels share a block. */
  readonly order: string;
};

/**
 * Block skipping for k ≥ 1: a forward pass that visits the sources of a position from the best down
 * and passes over blocks of next labels that they cannot raise; see `_block_forward.ts`, with the
 * proof. There is no lower bound, no backward pass, no second iteration and no rounding tolerance.
 *
 * All prefix scores are those of dense Viterbi, to the last bit and on any decimals. So for k > 1 the
 * search of `viterbi-a-star` follows as it is, exact for the same reason, and `bound` is the best
 * score.
 *
 * Ties: the smallest label among the sources that were visited, from the last position backwards;
 * for k > 1 any. Cost: 3L a position, and of edges at least (T−1)·L and at most 1¼ times dense
 * Viterbi's; on the real tasks a few sources a position. For k > 1, (T−1)·L edges more for the first
 * path, few for the others. Preparation: O(L²); with `order=rank`, which needs labels of similar rank
 * to be entered from similar labels, less of it, and the decoder can follow changes of the model.
 *
 * Source: our own.
 */
const blockSkip: Decoder<BlockSkipOptions> = {
  name: "block-skip",
  title: "Block skipping",
  source: "Trellis",
  exact: true,
  maxK: Infinity,
  options: {
    order: {
      default: "clustered",
      choices: ["clustered", "rank"],
      meaning: "labels of a block have similar incoming transitions, or neighbouring ranks",
    },
  },
  prepare(model: Model, { order }: BlockSkipOptions): Decode {
    const { labelCount } = model;
    const forward = new BlockForward(model, order === "clustered");
    let incoming: Float64Array | undefined;
    let search: PrefixPaths | undefined;

    const decode: Decode = (lattice, k, work) => {
      work.iterations++;
      forward.run(lattice, work);
      if (k === 1) {
        const labels = forward.follow(lattice);
        if (labels === undefined) return { paths: [] };
        const score = forward.alpha[(lattice.length - 1) * labelCount + labels.at(-1)!]!;
        return { paths: [{ score, labels }], bound: score };
      }
      if (search === undefined) {
        incoming = transpose(model.transitions, labelCount);
        search = prefixPaths(model, incoming, "lazy");
      }
      const paths = search(lattice, forward.alpha, k, work);
      return paths.length === 0 ? { paths } : { paths, bound: paths[0]!.score };
    };
    // Other transitions would be clustered otherwise.
    if (order === "rank") {
      decode.revise = (previous, label) => {
        forward.revise(previous, label);
        if (incoming === undefined) return;
        const edge = model.transitions[previous * labelCount + label]!;
        incoming[label * labelCount + previous] = edge;
      };
    }
    return decode;
  },
};
export default blockSkip;
