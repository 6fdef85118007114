/**
 * With wider beams the pipeline finds higher scores and lower F, while the oracle rises.
 *
 * @module
 */

import type { Evidence } from "./contract.ts";
import type { Claim } from "./contract.ts";
import type { RunData } from "../numbers/run_data.ts";
import { beamSeries } from "../numbers/parsed_cells.ts";

function judge(run: RunData): Evidence[] {
  const [pipeline, oracle] = [beamSeries(run, "pipeline"), beamSeries(run, "oracle")];
  const [first, last, least, most] = [pipeline[0], pipeline.at(-1), oracle[0], oracle.at(-1)];
  if (first === undefined || last === undefined || least === undefined || most === undefined) {
    return [];
  }
  const line = (subject: string, from: number, to: number, rises: boolean): Evidence => ({
    ...{ subject: `dev, ${subject}`, votes: true, published: rises ? "rises" : "falls" },
    ours: `${from.toFixed(2)} → ${to.toFixed(2)} (${first.sentences} sentences)`,
    outcome: from === to ? "tie" : to > from === rises ? "for" : "against",
  });
  return [
    line("parser's score", first.parserScore, last.parserScore, true),
    line("F of the pipeline", first.spanF, last.spanF, false),
    line("F of the oracle", least.spanF, most.spanF, true),
  ];
}

/** The claim. */
const widerBeams: Claim = {
  name: "auli2011-wider-beams",
  order: 50,
  source: "Auli and Lopez 2011, Figure 1",
  statement:
    "With wider beams the pipeline finds higher scores and lower F, while the oracle rises.",
  rule:
    "From the narrowest to the widest of nine beams, over the sentences that all of them parse: for if the sum of the parser's scores rises, for if F of the pipeline falls, for if F of the oracle rises; ties where the difference of F holds 0.",
  published: () => "scores rise, F falls, the oracle rises",
  judge: judge,
};
export default widerBeams;
