/**
 * Wider beams in training make a better parser.
 *
 * @module
 */

import type { Claim } from "./contract.ts";

/** The claim. */
const widerTrainingBeams: Claim = {
  name: "auli2011-wider-training-beams",
  order: 210,
  source: "Auli and Lopez 2011, Table 4",
  statement: "Wider beams in training make a better parser.",
  rule: "Not testable here: no pack has a parser that was trained with narrow beams.",
  published: () => "87.24 → 87.38",
  judge: () => [],
};
export default widerTrainingBeams;
