/**
 * How long a cell may take.
 *
 * @module
 */

/** How long things may take. */
export interface Limits {
  /** For one request to an isolate. */
  readonly deadlineMs: number;
  /** For one pass over all sentences; slower cells are timed on the least prefix. */
  readonly passMs: number;
  /** For one pass of the baseline, or of its control, over all sentences. */
  readonly baselinePassMs: number;
  /** For one batch, i.e. the round of a cell. */
  readonly batchMs: number;
}
