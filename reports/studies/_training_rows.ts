/**
 * The lines of studies about training, read back.
 *
 * @module
 */

import { TRAINING_COLUMNS, type TrainingLine } from "./_training_lines.ts";
import { type Field, number, text } from "../../harness/store/table.ts";
import type { StudyRow } from "../numbers/study_rows.ts";
import { BASELINE } from "../../harness/plan/role.ts";

/** A line as its runner made it. */
export type TrainingRow = TrainingLine;

/** The columns that hold numbers. */
type NumberColumn = {
  [Name in keyof TrainingRow]: TrainingRow[Name] extends number ? Name : never;
}[keyof TrainingRow];

const FIELDS = new Map<string, Field<unknown>>(Object.entries({ key: text, ...TRAINING_COLUMNS }));

/** How decoders are timed while others decode the same sentences, for the pages. */
export const TIMED_TWICE: string =
  "A decoder decodes a sentence twice and the second time counts: the decoder before it has used " +
  "the caches, and tables that are built at need are built the first time, as a part of preparing.";

/** Reads lines. @throws SyntaxError for a number that is none */
export function trainingRows(lines: readonly StudyRow[]): TrainingRow[] {
  return lines.map((line, index) =>
    Object.fromEntries(
      Object.entries(line).map(([name, own]) => {
        const value = (FIELDS.get(name) ?? number).read(own);
        if (value === undefined) {
          throw new SyntaxError(`Cannot read line ${index} of a study: its ${name} is "${own}"`);
        }
        return [name, value];
      }),
    ) as unknown as TrainingRow
  );
}

/** Rows by dataset, in the order of the lines. */
export function byDataset(rows: readonly TrainingRow[]): [string, TrainingRow[]][] {
  return [...Map.groupBy(rows, ({ dataset }) => dataset)];
}

/** The sum of a column. */
export function total(rows: readonly TrainingRow[], column: NumberColumn): number {
  return rows.reduce((sum, row) => sum + row[column], 0);
}

/** The rows of dense Viterbi. */
export function baseline(rows: readonly TrainingRow[]): TrainingRow[] {
  return rows.filter(({ decoder }) => decoder === BASELINE);
}

/** `ewt_pos45 (L = 45)`. */
export function datasetTitle({ dataset, labels }: TrainingRow): string {
  return `${dataset} (L = ${labels})`;
}

export { significant } from "../numbers/format.ts";
