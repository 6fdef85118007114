/**
 * Decoding time by regularisation of the transitions.
 *
 * @module
 */

import type { PaperCell, PaperTable } from "./contract.ts";
import { isWithin, SPEED_FACTOR } from "./verdict.ts";
import { published } from "../published/published.ts";
import { frame } from "./_speeds.ts";
import { studyKey, totalMs } from "./_study_times.ts";
import { datasetFor } from "../published/stand_ins.ts";
import type { RunData } from "../numbers/run_data.ts";

/** One line for each norm, strength, epoch and decoder; a strength of 0 is no regularisation. */
const STUDY = "regularisation";
const TASK = "pos";
const DECODER = "column-generation";

/** Figure 1 of Belanger et al. */
const table: PaperTable = {
  name: "belanger-figure1",
  place: "Figure 1",
  title: "Regularisation of the transitions and decoding time",
  note:
    `Time of ${DECODER} on ${TASK} without regularisation over its time at the strength of ℓ2 ` +
    "where it is fastest. The figure is printed without numbers; compared is the gain of “about 5%” " +
    "that §7 states. Any gain has the same direction.",
  compare: (run) =>
    published({ paper: "belanger", metric: "regularisation_gain" }).map((result) => {
      const { ratio, strength } = gain(run);
      const publishedRatio = 1 + Number(result.value) / 100;
      const key = (of: string): string => studyKey(STUDY, datasetFor(TASK), DECODER, "l2", of);
      const cell: PaperCell = {
        ...frame(result),
        column: "speed at the best ℓ2 strength",
        publishedRatio,
        ours: ratio && 100 * (ratio - 1),
        ratio: ratio === undefined ? undefined : { median: ratio, low: undefined, high: undefined },
        compared: "ratio",
        verdict: ratio === undefined
          ? "not testable here"
          : ratio <= 1
          ? "differs"
          : isWithin(publishedRatio, ratio, SPEED_FACTOR)
          ? "within factor"
          : "same direction",
        reason: ratio === undefined
          ? `not measured in this run: ${key("…")}`
          : `strength ${strength}`,
        rows: ratio === undefined ? [] : [key("0"), key(strength)],
        command: `deno task study ${STUDY} --data DIR --dataset ${datasetFor(TASK)}`,
      };
      return cell;
    }),
};

export default table;

/** The largest gain over no regularisation, and where it is. */
function gain(run: RunData): { ratio: number | undefined; strength: string } {
  const lines = (run.studies.get(STUDY) ?? []).filter((line) =>
    line["dataset"] === datasetFor(TASK) && line["decoder"] === DECODER && line["norm"] === "l2"
  );
  const times = [...Map.groupBy(lines, (line) => line["strength"]!)]
    .flatMap(([strength, group]) => {
      const ms = totalMs(group, ["elapsed_ms"]);
      return ms === undefined ? [] : [{ strength, ms: ms / group.length }];
    });
  const plain = times.find(({ strength }) => Number(strength) === 0);
  const [best] = times.filter((time) => time !== plain).sort((a, b) => a.ms - b.ms);
  return plain === undefined || best === undefined
    ? { ratio: undefined, strength: "" }
    : { ratio: plain.ms / best.ms, strength: best.strength };
}
