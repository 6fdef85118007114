/**
 * The columns that say which decoder a line of a study is about.
 *
 * @module
 */

import type { Description } from "../../harness/problems/contract.ts";
import type { Variant } from "../../harness/plan/variant.ts";
import { formatSettings } from "../../harness/store/settings.ts";

/** Which variant of which decoder a line is about. */
export interface DecoderColumns {
  /** Variant as on the command line. */
  readonly decoder: string;
  /** The name of the decoder without options. */
  readonly decoder_base: string;
  /** Every option, written as `formatSettings` does. */
  readonly options: string;
}

/** Fills the columns. */
export function decoderColumns({ name, decoder, options }: Variant<Description>): DecoderColumns {
  return { decoder: name, decoder_base: decoder.name, options: formatSettings(options) };
}
