/**
 * Tags a word along adaptive supertagging.
 *
 * @module
 */

import type { PaperCell } from "./contract.ts";
import { published } from "../published/published.ts";
import { isWithin, SPEED_FACTOR } from "./verdict.ts";
import type { PaperTable } from "./contract.ts";
import { PACKS } from "./parsing_verdict.ts";
import { tagsPerWord } from "../numbers/parsed_cells.ts";
import { commandOf, keyOf } from "./_accuracy_cells.ts";

/** The beams of the first and of the last step, as datasets set them. */
const STEPS: Readonly<Record<string, string>> = {
  tags_first: "beam=0.075,cutoff=20",
  tags_last: "beam=0.001,cutoff=150",
};

/** Table 1 of Auli and Lopez 2011, with the tags a word of Table 2. */
const table: PaperTable = {
  name: "auli2011-table1",
  place: "Table 1",
  title: "Beams of adaptive supertagging",
  note:
    "The beams are settings, and ours are the same: 0.075, 0.03, 0.01, 0.005 with tags that a " +
    "word was seen with if it was seen 20 times, then 0.001 with 150. What can be measured is how " +
    "many tags a word they permit in the first and in the last step; within a factor of 2 agrees.",
  lines: "step",
  compare: (run) =>
    published({ paper: "auli2011", table: "table1" }).map((result): PaperCell => {
      const dataset = `${PACKS[result.dataset]}{${STEPS[result.metric]}}`;
      const cell = run.cells.find(({ row }) => row.dataset === dataset);
      const ours = cell && tagsPerWord(cell);
      return {
        place: result,
        ...{ metric: result.metric, unit: result.unit, column: "tags a word" },
        line: result.metric === "tags_first" ? "first step" : "last step",
        published: result.value,
        publishedRatio: undefined,
        ours,
        ratio: undefined,
        compared: "value",
        verdict: ours === undefined
          ? "not testable here"
          : isWithin(ours, Number(result.value), SPEED_FACTOR)
          ? "within factor"
          : "differs",
        reason: cell === undefined ? `not measured in this run: ${dataset}` : "",
        rows: cell === undefined ? [] : [keyOf(cell.row)],
        command: commandOf([{ dataset, decoder: "pipeline" }]),
      };
    }),
};
export default table;
