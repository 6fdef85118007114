/**
 * Seeded result rows of the factorial case.
 *
 * @module
 */

import type { Row } from "../../harness/store/rows.ts";
import { fakePaperRows } from "./rows.ts";
import { decoderColumns } from "./names.ts";

/** Variants that the suite runs on the factorial pack, by those whose rows stand in for theirs. */
const STAND_INS: Readonly<Record<string, string>> = {
  "viterbi": "viterbi",
  "viterbi{transitions=structured}": "iterative-viterbi{prune=false}",
  "column-generation": "column-generation",
  "carpediem": "carpediem",
  "control": "control",
  "beam": "beam{width=1}",
  "beam{width=15}": "beam{width=8}",
  "beam{width=5}": "beam{width=5}",
  "column-generation{search=full,cap=0}": "column-generation{search=full,cap=0}",
};

/** A run of the factorial pack: the rows of another real task under other names. */
export function fakeFactorialRows(): Row[] {
  const rows = fakePaperRows().filter(({ dataset }) => dataset === "hwu_slot_scenario323");
  return Object.entries(STAND_INS).flatMap(([decoder, source]) =>
    rows.filter((row) => row.decoder === source).map((row) => ({
      ...row,
      key: `${decoder} ${row.round}`,
      dataset: "ewt_factorial360",
      labels: 360,
      ...decoderColumns(decoder),
    }))
  );
}
