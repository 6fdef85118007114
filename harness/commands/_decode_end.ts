/**
 * What `decode` ends with.
 *
 * @module
 */

import type { Matches } from "../../decoders/parsing/forest/matches.ts";

/** How many labels of the best paths are those of the gold standard. */
export interface DecodeEnd {
  /** Those with a known label. */
  readonly tokens: number;
  readonly right: number;
  /** Of parses, by name: what is right of dependencies and spans, as far as that is known. */
  readonly matches?: Readonly<Record<string, Matches>>;
}
