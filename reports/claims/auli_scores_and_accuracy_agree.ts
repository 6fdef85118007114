/**
 * Scores and F agree better in the integrated model than in the pipeline.
 *
 * @module
 */

import type { Evidence } from "./contract.ts";
import type { Claim } from "./contract.ts";
import type { RunData } from "../numbers/run_data.ts";
import { type BeamPoint, beamSeries } from "../numbers/parsed_cells.ts";

function judge(run: RunData): Evidence[] {
  const pipeline = beamSeries(run, "pipeline");
  return ["belief-propagation", "dual-decomposition"].flatMap((decoder): Evidence[] => {
    const own = beamSeries(run, decoder);
    if (pipeline.length < 3 || own.length !== pipeline.length) return [];
    const [theirs, ours] = [
      correlation(pipeline, ({ parserScore }) => parserScore),
      correlation(own, ({ objective }) => objective),
    ];
    return [{
      ...{ subject: `dev, ${decoder}`, votes: true, published: "" },
      ours: `${ours.toFixed(2)}, pipeline ${theirs.toFixed(2)}`,
      outcome: ours > theirs ? "for" : ours < theirs ? "against" : "tie",
    }];
  });
}

/** Pearson's, of scores and F. */
function correlation(points: readonly BeamPoint[], score: (point: BeamPoint) => number): number {
  const pairs = points.map((point) => [score(point), point.spanF] as const);
  const mean = (i: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[i], 0) / pairs.length;
  const [x, y] = [mean(0), mean(1)];
  const sum = (value: (a: number, b: number) => number) =>
    pairs.reduce((total, [a, b]) => total + value(a - x, b - y), 0);
  return sum((a, b) => a * b) / Math.sqrt(sum((a) => a * a) * sum((_, b) => b * b));
}

/** The claim. */
const scoresAndAccuracyAgree: Claim = {
  name: "auli2011-scores-and-accuracy-agree",
  order: 180,
  source: "Auli and Lopez 2011, Figure 5",
  statement: "Scores and F agree better in the integrated model than in the pipeline.",
  rule:
    "Correlation of the summed score and F of labelled spans over nine beams: for if that of belief propagation or dual decomposition is higher than that of the pipeline.",
  published: () => "an improved relationship",
  judge: judge,
};
export default scoresAndAccuracyAgree;
