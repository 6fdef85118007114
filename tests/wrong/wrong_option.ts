/**
 * Wrong: right with each option alone, wrong with both.
 *
 * @module
 */

import type { Decoder } from "../../decoders/contract.ts";
import { plain } from "./_plain.ts";

const OPTIONS = {
  prune: { default: false, meaning: "prune" },
  order: { default: "rank", choices: ["rank", "reverse"], meaning: "order of the labels" },
} as const;

/** Two options that do not go together: wrong on purpose. */
const decoder: Decoder<typeof OPTIONS> = {
  ...plain,
  name: "wrong-option",
  title: "Two options that do not go together",
  options: OPTIONS,
  prepare: (model, options) => {
    const decode = plain.prepare(model, {});
    return (lattice, k, work) => {
      const { paths } = decode(lattice, k, work);
      return { paths: options.prune && options.order === "reverse" ? paths.slice(1) : paths };
    };
  },
};
export default decoder;
