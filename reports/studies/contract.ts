/**
 * The contract of a study's page: what a file in `studies/` exports to show the lines of a study.
 *
 * @module
 */

import type { TopLevelSpec } from "vega-lite";
import type { StudyRow } from "../numbers/study_rows.ts";
import type { TableContent } from "../tables/content.ts";

/** A chart of a study. */
export interface StudyChart {
  /** In file names; lower case with hyphens. */
  readonly name: string;
  /** Its heading. */
  readonly title: string;
  /** What is drawn, with units. */
  readonly description: string;
  /** Its specification with the data inlined. */
  readonly spec: TopLevelSpec;
}

/** A table of a study. */
export interface StudyTable {
  /** In file names; lower case with hyphens. */
  readonly name: string;
  /** Its heading. */
  readonly title: string;
  /** Units and how to read it. */
  readonly note: string;
  /** What it holds. */
  readonly content: TableContent;
}

/** The page of a study: the default export of a module in `studies/`. */
export interface StudyPage {
  /** Name of the study: its lines are in `studies/NAME.csv` of a run's folder. */
  readonly name: string;
  /** The heading. */
  readonly title: string;
  /** Where it stands among the pages: smaller is earlier. */
  readonly order: number;
  /** What was measured and how, a paragraph each. */
  readonly introduction: readonly string[];
  /** In reading order. */
  charts(lines: readonly StudyRow[]): StudyChart[];
  /** In reading order. */
  tables(lines: readonly StudyRow[]): StudyTable[];
}

/** A study with what its page shows. */
export interface ComposedStudy {
  /** The page. */
  readonly page: StudyPage;
  /** In reading order. */
  readonly charts: readonly StudyChart[];
  /** In reading order. */
  readonly tables: readonly StudyTable[];
}
