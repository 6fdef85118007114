/**
 * Putting together all that a report is made from.
 *
 * @module
 */

import { readPackPage } from "../../datasets/training/pages.ts";
import { ANSWERS, FIRST_USE, SENTENCES, TRACES } from "../../harness/store/side_tables.ts";
import type { Manifest } from "../../harness/store/manifest.ts";
import type { Row } from "../../harness/store/rows.ts";
import { firstUseCurves, sentenceSeries } from "./series.ts";
import type { Tables } from "../../harness/store/whole_cells.ts";
import type { RunData, TrainSentences } from "./run_data.ts";
import { parsedCells } from "./parsed_cells.ts";
import { suiteName } from "./run_facts.ts";
import { machinesOf } from "./speed_ratio.ts";
import { readStudies } from "./study_rows.ts";
import { summarize } from "./summary.ts";

const PACKS = new URL("../../datasets/real/", import.meta.url);

/** The files beside the rows of a run; what is left out was not written. */
export interface RunFiles
  extends Partial<Omit<Tables, "rows">>, Partial<Pick<RunData, "studies" | "trainSentences">> {
  /** `manifest.json`. */
  readonly manifest?: unknown;
}

/** Puts together what the elements of a report are made from. */
export function runData(rows: readonly Row[], files: RunFiles = {}): RunData {
  const { manifest = {}, sentences = [], firstUse = [], answers = [], traces = [] } = files;
  const summary = summarize(rows, machinesOf(manifest as Manifest));
  const fields = typeof manifest === "object" && manifest !== null ? manifest : {};
  return {
    problem: rows.some(({ problem }) => problem === "parsing") ? "parsing" : "sequence",
    summary,
    rows,
    sentences: sentenceSeries(summary, rows, sentences),
    curves: firstUseCurves(rows, firstUse),
    cells: parsedCells(summary, rows, answers, traces),
    studies: files.studies ?? new Map(),
    trainSentences: files.trainSentences ?? new Map(),
    suite: suiteName(manifest),
    seed: "seed" in fields && typeof fields.seed === "number" ? fields.seed : undefined,
  };
}

/**
 * What a report is made from, with what lies beside the rows in a run's folder.
 *
 * @param tables those that were read with the rows: they may have hundreds of thousands of lines
 */
export async function readRunData(
  dir: string,
  rows: readonly Row[],
  manifest: unknown,
  tables: Partial<Tables> = {},
): Promise<RunData> {
  return runData(rows, {
    manifest,
    sentences: tables.sentences ?? await SENTENCES.readIfThere(dir),
    firstUse: tables.firstUse ?? await FIRST_USE.readIfThere(dir),
    answers: tables.answers ?? await ANSWERS.readIfThere(dir),
    traces: tables.traces ?? await TRACES.readIfThere(dir),
    studies: await readStudies(dir),
    trainSentences: await readTrainSentences(),
  });
}

/**
 * Reads the pages beside the packs that come with Trellis. Rows name the hash of their pack: a
 * number is never that of another version of the pack.
 */
export async function readTrainSentences(): Promise<TrainSentences> {
  const found = new Map<string, number>();
  for await (const { name } of Deno.readDir(PACKS)) {
    if (!name.endsWith(".md")) continue;
    const page = readPackPage(await Deno.readTextFile(new URL(name, PACKS)));
    if (page !== undefined) found.set(page.hash, page.trainSentences);
  }
  return found;
}
