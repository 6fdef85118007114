/**
 * Structureless lattices.
 *
 * @module
 */

import { type Family, gaussianFamily } from "./family.ts";

/** Normal scores, emissions and transitions alike. */
const structureless: Family = gaussianFamily(
  "structureless",
  1,
  "Nothing to exploit: no frequent labels, no peaked emissions, no default transition. No bound " +
    "helps much, so this family shows what a decoder's bookkeeping costs when it saves nothing.",
);
export default structureless;
