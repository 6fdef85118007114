/**
 * What stands below the first picture of a report.
 *
 * @module
 */

/** A number or a name that is read at a glance, with a line or two below it. */
export interface Tile {
  /** What it is about. */
  readonly title: string;
  /** Large. */
  readonly value: string;
  /** Small. */
  readonly note: string;
  /** Typeset as code, below the note. */
  readonly code?: string;
  /** `bad` needs attention. */
  readonly tone: "good" | "bad" | "plain";
}
