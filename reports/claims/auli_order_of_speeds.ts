/**
 * The pipeline is faster than one round of belief propagation, and that than 25.
 *
 * @module
 */

import type { Claim } from "./contract.ts";
import { speedEvidence } from "./_parsing_speeds.ts";

/** The claim. */
const orderOfSpeeds: Claim = {
  name: "auli2011-order-of-speeds",
  order: 140,
  source: "Auli and Lopez 2011, Table 6",
  statement: "The pipeline is faster than one round of belief propagation, and that than 25.",
  rule:
    "The ratio of two speeds on the same sentences with its interval: for if all of it is above 1 beyond the error of measurement, against if below.",
  published: () => "65.8, 60.8, 35.3 sentences/s in ast; 5.9, 5.8, 3.5 in reverse",
  judge: (run) =>
    ["ast", "reverse"].flatMap((space) => [
      ...speedEvidence(run, space, "baseline", "bp-1"),
      ...speedEvidence(run, space, "bp-1", "bp-25"),
    ]),
};
export default orderOfSpeeds;
