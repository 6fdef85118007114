import type { ReportContent } from "../../reports/pages/content.ts";
import { elementPages } from "../../reports/pages/element_pages.ts";
import { reportHtml } from "../../reports/pages/html/report.ts";

/** The page of a report, with all its pages. */
export function htmlOf(report: ReportContent): Promise<string> {
  return reportHtml(report, elementPages(report));
}
