/**
 * The tables of Auli and Lopez 2011, made again.
 *
 * @module
 */

import { TRAINING_BEAMS } from "../../datasets/training/parsing/forest_learner.ts";
import { CHART_LIMIT } from "../../datasets/training/recipe.ts";
import { shellQuote } from "../../datasets/visible.ts";
import { accuracyDifference, accuracyOf, type Metric } from "../numbers/accuracy.ts";
import { formatCount, formatDifference, formatInterval, formatSigned } from "../numbers/format.ts";
import {
  cellOf,
  inSpace,
  paperRule,
  type Rule,
  RULES,
  tagsPerWord,
  variantOf,
} from "../numbers/parsed_cells.ts";
import { sampleMark } from "../numbers/marks.ts";
import { cellKey } from "../numbers/summary_row.ts";
import type { RunData } from "../numbers/run_data.ts";
import { ratioOf, tieFactor } from "../numbers/speed_ratio.ts";
import { datasetFor, type PublishedResult, publishedValue } from "../published/published.ts";
import { type Place, placeOf, timedRow, timedSystem } from "./_parsing_judges.ts";
import { paperCell, tablesOf, TOO_NOISY } from "./cells.ts";
import type { PaperCell, PaperTable } from "./contract.ts";
import { differenceVerdict, isWithin, NEAR_ONE, ratioVerdict, SPEED_FACTOR } from "./verdict.ts";

const PAPER = "auli2011";

/** The beams of the first and of the last step, as datasets set them, by what is published. */
export const STEPS = {
  tags_first: "beam=0.075,cutoff=20",
  tags_last: "beam=0.001,cutoff=150",
} as const;

/** Our decoders for the lines of Table 2. */
const SEARCHED: Readonly<Record<string, { decoder: string; line: string }>> = {
  viterbi: { decoder: "pipeline", line: "Viterbi" },
  oracle_max: { decoder: "oracle", line: "oracle, best" },
  oracle_min: { decoder: "oracle{goal=worst}", line: "oracle, worst" },
};

/** Systems whose output nobody can make again. */
const CLOSED: Readonly<Record<string, string>> = {
  "cc-2007": "the output of Clark and Curran's parser is not available",
  "petrov-i5": "the output of Fowler and Penn's parser is not available",
};
/** One iteration of dual decomposition is the pipeline. */
const CONSTRUCTED = "dd-1, viterbi";
/** What Table 7 calls the systems; the paper iterates at most ten times there. */
const TRAINED: Readonly<Record<string, string>> = {
  "bp-inference": "bp-10",
  "bp-training": "bp-10",
};

/** Our packs with predicted parts of speech. */
const AUTO: Readonly<Record<string, string>> = {
  "ccgbank-00": "ewt_ccg_auto_dev",
  "ccgbank-23": "ewt_ccg_auto_test",
};

/** All tables, in the paper's order. */
export const AULI_TABLES: readonly PaperTable[] = tablesOf(PAPER, [
  {
    place: "Table 1",
    title: "Beams of adaptive supertagging",
    note:
      "The beams are settings, and ours are the same: 0.075, 0.03, 0.01, 0.005 with tags that a " +
      "word was seen with if it was seen 20 times, then 0.001 with 150. What can be measured is how " +
      "many tags a word they permit in the first and in the last step; within a factor of 2 agrees.",
    lines: "step",
    cells: (run, results) => results.map((result) => tagsCell(run, result)),
  },
  {
    place: "Table 2",
    title: "Reverse adaptive supertagging less adaptive supertagging",
    chart: "score-and-accuracy",
    note:
      "F, precision and recall of labelled dependencies in the search space of reverse adaptive " +
      "supertagging less those in that of adaptive supertagging, for the pipeline and for oracles. " +
      "Our oracles are exact for spans and tags: the LF of their parses is no more than that of the " +
      "best derivation there is, and no less than that of the worst. Span F is in the remarks.",
    lines: "decoder",
    cells: (run, results) =>
      results.filter(({ algorithm }) => algorithm === "reverse")
        .map((result) => differenceCell(run, result, spacesOf(result))),
  },
  {
    place: "Table 3",
    title: "Beams in training",
    note:
      "Settings, which our trainer has as they are: the first beam whose chart is small enough " +
      "is learned from, with the right tags in it. Small enough is 300,000 items there and " +
      `${formatCount(CHART_LIMIT)} here, where a sentence has far fewer items; that parsers ` +
      "learn better from wider beams is no number of this table.",
    lines: "setting",
    cells: (_, results) => results.map(settingCell),
  },
  {
    place: "Table 4",
    title: "Integrated models less the baseline",
    chart: "accuracy-by-iterations",
    note:
      "Differences to the baseline of the same column, in percentage points, by both decoding " +
      "rules: belief propagation (bp) and dual decomposition (dd) with so many iterations. Judged " +
      "are those of the paper, bp by risk and dd by its best derivation. dev stands for " +
      "section 00, test for section 23: its first 1,000 sentences. C&C '07 is another parser's output. One " +
      "iteration of dual decomposition is the pipeline by construction.",
    lines: "system",
    cells: (run, results) => systemCells(run, results, ({ dataset }) => datasetFor(dataset)),
  },
  {
    place: "Table 5",
    title: "The same with predicted parts of speech",
    note:
      "Differences to the baseline, in percentage points, in the reverse search space, with parts " +
      "of speech that our perceptron predicts: F, precision and recall of labelled (L) and unlabelled " +
      "(U) dependencies.",
    lines: "system",
    cells: (run, results) => systemCells(run, results, ({ dataset }) => AUTO[dataset]!),
  },
  {
    place: "Table 6",
    title: "Speed relative to the baseline",
    chart: "converged-by-iteration",
    note:
      "Sentences a second relative to the baseline in the same search space, belief propagation " +
      "with the parse of least risk where that was timed; iterations are at most as many as a " +
      "system's name says. The caption of the paper's table says seconds a sentence, " +
      "its columns sentences a second, which the numbers are. Factors of 2 hide an order: there, " +
      "belief propagation is the faster of the two models at 5 and 25 iterations, which a claim of " +
      "its own judges; the order is one of implementations.",
    lines: "system",
    cells: (run, results) =>
      results.filter(({ metric }) => metric === "speed").map((result) => speedCell(run, result)),
  },
  {
    place: "Table 7",
    title: "Training through belief propagation less the baseline",
    note:
      "Differences to the baseline, in percentage points, of models of 3,000 derivations: belief " +
      "propagation in inference alone, and in training too. 600 dev sentences.",
    lines: "system",
    cells: (run, results) =>
      systemCells(
        run,
        results,
        (_, system) => system === "bp-training" ? "ewt_ccg_joint_dev" : "ewt_ccg_apart_dev",
      ),
  },
]);

/** What a published accuracy and its baseline are compared with. */
interface Comparison {
  /** The name of the baseline in the same table. */
  readonly baseline: string;
  readonly line: string;
  readonly column: string;
  readonly metric: Metric;
  /** Our cell, or the reason why there is none. */
  readonly own: Place | string;
  readonly other: Place;
}

/** The larger search space and the adaptive one, for a number of Table 2. */
function spacesOf({ metric: name, dataset }: PublishedResult): Comparison {
  const [, searched, kind] = /^(.*)_(\w+)$/.exec(name)!;
  const { decoder, line } = SEARCHED[searched!]!;
  const metric = kind!.toUpperCase() as Metric;
  const [own, other] = ["reverse", "ast"].map((space) =>
    placeOf(datasetFor(dataset), space, decoder)
  ) as [Place, Place];
  return { baseline: "ast", line, column: metric, metric, own, other };
}

/**
 * A cell for each published accuracy of a table, less that of its baseline, by both decoding rules;
 * by the one that the paper did not take, without a verdict.
 *
 * @param packOf ours for the data that a number is on
 */
function systemCells(
  run: RunData,
  results: readonly PublishedResult[],
  packOf: (result: PublishedResult, system: string) => string,
): PaperCell[] {
  const isParted = new Set(results.map(({ dataset }) => dataset)).size > 1;
  const cell = (result: PublishedResult, rule: Rule): PaperCell => {
    const { system, space } = systemOf(result);
    const pack = packOf(result, system);
    const metric = result.metric.toUpperCase() as Metric;
    const found = differenceCell(run, result, {
      baseline: `baseline{space=${space}}`,
      line: system in CLOSED ? system : `${system}, ${rule}`,
      column: `${isParted ? `${pack.replace(/^.*_/, "")} ` : ""}${space} ${metric}`,
      metric,
      own: CLOSED[system] ?? placeOf(pack, space, variantOf(TRAINED[system] ?? system, rule)),
      other: placeOf(packOf(result, "baseline"), space, variantOf("baseline")),
    });
    const isPapers = system in CLOSED || found.verdict === "baseline" || rule === paperRule(system);
    const judged: PaperCell = isPapers || found.ours === undefined
      ? found
      : { ...found, verdict: "not the paper's" };
    return rule === RULES[0] ? judged : { ...judged, variant: rule };
  };
  // What is closed has one line for both rules.
  const isShown = (result: PublishedResult, rule: Rule) =>
    rule === RULES[0] || !(systemOf(result).system in CLOSED);
  return RULES.flatMap((rule) =>
    results.filter((result) => isShown(result, rule)).map((result) => cell(result, rule))
  ).map((cell) =>
    cell.line === CONSTRUCTED && cell.ours !== undefined
      ? { ...cell, verdict: "by construction" }
      : cell
  );
}

/** The published difference to the baseline of its column, and ours. */
function differenceCell(
  run: RunData,
  result: PublishedResult,
  { baseline, line, column, metric, own, other }: Comparison,
): PaperCell {
  // As printed, with two places: 94.1 − 94.0 is 0.1, and not a bit less.
  const difference = Math.round(100 * (Number(result.value) - numberOf(baseline, result))) / 100;
  const shown = { line, column, published: formatSigned(difference), compared: "value" } as const;
  const points = { ...result, unit: "points" };
  if (typeof own === "string") {
    return paperCell(points, { ...shown, command: commandOf([other]) }, own);
  }
  const command = commandOf([own, other]);
  const [cell, reference] = [own, other].map((it) => cellOf(run, it.dataset, it.decoder));
  if (cell === undefined || reference === undefined) {
    const places = [own, other].map(({ dataset, decoder }) => `${dataset}/${decoder}`);
    const reason = `not measured in this run: ${places.join(", ")}`;
    return paperCell(points, { ...shown, command }, reason);
  }
  const ours = accuracyDifference(cell, reference, metric);
  if (ours === undefined) {
    return paperCell(points, { ...shown, command }, `the pack has no right analyses for ${metric}`);
  }
  const isBaseline = result.algorithm === baseline;
  const verdict = isBaseline ? "baseline" : differenceVerdict(difference, ours);
  const bySpans = metric === "LF" && !isBaseline
    ? accuracyDifference(cell, reference, "SF")
    : undefined;
  return paperCell(points, { ...shown, command }, {
    ours: ours.median,
    verdict,
    reason: `${result.value} published, ${accuracyOf(cell, metric).toFixed(2)} ours; difference ` +
      `${formatInterval(ours, formatSigned)} on ${formatCount(ours.sentences)} sentences` +
      (bySpans === undefined ? "" : `; span F ${formatDifference(bySpans)}`) +
      (verdict === "not testable here" ? "; consistent with the published one, and with none" : ""),
    rows: [cell, reference].map(({ row }) => cellKey(row)),
  });
}

/** Tags a word in a step of adaptive supertagging. */
function tagsCell(run: RunData, result: PublishedResult): PaperCell {
  const step = result.metric as keyof typeof STEPS;
  const dataset = `${datasetFor(result.dataset)}{${STEPS[step]}}`;
  const cell = run.cells.find(({ row }) => row.dataset === dataset);
  const ours = cell && tagsPerWord(cell);
  return paperCell(
    result,
    {
      line: step === "tags_first" ? "first step" : "last step",
      column: "tags a word",
      compared: "value",
      command: commandOf([{ dataset, decoder: "pipeline" }]),
    },
    ours === undefined ? `not measured in this run: ${dataset}` : {
      ours,
      verdict: isWithin(ours, Number(result.value), SPEED_FACTOR) ? "within factor" : "differs",
      rows: [cellKey(cell!.row)],
    },
  );
}

/** A setting of our trainer. */
function settingCell(result: PublishedResult): PaperCell {
  const [setting, step] = result.metric.split("_");
  const ours = TRAINING_BEAMS[Number(step) - 1]?.[setting === "beam" ? 0 : 1];
  return paperCell(result, {
    line: setting === "beam" ? "β" : "k",
    column: `step ${step}`,
    compared: "value",
    command: "deno task train_parser --data BANK --out PACK",
  }, {
    ours,
    // It agrees because it was taken over.
    verdict: ours === Number(result.value) ? "by construction" : "differs",
    reason: "a setting, taken from the paper",
    rows: [],
  });
}

/** A speed relative to the baseline's in the same search space. */
function speedCell(run: RunData, result: PublishedResult): PaperCell {
  const { system, space } = systemOf(result);
  const dataset = inSpace(datasetFor(result.dataset), space);
  const [own, base] = [timedSystem(run, dataset, system), timedRow(run, dataset, "pipeline")];
  const decoder = own?.decoder ?? variantOf(system);
  const publishedRatio = Number(result.value) / numberOf(`baseline{space=${space}}`, result);
  const ratio = own && base && ratioOf(own, base);
  const speed = own?.sentences_per_second;
  const tie = (own && tieFactor(run.summary, own)) ?? NEAR_ONE;
  const isThere = speed !== undefined && ratio !== undefined;
  const verdict = isThere && own !== base ? ratioVerdict(publishedRatio, ratio, tie) : "baseline";
  return paperCell(
    result,
    {
      line: system,
      column: space,
      publishedRatio,
      compared: "ratio",
      command: commandOf([{ dataset, decoder }]),
    },
    !isThere ? `not timed in this run: ${dataset}/${decoder}` : {
      ours: speed,
      ratio,
      sample: sampleMark(own!, ratio.sentences),
      verdict,
      reason: verdict === "not testable here" ? TOO_NOISY : "",
      rows: [cellKey(own!)],
    },
  );
}

/** The same number of another algorithm. */
function numberOf(algorithm: string, { paper, table, dataset, metric }: PublishedResult): number {
  return publishedValue({ paper, table, dataset, algorithm, metric })!;
}

/** `bp-1{space=ast}` as its parts. */
function systemOf({ algorithm }: PublishedResult): { system: string; space: string } {
  const [, system, space] = /^(.*)\{space=(\w+)\}$/.exec(algorithm)!;
  return { system: system!, space: space! };
}

/** The command that measures some cells. */
function commandOf(places: readonly Place[]): string {
  const datasets = [...new Set(places.map(({ dataset }) => dataset))].join(",");
  const decoders = [...new Set(places.map(({ decoder }) => decoder))].join(",");
  return `deno task bench --suite ccg --dataset ${shellQuote(datasets)} --decoder ` +
    shellQuote(decoders);
}
