/**
 * Stochastic gradients train the baseline as well as L-BFGS does.
 *
 * @module
 */

import type { Claim } from "./contract.ts";

/** The claim. */
const sgdAsLbfgs: Claim = {
  name: "auli2011-sgd-as-lbfgs",
  order: 200,
  source: "Auli and Lopez 2011, §5.3",
  statement: "Stochastic gradients train the baseline as well as L-BFGS does.",
  rule: "Not testable: all parsers here are trained by stochastic gradients.",
  published: () => "similar results",
  judge: () => [],
};
export default sgdAsLbfgs;
