/**
 * The page of the study of regularisation.
 *
 * @module
 */

import { joined, type StudyPage } from "./_parts.ts";
import regularisationCells from "./_regularisation_cells.ts";

import { strengthCharts } from "./_regularisation_charts.ts";
import { strengthTables } from "./_regularisation_tables.ts";
import { byDataset, TIMED_TWICE, trainingRows } from "./_training_rows.ts";

/** The page “Decoding time by regularisation”. */
const page: StudyPage = {
  name: "regularisation",
  title: "Decoding time by regularisation of the transitions",
  order: 20,
  introduction: [
    "Belanger et al. (§6.2, Figure 1) regularise the weights of label pairs alone, with ℓ1 or ℓ2, " +
    "while a perceptron learns: weaker transitions let column generation decode faster, and the " +
    "accuracy does not suffer. They gain about 5% (§7). Here the same is measured for every exact " +
    "decoder.",
    "After each sentence ℓ2 takes λ·w off each weight w of a label pair, and ℓ1 takes λ off its " +
    "magnitude and stops at 0. A model is trained once for each strength λ; in its epochs from the " +
    "third on, all decoders find the best paths of one of so many training sentences with the weights of that " +
    "moment, in turns, and every score has to be the same (`===`): regularised weights are kept on " +
    "a grid of 2⁻³⁰, so that sums are exact. The first two epochs are discarded, as in the paper. " +
    "Preparing for new transitions is not timed. λ = 0 is measured once for each norm: what these " +
    "two differ by is the error of measurement.",
    TIMED_TWICE,
  ],
  charts: (lines) => byDataset(trainingRows(lines)).flatMap(([, rows]) => strengthCharts(rows)),
  tables: (lines) => byDataset(trainingRows(lines)).flatMap(([, rows]) => strengthTables(rows)),
};

export default joined(page, regularisationCells);
