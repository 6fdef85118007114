/**
 * Studies in two halves, a runner and a page, until each is one module.
 *
 * @module
 */

import type { StudyRow } from "../numbers/study_rows.ts";
import type {
  FieldsOf,
  Study,
  StudyCell,
  StudyChart,
  StudyLine,
  StudySettings,
} from "./contract.ts";
import type { StudyTable } from "./contract.ts";

/** What measures a study. */
export interface Runner<Line extends FieldsOf<Line> = StudyLine> {
  readonly name: string;
  readonly meaning: string;
  readonly columns: readonly string[];
  cells(settings: StudySettings, sources: string): Promise<StudyCell<Line>[]>;
}

/** What shows a study. */
export interface StudyPage {
  readonly name: string;
  readonly title: string;
  readonly order: number;
  readonly introduction: readonly string[];
  charts(lines: readonly StudyRow[]): StudyChart[];
  tables(lines: readonly StudyRow[]): StudyTable[];
}

/** Joins both halves. */
export function joined<Line extends FieldsOf<Line>>(page: StudyPage, runner: Runner<Line>): Study {
  return {
    ...page,
    ...runner as unknown as Runner,
    show: (lines) => ({ charts: page.charts(lines), tables: page.tables(lines) }),
  };
}
