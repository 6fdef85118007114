/**
 * Wrong: pads its answer to k paths by repeating the last.
 *
 * @module
 */

import type { Decoder } from "../../decoders/contract.ts";
import { plain } from "./_plain.ts";

/** Answers padded to k paths: wrong on purpose. */
const decoder: Decoder = {
  ...plain,
  name: "repeated-paths",
  title: "Answers padded to k paths",
  prepare: (model, options) => {
    const decode = plain.prepare(model, options);
    return (lattice, k, work) => {
      const { paths } = decode(lattice, k, work);
      while (paths.length > 0 && paths.length < k) paths.push(paths.at(-1)!);
      return { paths };
    };
  },
};
export default decoder;
