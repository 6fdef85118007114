/**
 * Beams that parsers learn from.
 *
 * @module
 */

import { TRAINING_BEAMS } from "../../datasets/training/parsing/forest_learner.ts";
import type { PaperCell } from "./contract.ts";
import { published } from "../published/published.ts";
import type { PaperTable } from "./contract.ts";

/** Table 3 of Auli and Lopez 2011. */
const table: PaperTable = {
  name: "auli2011-table3",
  place: "Table 3",
  title: "Beams in training",
  note:
    "Settings, which our trainer has as they are: the first beam whose chart is small enough is " +
    "learned from, with the right tags in it. Small enough is 300,000 items there and 6,000 here, " +
    "where a sentence has far fewer items; that parsers learn better from wider beams is no " +
    "number of this table.",
  lines: "setting",
  compare: () =>
    published({ paper: "auli2011", table: "table3" }).map((result): PaperCell => {
      const [setting, step] = result.metric.split("_");
      const ours = TRAINING_BEAMS[Number(step) - 1]?.[setting === "beam" ? 0 : 1];
      return {
        place: result,
        ...{ metric: result.metric, unit: result.unit, column: `step ${step}` },
        line: setting === "beam" ? "β" : "k",
        published: result.value,
        publishedRatio: undefined,
        ours,
        ratio: undefined,
        compared: "value",
        // It agrees because it was taken over.
        verdict: ours === Number(result.value) ? "not testable here" : "differs",
        reason: "a setting, taken from the paper",
        rows: [],
        command: "deno task train_parser --data BANK --out PACK",
      };
    }),
};
export default table;
