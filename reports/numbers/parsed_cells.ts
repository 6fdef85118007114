/**
 * Cells with what is stored of their answers: those of parses, and what is counted in them.
 *
 * @module
 */

import type { ParsedCell, RunData } from "./run_data.ts";
import type { AnswerLine, TraceLine } from "../../harness/store/side_tables.ts";
import type { Row } from "../../harness/store/rows.ts";
import { formatCount } from "./format.ts";
import { total } from "./statistics.ts";
import { cellId, lastSession, type SummaryRow } from "./summary_row.ts";

/** A run, of which the cells with answers are read. */
export type Parses = Pick<RunData, "cells">;

/** How derivations are chosen. */
export type Rule = "viterbi" | "risk";

/** Both decoding rules. */
export const RULES: readonly Rule[] = ["viterbi", "risk"];

/** Items of a chart in the control of the larger search space. */
const CONTROL_LIMIT = 20_000;
/** Iterations without a setting, as the paper's. */
const ITERATIONS = 25;
/** Sentences without a parse that are named. */
const NAMED_SENTENCES = 5;
/** Decoders by the paper's abbreviations. */
const NAMES: Readonly<Record<string, string>> = {
  bp: "belief-propagation",
  dd: "dual-decomposition",
};

/** A decoder at a beam, over the sentences that all decoders parse at all beams. */
export type BeamPoint = ReturnType<typeof beamSeries>[number];

/** The dev part at one beam. */
const DATASET = /^ewt_ccg_dev\{beam=([\d.e-]+),cutoff=20\}$/;

/**
 * Puts answers and traces to the cells of a summary that are not wrong, without the control. Those
 * of a cell are of the last session that has any: a baseline that runs again gives the same.
 */
export function parsedCells(
  summary: readonly SummaryRow[],
  rows: readonly Row[],
  answers: readonly AnswerLine[],
  traces: readonly TraceLine[],
): ParsedCell[] {
  if (answers.length === 0) return [];
  const keys = new Map(rows.map((row) => [cellId(row), row.key]));
  const [answered, traced] = [lastSession(answers), lastSession(traces)];
  return summary.filter(({ role, status, verdict }) =>
    role !== "control" && status === "ok" && verdict !== "wrong"
  ).flatMap((row): ParsedCell[] => {
    const key = keys.get(cellId(row))!;
    const own = answered.get(key);
    if (own === undefined) return [];
    const traces = Map.groupBy(traced.get(key) ?? [], ({ sentence }) => sentence);
    return [{ row, answers: own, traces }];
  });
}

/** The cells of each dataset, in the order of the summary. */
export function byDataset(cells: readonly ParsedCell[]): ParsedCell[][] {
  return [...Map.groupBy(cells, ({ row }) => row.dataset).values()];
}

/**
 * The best J of each sentence of a dataset, where an exact decoder is confirmed on all of them;
 * nothing without. Sentences without a parse are left out.
 */
export function provenBest(cells: readonly ParsedCell[]): Map<number, number> {
  const best = new Map<number, number>();
  for (const { row, answers } of cells) {
    if (!row.exact || row.verdict !== "correct") continue;
    for (const { sentence, objective } of answers) {
      if (isParsed({ objective })) best.set(sentence, objective);
    }
  }
  return best;
}

/** Whether an answer is a derivation. */
export function isParsed({ objective }: Pick<AnswerLine, "objective">): boolean {
  return !Number.isNaN(objective);
}

/**
 * How the paper chooses derivations (section 5): with the least risk under the beliefs where there
 * are any, and otherwise the best one.
 */
export function paperRule(system: string): Rule {
  return system.startsWith("bp-") ? "risk" : "viterbi";
}

/** The variant of a system as the paper names it: `baseline`, `bp-1`, `dd-25`. */
export function variantOf(system: string, rule: Rule = "viterbi"): string {
  const [name, iterations] = system.split("-");
  const decoder = NAMES[name!] ?? "pipeline";
  const options = [
    ...(iterations === undefined || Number(iterations) === ITERATIONS
      ? []
      : [`iterations=${iterations}`]),
    ...(rule === "risk" ? ["rule=risk"] : []),
  ];
  return options.length === 0 ? decoder : `${decoder}{${options.join(",")}}`;
}

/** The dataset of a pack in a search space. */
export function inSpace(pack: string, space: string): string {
  return `${pack}{space=${space}}`;
}

/** A cell by its dataset and decoder; undefined if the run has no answers of it. */
export function cellOf(
  { cells }: Parses,
  dataset: string,
  decoder: string,
): ParsedCell | undefined {
  return cells.find(({ row }) => row.dataset === dataset && row.decoder === decoder);
}

/** Permitted slots a word, over the sentences that have a forest. */
export function tagsPerWord({ answers }: ParsedCell): number {
  const searched = answers.filter(({ slots }) => slots > 0);
  return total(searched, ({ slots }) => slots) / total(searched, ({ words }) => words);
}

/**
 * Whether the larger search space of a run has the paper's limit of a million items: some forest
 * has more than the 20,000 of the control, which was all that runs had before.
 */
export function hasPaperLimit({ cells }: Parses): boolean {
  return cells.some(({ row, answers }) =>
    /\{space=reverse\}$/.test(row.dataset) && answers.some(({ items }) => items > CONTROL_LIMIT)
  );
}

/**
 * How many sentences of each pack have a parse in both search spaces: what differences leave out.
 * Empty if the run has no pack in both.
 */
export function coverageText(run: Parses): string {
  const parsed = (pack: string, space: string) => {
    const answers = cellOf(run, inSpace(pack, space), "pipeline")?.answers;
    return answers && [answers.filter(isParsed).length, answers.length].map(formatCount);
  };
  const packs = [...new Set(run.cells.map(({ row }) => row.dataset_base))];
  const parts = packs.flatMap((pack) => {
    const [ast, reverse] = [parsed(pack, "ast"), parsed(pack, "reverse")];
    if (ast === undefined || reverse === undefined) return [];
    const without = ["ast", "reverse"].map((space) => withoutAnswer(run, inSpace(pack, space)));
    return [
      `${pack} ${ast[0]} in ast and ${reverse[0]} in reverse, of ${ast[1]}` +
      without.map((text, i) => text && ` (${i === 0 ? "ast" : "reverse"}: ${text})`).join(""),
    ];
  });
  if (parts.length === 0) return "";
  const limit = hasPaperLimit(run) ? "a million" : "at most 20,000";
  return `Sentences with a parse, by a chart limit of ${limit} items in reverse: ` +
    `${parts.join("; ")}. The paper's coverage is equal in both, 99.22%.`;
}

/** The sentences that the pipeline has no parse of, with the reason; the first of many. */
function withoutAnswer(run: Parses, dataset: string): string {
  const missing = cellOf(run, dataset, "pipeline")!.answers.filter((one) => !isParsed(one));
  const named = missing.slice(0, NAMED_SENTENCES).map(({ sentence, words, failure }) =>
    `sentence ${sentence} of ${words} words${failure === "" ? "" : ` ${failure}`}`
  );
  const more = missing.length - named.length;
  return `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/**
 * The share of the parsed sentences that came to their end by themselves in so many iterations; NaN
 * if none is parsed.
 */
export function convergedBy(cell: ParsedCell, iterations: number): number {
  return settledBy(cell, iterations).size / cell.answers.filter(isParsed).length;
}

/** The parsed sentences that came to their end by themselves in so many iterations, by number. */
export function settledBy({ answers }: ParsedCell, iterations: number): Set<number> {
  const settled = answers.filter((answer) =>
    isParsed(answer) && answer.converged === 1 && answer.iterations <= iterations
  );
  return new Set(settled.map(({ sentence }) => sentence));
}

/** The points of a decoder from the narrowest beam to the widest; none without two beams. */
export function beamSeries({ cells }: Parses, decoder: string) {
  const beams = cells.filter(({ row }) => DATASET.test(row.dataset));
  const common = commonSentences(beams);
  const points = beams.filter(({ row }) => row.decoder === decoder)
    .map(({ row, answers, traces }) => {
      const own = answers.filter(({ sentence }) => common.has(sentence))
        .sort((a, b) => a.sentence - b.sentence);
      const sum = (of: (answer: AnswerLine) => number) => total(own, of);
      return {
        beam: Number(DATASET.exec(row.dataset)![1]),
        sentences: own.length,
        /** Σ f and Σ J of the derivations. */
        parserScore: sum(({ parser_score }) => parser_score),
        objective: sum(({ objective }) => objective),
        /** F of labelled dependencies, in percent. */
        labelledF: 200 * sum(({ matched_labelled }) => matched_labelled) /
          sum(({ predicted_dependencies, gold_dependencies }) =>
            predicted_dependencies + gold_dependencies
          ),
        /** The cell with these sentences alone, for differences. */
        cell: { row, answers: own, traces },
      };
    });
  return points.length < 2 ? [] : points.sort((a, b) => b.beam - a.beam);
}

/**
 * The points of a cell up to its last iteration on any sentence. A sentence that ended earlier
 * stays where it ended.
 *
 * @param best the best J by sentence
 */
export function iterationPoints({ traces }: ParsedCell, best: ReadonlyMap<number, number>) {
  const all = [...traces.values()];
  const last = Math.max(0, ...all.map((lines) => lines.at(-1)!.iteration));
  const sums = Array.from({ length: last }, () => ({ primal: 0, dual: 0 }));
  for (const lines of all) {
    let at = 0;
    sums.forEach((sum, i) => {
      while (at + 1 < lines.length && lines[at + 1]!.iteration <= i + 1) at++;
      const { sentence, objective, bound } = lines[at]!;
      const most = best.get(sentence)!;
      sum.primal += most - objective;
      sum.dual += bound - most;
    });
  }
  return sums.map(({ primal, dual }, i) => ({
    iteration: i + 1,
    /** Mean of the best J less that of the best derivation so far; NaN if it is not known. */
    primalGap: primal / all.length,
    /** Mean of the best bound so far less the best J; NaN without a bound, or if J is not known. */
    dualGap: dual / all.length,
  }));
}

function commonSentences(cells: readonly ParsedCell[]): Set<number> {
  const sets = cells.map(({ answers }) =>
    new Set(answers.filter(isParsed).map(({ sentence }) => sentence))
  );
  return sets.reduce((common, own) => common.intersection(own), sets[0] ?? new Set());
}
