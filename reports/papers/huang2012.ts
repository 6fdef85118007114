/**
 * What a run says about Huang et al. 2012.
 *
 * @module
 */

import { BASELINE } from "../../harness/store/key.ts";
import { growthInLabels } from "../numbers/growth.ts";
import type { RunData } from "../numbers/run_data.ts";
import type { Estimate } from "../numbers/statistics.ts";
import { cellKey, type SummaryRow } from "../numbers/summary_row.ts";
import { datasetFor, type PublishedResult, publishedValue } from "../published/published.ts";
import { HUANG2012_CLAIMS, MET } from "./_huang2012_claims.ts";
import {
  benchCommand,
  iterationCells,
  paperCell,
  type Shown,
  speedCell,
  speedCells,
  tablesOf,
} from "./cells.ts";
import { VERDICT_RULE } from "./claims.ts";
import type { Paper, PaperCell } from "./contract.ts";
import { ourDecoder, OWN_ORDER_NOTE } from "./our_decoders.ts";
import { closeness, outcomeOf } from "./speeds.ts";
import { exponentVerdict, PAPER_RULES, powerOfLabels } from "./verdict.ts";

const PAPER = "huang2012";

/** The synthetic families that stand for the cases of Table 1, as `growthInLabels` takes them. */
const FAMILIES: Readonly<Record<string, string>> = {
  best_case: "weak{dial=0}",
  worst_case: "structureless",
};
/** The k of Table 1's lists of paths, whose exponent of L does not depend on it. */
const GROWTH_PATHS = 5;
/** Decoders of Table 1, by their names in it, whose edges are counted by a formula. */
const UNPRUNED = ["beam", "viterbi-a-star"];
/** Dense Viterbi's exponent of L, in both cases. */
const VITERBI_EXPONENT = 2;

/** What Figure 4 is about. */
const FIGURE = { dataset: "conll2003", baseline: "viterbi-a-star" };
/** The decoders of the figure besides the baseline, by their names in `published/`. */
const FIGURE_LINES = ["k-best-viterbi", "k-best-a-star-best", "iterative-viterbi-a-star"];
/** The points on the figure's axis. */
const FIGURE_KS = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100];

/** The paper. */
const huang2012: Paper = {
  name: PAPER,
  order: 100,
  rules: PAPER_RULES,
  claimsRule: VERDICT_RULE,
  claims: HUANG2012_CLAIMS,
  tables: tablesOf(PAPER, [
    {
      place: "Table 1",
      title: "Best case and worst case complexity",
      note: "Published: the stated complexity; ours: the exponent of L that fits the edge " +
        "evaluations at a fixed length (least squares between logarithms; lists of paths at k = " +
        `${GROWTH_PATHS}), on weak{dial=0} for ` +
        "the best case (no transitions, one label a position that stands out) and on " +
        "structureless, whose transitions leave nothing to prune, for the worst. The edges of a " +
        "beam and of the forward pass of Viterbi A* are a formula, whose exponent is what it is by " +
        "construction; those of the others are counted, in both cases. Compared with the largest " +
        "power of L that is stated; the baseline is dense Viterbi's 2. The paper leaves the T·L " +
        "edges of the first bound out of the iterative decoders' best case, and edges are not all " +
        "of the work: sorting labels is in the times only.",
      cells: (run, results) => results.map((result) => growthCell(run, result)),
    },
    {
      place: "Table 2",
      title: "Datasets",
      note:
        "Not a result, but what to know beside the others: no cell is judged. Our test sentences are those that " +
        "this run decoded, a part of those that there are; their mean length is that of the same " +
        "sentences. Our train sentences are those that the page of the pack names. Our label sets were cut to the " +
        "paper's sizes.",
      lines: "task",
      cells: (run, results) => results.map((result) => sizeCell(run, result)),
    },
    {
      place: "Table 3",
      title: "Iterations of iterative Viterbi and iterative Viterbi A*",
      note: "Mean iterations a sentence: iterative Viterbi at k = 1, iterative Viterbi A* at " +
        "k = 5. The baseline of the ratios is iterative Viterbi on the same task. " +
        OWN_ORDER_NOTE,
      cells: (run, results) => iterationCells(run, results, "iterative-viterbi"),
    },
    {
      place: "Table 4",
      title: "Speed of 1-best decoding",
      note: "Speed relative to dense Viterbi, which is 1. A* (best) is the fastest of the " +
        "measured heuristics on each task: naive and m = 0, 3, 6, 9, chosen by the rounds " +
        "that it is shown by: where two differ by noise alone, the luckier one. Beam has a " +
        "width of 1.",
      chart: "heat-map",
      cells: speedCells,
    },
    {
      place: "Table 5",
      title: "Speed of 5-best decoding",
      note: "Speed relative to Viterbi A*, which is 1: the state of the art that the paper sets " +
        "its own decoder against. A* (best) as in Table 4. Beam has a width of 5. The paper's " +
        "supertag column has Viterbi A* (0.1 sentences a second) below k-best Viterbi (0.12), " +
        "with one digit to go by.",
      cells: (run, results) => speedCells(run, results, "viterbi-a-star"),
    },
    {
      place: "Figure 4",
      title: "Speed of k-best decoding by k",
      note: `Speed relative to Viterbi A* at the same k, on ${FIGURE.dataset}. The paper prints ` +
        "the curves without numbers; what it states in words (§5.2) is compared: both Viterbi A* " +
        "decoders are faster than k-best Viterbi and A* (best) at every k; the iterative one is " +
        "ahead below k = 30, and the two have met from k = 90 on, here: are within " +
        `${MET}× (“within factor”).`,
      chart: "speed-by-k",
      cells: (run) =>
        FIGURE_LINES.flatMap((line) => FIGURE_KS.map((k) => figureCell(run, line, k))),
    },
  ]),
};

export default huang2012;

/** A complexity, and the exponent that fits the work of our decoder. */
function growthCell(run: RunData, result: PublishedResult): PaperCell {
  const isOneBest = result.k === "1";
  const k = isOneBest ? 1 : GROWTH_PATHS;
  const decoder = ourDecoder({ ...result, k: String(k) }).variants[0]!;
  const family = FAMILIES[result.metric]!;
  const stated = powerOfLabels(result.value);
  const shown: Shown = {
    line: result.algorithm.replace("k-best-", ""),
    column: `${isOneBest ? "1-best" : "k-best"} ${result.metric.replace("_", " ")}`,
    published: result.value.replace("^2", "²"),
    compared: "value",
    command: benchCommand(run, { datasets: [], decoders: [decoder], ks: [k], suite: "sweeps" }),
  };
  const law = growthInLabels(run.summary, decoder, family, k);
  const paths = isOneBest ? "" : ` at k = ${k}`;
  const missing = `not measured in this run: ${family} with its length set, for ${decoder}${paths}`;
  return paperCell(
    result,
    shown,
    law === undefined ? missing : {
      ours: law.exponent,
      verdict: decoder === BASELINE
        ? "baseline"
        : UNPRUNED.includes(result.algorithm)
        ? "by construction"
        : exponentVerdict(stated, law.exponent, VITERBI_EXPONENT),
      reason: `${law.points} points; stated exponent ${stated}`,
      rows: law.cells.map(cellKey),
    },
  );
}

/** A size of the paper's data, and that of ours. */
function sizeCell(run: RunData, result: PublishedResult): PaperCell {
  const dataset = datasetFor(result.dataset);
  const [row] = run.summary.filter((row) =>
    row.dataset === dataset && row.decoder === BASELINE && row.sentences > 0
  ).sort((a, b) => b.sentences - a.sentences);
  const shown: Shown = {
    line: result.dataset,
    column: result.metric.replace("_", " "),
    compared: "value",
    command: benchCommand(run, { datasets: [dataset], decoders: [], ks: [row?.k ?? 1], like: row }),
  };
  if (row === undefined) return paperCell(result, shown, `not measured in this run: ${dataset}`);
  const ours = sizeOf(run, row, result.metric);
  if (ours === undefined) {
    return paperCell(result, shown, `not known of the pack of this run: ${dataset}`);
  }
  // Corpora were chosen, and cut: their sizes neither reproduce a result nor fail to.
  const verdict = "by construction";
  return paperCell(result, shown, { ours, verdict, rows: [cellKey(row)] });
}

function sizeOf(run: RunData, row: SummaryRow, metric: string): number | undefined {
  if (metric === "labels") return row.labels;
  if (metric === "test_sentences") return row.sentences;
  // The last row of a cell is of the version that the summary takes.
  const { reference_edges: edges, pack } = run.rows.findLast(({ dataset, decoder, k }) =>
    dataset === row.dataset && decoder === row.decoder && k === row.k
  )!;
  if (metric === "train_sentences") return run.trainSentences.get(pack);
  // Σ (T−1)·L²: tokens whose right label is not known count, too.
  return row.edge_evaluations === undefined
    ? undefined
    : 1 + edges / row.labels ** 2 / row.sentences;
}

/** What the paper says of a ratio of speeds. */
type Statement = "> 1" | "< 1" | "≈ 1" | "nothing stated";

/** A point of the figure: what the paper says of it, and our ratio. */
function figureCell(run: RunData, algorithm: string, k: number): PaperCell {
  const { dataset, baseline } = FIGURE;
  const at = { paper: PAPER, table: "figure4", dataset, algorithm, k: String(k) };
  const statement = statedAt(algorithm, k);
  const cell = speedCell(
    run,
    { ...at, metric: "speed", unit: "sentences/s", value: statement },
    { ...at, algorithm: baseline },
    (ratio, tie) => verdictOn(statement, ratio, tie),
  );
  const reason = statement === "nothing stated"
    ? "the paper says nothing about this point in words"
    : cell.reason;
  return { ...cell, column: `k = ${k}`, reason };
}

function statedAt(algorithm: string, k: number): Statement {
  if (algorithm !== "iterative-viterbi-a-star") return "< 1";
  const at = (metric: string): number => publishedValue({ paper: PAPER, metric })!;
  if (k < at("faster_below_k")) return "> 1";
  return k >= at("converged_from_k") ? "≈ 1" : "nothing stated";
}

function verdictOn(statement: Statement, ratio: Estimate, tie: number): PaperCell["verdict"] {
  if (statement === "nothing stated") return "not testable here";
  const isNear = statement === "≈ 1";
  const outcome = isNear ? outcomeOf(closeness(ratio), tie, 1 / MET) : outcomeOf(ratio, tie);
  if (outcome === "tie") return "not testable here";
  if (isNear) return outcome === "for" ? "within factor" : "differs";
  return (outcome === "for") === (statement === "> 1") ? "same direction" : "differs";
}
