/**
 * The gains of A* by label count.
 *
 * @module
 */

import type { Claim, Evidence } from "./contract.ts";
import { isPaperTask } from "../published/stand_ins.ts";
import { formatCount, formatRatio } from "../numbers/format.ts";
import { bestAStar } from "./_best_a_star.ts";
import { outcomeOf, publishedRatios, timedDatasets } from "./_contest.ts";
import { gainOver } from "../numbers/speed_ratio.ts";
import type { Estimate } from "../numbers/statistics.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { tieFactor } from "../numbers/tie_factor.ts";
import type { RunData } from "../numbers/run_data.ts";

const TABLE = { paper: "huang2012", table: "table4", fast: "a-star-best", slow: "viterbi" };

/** What the tasks that stand for the paper's are together. */
const TASKS = "the papers' tasks";

/** The claim. */
const aStarGainsGrow: Claim = {
  name: "a-star-gains-grow",
  order: 60,
  source: "Huang et al. 2012, Table 4",
  statement: "The gain of A* (best) over Viterbi grows with the number of labels.",
  rule:
    "A* with the fastest heuristic of each dataset over viterbi, at the fewest and at the most " +
    "labels of the papers' tasks, and beside them of each other family: for if the ratio at the " +
    "most labels is above that at the fewest by more than the error of measurement, against if below.",
  published: () => publishedRatios(TABLE),
  judge,
};

export default aStarGainsGrow;

function judge({ summary }: RunData): Evidence[] {
  const tie = tieFactor(summary);
  if (tie === undefined) return [];
  const best = timedDatasets(summary).flatMap((cells) => bestAStar(cells) ?? [])
    .filter((row) => row.ratio_to_viterbi !== undefined)
    .sort((a, b) => a.labels - b.labels);
  const groups = Map.groupBy(best, groupOf);
  return [...groups].flatMap(([subject, cells]): Evidence[] => {
    const [first, last] = [cells[0]!, cells.at(-1)!];
    if (first.labels === last.labels) return [];
    const [few, many] = [first.ratio_to_viterbi!, last.ratio_to_viterbi!];
    const ratio = gainOver(gainOf(last), gainOf(first));
    return [{
      subject,
      votes: subject === TASKS,
      published: "",
      ours: `${formatRatio(few)}× at ${formatCount(first.labels)} labels, ${
        formatRatio(many)
      }× at ${formatCount(last.labels)}`,
      outcome: outcomeOf(ratio, tie),
    }];
  });
}

function groupOf({ dataset_base, family }: SummaryRow): string {
  if (isPaperTask(dataset_base)) return TASKS;
  return family === "real" ? "other real tasks" : `family ${family}`;
}

function gainOf({ ratio_to_viterbi, ratio_low, ratio_high }: SummaryRow): Estimate {
  return { median: ratio_to_viterbi!, low: ratio_low, high: ratio_high };
}
