/**
 * Five iterations of dual decomposition take longer than five rounds of belief propagation.
 *
 * @module
 */

import type { Claim } from "./contract.ts";
import { speedEvidence } from "./_parsing_speeds.ts";

/** The claim. */
const dualDecompositionIsDearer: Claim = {
  name: "auli2011-dual-decomposition-is-dearer",
  order: 220,
  source: "Auli and Lopez 2011, Table 6",
  statement:
    "Five iterations of dual decomposition take longer than five rounds of belief propagation.",
  rule:
    "The ratio of their speeds on the same sentences with its interval: for if belief propagation is faster beyond the error of measurement.",
  published: () => "41.9 and 46.7 sentences/s, 3.1 and 4.7",
  judge: (run) => ["ast", "reverse"].flatMap((space) => speedEvidence(run, space, "bp-5", "dd-5")),
};
export default dualDecompositionIsDearer;
