/**
 * Training as the command line and the recipes describe it.
 *
 * @module
 */

import { listReaders } from "../../datasets/corpora/corpus.ts";
import type { TrainSettings } from "../../datasets/training/recipe.ts";
import type { TrainOptions } from "../../datasets/training/train_options.ts";
import { findDecoders } from "../discover.ts";
import { unknownName, UsageError } from "../usage_error.ts";
import { resolveVariant } from "../variant.ts";

/**
 * Finds the corpus reader and the decoder that the settings name.
 *
 * @throws UsageError for unknown ones and a decoder that is not exact
 */
export async function trainOptions(
  { format, decoder, ...settings }: TrainSettings,
  places: Pick<TrainOptions, "data" | "out">,
): Promise<TrainOptions> {
  const readers = await listReaders();
  const reader = readers.find(({ name }) => name === format);
  if (reader === undefined) {
    throw unknownName("corpus format", format, readers.map(({ name }) => name));
  }
  const variant = resolveVariant(decoder, await findDecoders());
  if (!variant.decoder.exact) {
    throw new UsageError(`Cannot train with --decoder ${variant.name}: it is not exact`);
  }
  return {
    ...settings,
    ...places,
    reader,
    decoder: variant.decoder,
    decoderOptions: variant.options,
    variant: variant.name,
  };
}
