/**
 * Adaptive supertagging ends with far more tags a word than it begins with.
 *
 * @module
 */

import type { RunData } from "../numbers/run_data.ts";
import type { Evidence } from "./contract.ts";
import type { Claim } from "./contract.ts";
import { tagsPerWord } from "../numbers/parsed_cells.ts";

function judge({ cells }: RunData): Evidence[] {
  const [first, last] = ["beam=0.075,cutoff=20", "beam=0.001,cutoff=150"].map((beam) =>
    cells.find(({ row }) => row.dataset === `ewt_ccg_dev{${beam}}`)
  );
  if (first === undefined || last === undefined) return [];
  const [from, to] = [tagsPerWord(first), tagsPerWord(last)];
  return [{
    ...{ subject: "dev", votes: true, published: "1.3 → 3.6" },
    ours: `${from.toFixed(2)} → ${to.toFixed(2)}`,
    outcome: to > 2 * from ? "for" : "against",
  }];
}

/** The claim. */
const moreTags: Claim = {
  name: "auli2011-tags-per-word",
  order: 10,
  source: "Auli and Lopez 2011, Table 2",
  statement: "Adaptive supertagging ends with far more tags a word than it begins with.",
  rule: "For if the last step permits twice as many tags a word as the first.",
  published: () => "1.3 → 3.6",
  judge: judge,
};
export default moreTags;
