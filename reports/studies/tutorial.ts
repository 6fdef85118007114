/**
 * The page of the study of the tutorial's claims.
 *
 * @module
 */

import { formatCount, formatNumber } from "../numbers/format.ts";
import { median } from "../numbers/statistics.ts";
import { numberIn, type StudyRow, textIn } from "../numbers/study_rows.ts";
import { joined, type StudyPage } from "./_parts.ts";
import tutorialCells from "./_tutorial_cells.ts";
import type { StudyTable } from "./contract.ts";

/** The page “What the tutorial's claims are judged by”. */
const page: StudyPage = {
  name: "tutorial",
  title: "What the tutorial's claims are judged by",
  order: 75,
  introduction: [
    "The numbers behind the claims of a tutorial that builds a BiLSTM-CRF; the page of the paper, " +
    "`papers/tutorial.md`, has the claims, their rules and verdicts. What the tutorial prints " +
    "(its logsumexp, forward pass, decoding of a batch and loss) was written again from its " +
    "formulas, in float64 where it has float32, and put to lattices of CRFs.",
    "All but times are counts, and the same on every machine. Times take turns in a random order; " +
    "the control is B = 1 once more.",
  ],
  charts: () => [],
  tables: (lines) =>
    [...Map.groupBy(lines, (line) => textIn(line, "claim"))].map(([claim, own]) =>
      claimTable(claim, own)
    ),
};

export default joined(page, tutorialCells);

/** A line for each quantity, dataset and condition: the median over the rounds. */
function claimTable(claim: string, lines: readonly StudyRow[]): StudyTable {
  const groups = Map.groupBy(
    lines,
    (line) => ["quantity", "dataset", "condition"].map((name) => textIn(line, name)).join("\n"),
  );
  return {
    name: `tutorial-${claim}`,
    title: claim,
    note: "Medians over rounds, where there are several.",
    content: {
      columns: [
        ...["quantity", "dataset", "condition"].map((name) => ({ name, align: "left" as const })),
        ...["sentences", "rounds", "value"].map((name) => ({ name, align: "right" as const })),
        { name: "unit", align: "left" },
      ],
      rows: [...groups.values()].map((own) => {
        const value = median(own.map((line) => numberIn(line, "value")));
        const first = own[0]!;
        return [
          ...["quantity", "dataset", "condition", "sentences"]
            .map((name) => ({ text: textIn(first, name) })),
          { text: String(own.length) },
          { text: Number.isInteger(value) ? formatCount(value) : formatNumber(value), value },
          { text: textIn(first, "unit") },
        ];
      }),
    },
  };
}
