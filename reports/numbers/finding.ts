/**
 * A sentence of the head of a report.
 *
 * @module
 */

/** One sentence or two of the head of a report. */
export interface Finding {
  /** `bad` needs attention. */
  readonly tone: "good" | "bad" | "plain";
  /** Plain text. */
  readonly text: string;
}
