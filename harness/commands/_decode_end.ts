/**
 * What `decode` ends with.
 *
 * @module
 */

/** How many labels of the best paths are those of the gold standard. */
export interface DecodeEnd {
  /** Those with a known label. */
  readonly tokens: number;
  readonly right: number;
}
