/**
 * Wrong: right with each option alone, wrong with both.
 *
 * @module
 */

import type { Decoder } from "../../decoders/contract.ts";
import { plain } from "./_plain.ts";

/** Two options that do not go together: wrong on purpose. */
const decoder: Decoder<{ prune: boolean; order: string }> = {
  ...plain,
  name: "wrong-option",
  title: "Two options that do not go together",
  options: {
    prune: { default: false, meaning: "prune" },
    order: { default: "rank", choices: ["rank", "reverse"], meaning: "order of the labels" },
  },
  prepare: (model, options) => {
    const decode = plain.prepare(model, {});
    return (lattice, k, work) => {
      const { paths } = decode(lattice, k, work);
      return { paths: options.prune && options.order === "reverse" ? paths.slice(1) : paths };
    };
  },
};
export default decoder;
