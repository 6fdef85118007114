/**
 * The paper suite: everything.
 *
 * @module
 */

import { meanLength } from "../../datasets/synthetic_task.ts";
import type { Suite } from "../suite.ts";

const FAMILIES = ["hmm", "weak", "strong", "sparse", "structureless"];
/** Labels of the papers' tasks, and one size between. */
const LABEL_COUNTS = [45, 319, 443, 1024, 2602];
/** Dense edges that a synthetic dataset may have: a second or two of dense Viterbi. */
const DENSE_EDGES = 2e9;
const MAX_SENTENCES = 400;

const paper: Suite = {
  name: "paper",
  meaning: "every decoder and ablation, all packs and families, k = 1, 2, 5 and 10; an hour",
  datasets: [
    { name: "ewt_pos45", sentences: 800 },
    { name: "hwu_slot_scenario323", sentences: 826 },
    ...FAMILIES.flatMap((family) =>
      LABEL_COUNTS.map((labels) => ({
        name: `synthetic-${family}-${labels}`,
        sentences: Math.min(
          MAX_SENTENCES,
          Math.floor(DENSE_EDGES / (labels ** 2 * meanLength(labels))),
        ),
      }))
    ),
  ],
  variants: [
    "beam{width=5}",
    "beam{width=20}",
    "iterative-viterbi{expansion=uniform}",
    "iterative-viterbi{prune=false}",
    "iterative-viterbi{lowerBound=none}",
    "iterative-viterbi{raise=active}",
    "iterative-viterbi{incumbent=false}",
  ],
  ks: [1, 2, 5, 10],
  rounds: 11,
  roundMs: 200,
  deadlineMs: 300_000,
};
export default paper;
