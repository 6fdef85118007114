/**
 * Runs a study into the folder of a run.
 *
 * @module
 */

import { join } from "node:path";
import type { Found } from "../../datasets/modules.ts";
import { brief, visible } from "../../datasets/visible.ts";
import { IsolateCrash, IsolateTimeout } from "../../harness/isolate/isolate.ts";
import { csv, parseCsv } from "../../harness/store/table.ts";
import { sourceHash } from "../../harness/store/key.ts";
import { isSameMachine, type Manifest, newManifest } from "../../harness/store/manifest.ts";
import { hasTable, readTable, replaceTable, replaceText } from "../../harness/store/table_file.ts";
import { Progress } from "../../harness/terminal/progress.ts";
import { readStudyManifest } from "../numbers/study_rows.ts";
import { type Study, type StudySettings, WrongAnswerError } from "../studies/contract.ts";
import { given, UsageError } from "../../harness/terminal/usage_error.ts";
import { writeFailing } from "../../harness/run/outputs.ts";

/** Where a study goes. */
export interface StudyRunOptions {
  /** Folder of the run; the study's files are in `studies/`. */
  readonly out: string;
  /** Keep the lines that are there and measure only what has none. */
  readonly resume: boolean;
  /** The command that makes the study again. */
  readonly commandLine: string;
}

/** The manifest of a study, with what was asked but the folder of the corpora. */
type Begun = Manifest & { readonly settings: Omit<StudySettings, "data"> };

/**
 * Measures the cells of a study and adds the lines of each, as it ends, to `studies/NAME.csv` with
 * the cell's key: all of them or, if the run is killed, none. `studies/NAME.json` is the manifest.
 * Nothing is written before the study is known to be possible.
 *
 * @throws UsageError for settings that are of no use, and to resume from lines without a manifest,
 * of another machine or of cells that are not asked for
 */
export async function runStudy(
  { url, value: study }: Found<Study>,
  settings: StudySettings,
  { out, resume, commandLine }: StudyRunOptions,
): Promise<void> {
  const sources = await sourceHash(url);
  const cells = await study.cells(settings, sources);
  const columns = ["key", ...study.columns];
  const path = join(out, "studies", `${study.name}.csv`);
  const manifestPath = join(out, "studies", `${study.name}.json`);
  const before = resume && await hasTable(path)
    ? await given(readStudyManifest(out, study.name)) as Begun
    : undefined;
  const { data: _, ...asked } = settings;
  const manifest = await newManifest({
    commandLine,
    suite: study.name,
    seed: settings.seed,
    rounds: 1,
    sessions: (before?.sessions ?? 0) + 1,
    plan: sources,
    cells: cells.length,
  });
  if (before !== undefined && !isSameMachine(before.machine, manifest.machine)) {
    throw new UsageError(`Cannot resume ${path}: its times are those of another machine`);
  }
  const kept = before === undefined ? [] : await given(readLines(path, columns));
  const wanted = new Set(cells.map(({ key }) => key));
  const isOther = JSON.stringify(before?.settings) !== JSON.stringify(asked);
  // With the same settings cells have other keys because something that they measure has changed.
  if (before !== undefined && isOther && !kept.every(([key]) => wanted.has(key!))) {
    throw new UsageError(
      `Cannot resume ${path}: it has lines that are not asked for; it was ${before.commandLine}`,
    );
  }
  const lines: (string | number)[][] = kept.filter(([key]) => wanted.has(key!));
  await replaceTable(path, csv([columns, ...lines]));
  const begun: Begun = { ...manifest, settings: asked };
  await replaceText(manifestPath, JSON.stringify(begun, null, 2) + "\n");

  const done = new Set(lines.map(([key]) => key));
  const missing = cells.filter(({ key }) => !done.has(key));
  const progress = new Progress(missing.length);
  for (const { key, title, run } of missing) {
    progress.doing(title);
    const measured = await run();
    lines.push(...measured.map((line) => [key, ...study.columns.map((name) => line[name]!)]));
    await replaceTable(path, csv([columns, ...lines]));
    progress.advance();
    progress.note(title);
  }
}

/**
 * The lines under the header; none if the columns are others.
 *
 * @throws SyntaxError for a cut line
 */
async function readLines(path: string, columns: readonly string[]): Promise<string[][]> {
  const [header = [], ...lines] = parseCsv(await readTable(path));
  if (lines.some(({ length }) => length !== header.length)) {
    throw new SyntaxError(`Cannot read ${path}: a line of it was cut off`);
  }
  return header.join() === columns.join() ? lines : [];
}

/**
 * Runs studies, one after another, up to the first with a wrong answer, which is printed with the
 * command that replays it, or with a decoder that crashed or was late.
 *
 * @throws UsageError as `runStudy`
 */
export async function measureStudies(
  studies: readonly Found<Study>[],
  settings: StudySettings,
  options: StudyRunOptions,
): Promise<"whole" | "wrong" | "incomplete"> {
  try {
    for (const study of studies) await runStudy(study, settings, options);
    return "whole";
  } catch (error) {
    if (error instanceof IsolateCrash || error instanceof IsolateTimeout) {
      console.error(`NOT MEASURED: ${brief(visible(error.message.split("\n")[0]!))}`);
      return "incomplete";
    }
    if (!(error instanceof WrongAnswerError)) throw error;
    const { message, decoder, k, write } = error;
    console.error(`WRONG: ${message}`);
    console.error(await writeFailing(options.out, `study-${decoder}`, decoder, k, write));
    return "wrong";
  }
}
