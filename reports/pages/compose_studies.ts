/**
 * Composing the pages of studies.
 *
 * @module
 */

import { importFolder } from "./modules.ts";
import type { Studies } from "../numbers/study_rows.ts";
import type { ComposedStudy, StudyPage } from "../studies/contract.ts";

/** Studies that have no lines yet are left out, as are files that no page is about. */
const PAGES = new URL("../studies/", import.meta.url);

/** The studies that a run has lines of, in the order of their pages. */
export async function composeStudies(studies: Studies): Promise<ComposedStudy[]> {
  const pages = await importFolder<StudyPage>(PAGES);
  return pages.flatMap((page) => {
    const lines = studies.get(page.name) ?? [];
    return lines.length === 0
      ? []
      : [{ page, charts: page.charts(lines), tables: page.tables(lines) }];
  });
}
