/**
 * Lines of studies for tests: of the types that their runners write, so that a page that reads
 * something else fails.
 *
 * @module
 */

import type { Study, StudyCell, StudyLine, StudySettings } from "../../reports/studies/contract.ts";
import regularisation from "../../reports/studies/regularisation.ts";
import training from "../../reports/studies/training.ts";
import tutorial from "../../reports/studies/tutorial.ts";
import type { StudyRow } from "../../reports/numbers/run_data.ts";
import { writeCorpus as writeWords } from "./word_sentences.ts";
import { tableCsv } from "../../reports/pages/markdown.ts";

/**
 * Makes lines of a study as they are read back: the usual one, with some other values, empty where
 * neither says anything. A page refuses what is no value of a column.
 */
export function linesOf(
  { columns }: { readonly columns: readonly string[] },
  usual: StudyLine,
): (fields?: StudyLine) => StudyRow {
  return (fields) => {
    const line = { ...usual, ...fields };
    return Object.fromEntries(columns.map((name) => [name, String(line[name] ?? "")]));
  };
}

/** Writes a corpus whose words tell their labels, in sentences of 1 to 3 tokens. */
export async function writeCorpus(
  folder: string,
  sentences: { readonly train: number; readonly test: number },
): Promise<void> {
  await Deno.mkdir(folder);
  for (const [part, count] of Object.entries(sentences)) {
    const texts = Array.from(
      { length: count },
      (_, s) => Array.from({ length: 1 + s % 3 }, (_, t) => `w${t}\t_\tL${t}\n`).join(""),
    );
    await Deno.writeTextFile(`${folder}/${part}.tsv`, texts.join("\n"));
  }
}

/** The cells of a study on a corpus whose words tell half of their labels. */
export async function tinyCells(
  study: Study,
  data: string,
  settings: Partial<StudySettings>,
): Promise<StudyCell[]> {
  await writeWords(`${data}/words`, 40, 20);
  const common = { data, seed: 1, datasets: ["words"], epochs: 3 };
  return await study.cells({ ...common, ...settings }, "sources");
}

/** What a cell of a study has measured, as it is read back. */
export async function measured(study: Study, cell: { run(): unknown }): Promise<StudyRow[]> {
  return (await cell.run() as StudyLine[]).map((line) => linesOf(study, line)());
}

/** The lines of a table that a study shows, as CSV, the heading first. */
export function csvOf(study: Study, lines: readonly StudyRow[], name: string): string[] {
  const table = study.show(lines).tables.find((table) => table.name === name)!;
  return tableCsv(table.content).trimEnd().split("\n");
}

/** The names of the charts that a study shows. */
export function chartsOf(study: Study, lines: readonly StudyRow[]): string[] {
  return study.show(lines).charts.map(({ name }) => name);
}

/** A line of the studies about training, on ewt_pos45, all of whose sentences were timed. */
export const line = linesOf({ columns: [...regularisation.columns, ...training.columns] }, {
  dataset: "ewt_pos45",
  corpus: "c0",
  labels: 45,
  norm: "none",
  strength: 0,
  epoch: 1,
  decoder: "viterbi",
  decoder_base: "viterbi",
  options: "",
  sentences: 100,
  tokens: 1000,
  mistakes: 100,
  timed_sentences: 100,
  timed_tokens: 1000,
  decoding_ms: 4000,
  elapsed_ms: 4000,
  prepare_ms: 1000,
  edge_evaluations: 8000,
  reference_edges: 8000,
  pair_mean: 1,
  pair_max: 9,
  pair_share: 0.5,
  test_tokens: 200,
  right_tokens: 150,
  weights: "abc",
  weights_sentences: 7,
});

/** A line of the study of the tutorial. */
export const tutorialLine = linesOf(tutorial, {
  claim: "scan",
  dataset: "d",
  labels: 4,
  quantity: "depth",
  condition: "",
  round: 1,
  sentences: 10,
  value: 0,
  unit: "",
});
