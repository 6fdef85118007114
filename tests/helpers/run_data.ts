import { runData } from "../../reports/numbers/read_run.ts";
import type { RunData } from "../../reports/numbers/run_data.ts";
import type { ReportContent } from "../../reports/pages/content.ts";
import { elementPages } from "../../reports/pages/element_pages.ts";
import { reportHtml } from "../../reports/pages/html/report.ts";

/** A run with these parts and nothing else. */
export function aRun(parts: Partial<RunData> = {}): RunData {
  return { ...runData([]), ...parts };
}

/** The page of a report, with all its pages. */
export function htmlOf(report: ReportContent): Promise<string> {
  return reportHtml(report, elementPages(report));
}
