/**
 * Training in batches.
 *
 * @module
 */

import { formatRatio } from "../numbers/format.ts";
import { estimateMedian } from "../numbers/statistics.ts";
import { outcomeOf } from "../papers/speeds.ts";
import type { Evidence } from "./contract.ts";
import { forIf, type StudyLines, tutorialClaim, vote } from "./_tutorial.ts";

/** How far the variance of a mean of B gradients may be from 1/B of that of one, as a factor. */
const NEAR = 1.5;
const TIME = "time a sentence";
const VARIANCE = "variance of the gradient";
const SIZES = [8, 32, 128];

/** The claim. */
export default tutorialClaim({
  key: "batching",
  order: 20,
  place: "“Sequence Batching”",
  statement: "Batching speeds up training, and lessens the noise of the gradient.",
  printed:
    "“batching examples speeds up training”; “batch size of 1 gives a maximally noisy gradient”",
  rule:
    "Time, for each dataset and part of a step: the rounds of B = 1 over those of each B beyond it; for if the largest of these ratios is above 1 by more than the control differs from B = 1, against if all are below 1, otherwise a tie. What a batch saves in the CRF layer is to prepare the transitions, which a step changes. " +
    `Noise: for if the variance of the mean gradient is within ${NEAR}× of 1/B of that of a sentence at every B, otherwise against.`,
  judge: (lines) =>
    lines.by("dataset").flatMap(([dataset, own]) => [
      ...times(dataset, own.of(TIME)),
      ...noise(dataset, own),
    ]),
});

/** A line for each part of a training step: what stands before “, B = ”. */
function times(dataset: string, lines: StudyLines): Evidence[] {
  const conditions = lines.by("condition").map(([condition]) => condition);
  const parts = new Set(conditions.map((condition) => condition.split(", ")[0]!));
  return [...parts].map((part) => {
    const single = lines.values(TIME, `${part}, B = 1`);
    const over = (condition: string) => {
      const other = lines.values(TIME, `${part}, ${condition}`);
      return estimateMedian([single.map((time, round) => time / other[round]!)]);
    };
    const { median: control } = over("control");
    const tie = Math.max(control, 1 / control);
    const ratios = SIZES.map((size) => ({ size, ratio: over(`B = ${size}`) }));
    const best = ratios.toSorted((a, b) => b.ratio.median - a.ratio.median)[0]!;
    const text = ratios.map(({ size, ratio }) => `B = ${size} ${formatRatio(ratio.median)}×`);
    return vote(
      `${dataset}, ${part}`,
      `${text.join(", ")} (control ${formatRatio(control)}×)`,
      outcomeOf(best.ratio, tie),
    );
  });
}

function noise(dataset: string, lines: StudyLines): Evidence[] {
  const found = [1, ...SIZES].flatMap((size) =>
    lines.values(VARIANCE, `B = ${size}`).map((variance) => variance * size)
  );
  if (found.length === 0) return [];
  const isNear = found.every((times) => times <= NEAR && times >= 1 / NEAR);
  const text = `variance × B: ${found.map(formatRatio).join(", ")}`;
  return [vote(`${dataset}, noise`, text, forIf(isNear))];
}
