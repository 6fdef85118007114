/**
 * The paper suite: everything.
 *
 * @module
 */

import { meanLength } from "../../datasets/synthetic_task.ts";
import type { Block, Suite } from "../suite.ts";
import { growth, strengths } from "./sweeps.ts";

const REAL = [
  { name: "ewt_pos45", sentences: 800 },
  { name: "hwu_slot_scenario323", sentences: 826 },
];
const FAMILIES = ["hmm", "weak", "strong", "sparse", "structureless"];
/** Labels of the papers' tasks, and one size between. */
const LABEL_COUNTS = [45, 319, 443, 1024, 2602];
/** Dense edges that a synthetic dataset may have: a tenth of a second of dense Viterbi. */
const DENSE_EDGES = 1e8;
const MAX_SENTENCES = 400;

/** Every decoder and ablation on every dataset. */
const comparison: Block = {
  datasets: [
    ...REAL,
    ...FAMILIES.flatMap((family) =>
      LABEL_COUNTS.map((labels) => ({
        name: `synthetic-${family}-${labels}`,
        sentences: atMost(labels, meanLength(labels)),
      }))
    ),
  ],
  allDecoders: true,
  variants: [
    "beam{width=5}",
    "beam{width=20}",
    "iterative-viterbi{expansion=uniform}",
    "iterative-viterbi{prune=false}",
    "iterative-viterbi{lowerBound=none}",
    "iterative-viterbi{raise=active}",
    "iterative-viterbi{incumbent=false}",
    "a-star{heuristic=naive}",
    "a-star{level=0}",
    "a-star{level=3}",
    "a-star{level=9}",
    "carpediem{bound=source}",
    "carpediem{bound=target}",
    "column-generation{add=all}",
    "column-generation{init=best}",
    "column-generation{init=beam,width=1}",
  ],
  ks: [1, 2, 5, 10],
};

/** Belanger's beam widths, and the powers of two of Kaji's calibration. */
const beams: Block = {
  datasets: REAL,
  allDecoders: false,
  variants: [1, 2, 3, 4, 5, 8, 15, 16, 20, 32, 50, 64, 128, 256].map((width) =>
    width === 1 ? "beam" : `beam{width=${width}}`
  ),
  ks: [1],
};

/** Alg. 1 of column generation as printed, which is far too slow where transitions matter. */
const fullSearch: Block = {
  datasets: REAL,
  allDecoders: false,
  variants: ["column-generation{search=full,cap=0}", "column-generation{cap=0}"],
  ks: [1],
};

const paper: Suite = {
  name: "paper",
  meaning: "every decoder and ablation on everything, beam widths, sweeps; k = 1, 2, 5, 10; hours",
  blocks: [comparison, beams, fullSearch, strengths, growth],
  rounds: 9,
  roundMs: 50,
  deadlineMs: 300_000,
};
export default paper;

function atMost(labels: number, length: number): number {
  const affordable = Math.floor(DENSE_EDGES / (labels ** 2 * length));
  return Math.min(MAX_SENTENCES, Math.max(1, affordable));
}
