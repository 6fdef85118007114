/**
 * Wrong: returns labels in a buffer that its next call overwrites.
 *
 * @module
 */

import type { Decoder } from "../../decoders/contract.ts";
import { plain } from "./_plain.ts";

/** Labels that the next call overwrites: wrong on purpose. */
const decoder: Decoder = {
  ...plain,
  name: "overwritten-labels",
  title: "Labels that the next call overwrites",
  maxK: 1,
  prepare: (model, options) => {
    const decode = plain.prepare(model, options);
    let buffer = new Int32Array(0);
    return (lattice, k, work) => ({
      paths: decode(lattice, k, work).paths.map(({ score, labels }) => {
        if (buffer.length < labels.length) buffer = new Int32Array(labels.length);
        buffer.set(labels);
        return { score, labels: buffer.subarray(0, labels.length) };
      }),
    });
  },
};
export default decoder;
