/**
 * Preparing a parsing decoder with its defaults filled in.
 *
 * @module
 */

import { resolveOptions } from "../../../decoders/chain/resolve_options.ts";
import type { Options } from "../../../decoders/contract.ts";
import type { Parse, ParsingDecoder } from "../../../decoders/parsing/contract.ts";
import type { ParsingModel } from "../../../decoders/parsing/model.ts";

/** Prepares a decoder for a model; options that are not given have their defaults. */
export function preparedParser(
  decoder: ParsingDecoder,
  model: ParsingModel,
  options: Options = {},
): Parse {
  return decoder.prepare(model, resolveOptions(decoder, options));
}
