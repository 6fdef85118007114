/**
 * CarpeDiem where transitions matter.
 *
 * @module
 */

import type { Claim } from "./contract.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { contest, publishedRatios } from "./_contest.ts";

/** Where the papers give both speeds; they disagree about tagging. */
const TABLE = { paper: "huang2012", table: "table4", fast: "viterbi", slow: "carpediem" };
const OTHER = { ...TABLE, paper: "kaji2010", table: "table1" };

/** The claim. */
const carpediemLoses: Claim = {
  name: "carpediem-loses",
  order: 50,
  source: "Huang et al. 2012, Table 4; Kaji et al. 2010, Table 1",
  statement: "CarpeDiem is slower than Viterbi where transitions matter.",
  rule:
    "Speed of viterbi over carpediem on each dataset but those of the family weak, and on the " +
    "sweep from the strength where transitions vary as much as emissions (dial 1): for if the " +
    "ratio is above 1 by more than the error of measurement, against if below.",
  published: () => `${publishedRatios(TABLE)}; Kaji et al.: ${publishedRatios(OTHER)}`,
  judge: ({ summary }) =>
    contest(summary, {
      fast: "viterbi",
      slow: "carpediem",
      table: TABLE,
      where: (row) => row.family !== "weak",
      also: areStrong,
    }),
};

export default carpediemLoses;

function areStrong({ family, dataset_settings: { dial = 0, length } }: SummaryRow): boolean {
  return family === "structureless" && dial >= 1 && length === undefined;
}
