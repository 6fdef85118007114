/**
 * Wrong: keeps what it prepares where all models share it, so that the last prepared model wins.
 *
 * @module
 */

import type { Decoder } from "../../decoders/contract.ts";
import { plain } from "./_plain.ts";

let decode = plain.prepare(
  { labelCount: 1, transitions: new Float64Array(1), exactSums: true, float32Exact: true },
  {},
);

/** State shared by all models: wrong on purpose. */
const decoder: Decoder = {
  ...plain,
  name: "shared-between-models",
  title: "State shared by all models",
  prepare: (model, options) => {
    decode = plain.prepare(model, options);
    return (lattice, k, work) => decode(lattice, k, work);
  },
};
export default decoder;
