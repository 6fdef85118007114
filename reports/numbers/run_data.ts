/**
 * All that a report is made from: what the elements of every page are given.
 *
 * @module
 */

import type { AnswerLine } from "../../harness/store/answers.ts";
import type { FirstUse } from "../../harness/store/first_use.ts";
import { machineId, machineOf, type Manifest } from "../../harness/store/manifest.ts";
import type { Row } from "../../harness/store/rows.ts";
import type { SentenceTime } from "../../harness/store/sentence_times.ts";
import type { TraceLine } from "../../harness/store/traces.ts";
import { type FirstUseCurve, firstUseCurves } from "./first_use_curves.ts";
import { type ParsedCell, parsedCells } from "./parsed_cells.ts";
import { type SentenceSeries, sentenceSeries } from "./sentence_series.ts";
import type { Studies } from "./study_rows.ts";
import { summarize } from "./summary.ts";
import type { SummaryRow } from "./summary_row.ts";
import type { TrainSentences } from "./train_sentences.ts";

/** A kind of problem: what a decoder is given. */
export type Problem = "sequence" | "parsing";

/** A run with what was measured beside it. */
export interface RunData {
  /** What was decoded; a run is of one kind. */
  readonly problem: Problem;
  /** One line per cell. */
  readonly summary: readonly SummaryRow[];
  /** The rows behind it. */
  readonly rows: readonly Row[];
  /** Times of single sentences. */
  readonly sentences: readonly SentenceSeries[];
  /** Times from the beginning of preparation on. */
  readonly curves: readonly FirstUseCurve[];
  /** Cells with their answers, if those are stored: those of parses. */
  readonly cells: readonly ParsedCell[];
  /** What was measured beside the cells of a suite; empty if nothing was. */
  readonly studies: Studies;
  /** What the models behind the packs were trained on. */
  readonly trainSentences: TrainSentences;
  /** Name of the run's suite; empty if it is not known. */
  readonly suite: string;
  /** Seed of the run; undefined if it is not known. */
  readonly seed: number | undefined;
}

/** The files of a run; what is left out was not written. */
export interface RunFiles {
  /** `manifest.json`. */
  readonly manifest?: unknown;
  /** `sentences.csv`. */
  readonly times?: readonly SentenceTime[];
  /** `first_use.csv`. */
  readonly firstUse?: readonly FirstUse[];
  /** `answers.csv`. */
  readonly answers?: readonly AnswerLine[];
  /** `traces.csv`. */
  readonly traces?: readonly TraceLine[];
  /** `studies/*.csv`. */
  readonly studies?: Studies;
  /** Of the packs of the project. */
  readonly trainSentences?: TrainSentences;
}

/** Puts together what the elements of a report are made from. */
export function runData(rows: readonly Row[], files: RunFiles = {}): RunData {
  const { manifest = {}, times = [], firstUse = [], answers = [], traces = [] } = files;
  const summary = summaryOf(rows, manifest);
  const fields = typeof manifest === "object" && manifest !== null ? manifest : {};
  return {
    problem: rows.some(({ problem }) => problem === "parsing") ? "parsing" : "sequence",
    summary,
    rows,
    sentences: sentenceSeries(summary, rows, times),
    curves: firstUseCurves(rows, firstUse),
    cells: parsedCells(summary, rows, answers, traces),
    studies: files.studies ?? new Map(),
    trainSentences: files.trainSentences ?? new Map(),
    suite: "suite" in fields && typeof fields.suite === "string" ? fields.suite : "",
    seed: "seed" in fields && typeof fields.seed === "number" ? fields.seed : undefined,
  };
}

/** One line per cell of a run, with the machines that its manifest knows. */
export function summaryOf(rows: readonly Row[], manifest: unknown): SummaryRow[] {
  return summarize(rows, (session) => {
    const machine = machineOf(manifest as Manifest, session);
    return machine && machineId(machine);
  });
}
