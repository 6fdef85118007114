/**
 * The isolate of `fuzz`.
 *
 * @module
 */

import { FuzzFailure, fuzzOne, shrinkFailure } from "../conformance/fuzz.ts";
import { serve } from "../isolate/serve.ts";
import { findVariant, variantArgument } from "../plan/decoder_files.ts";
import { resolveVariant, type Variant } from "../plan/variant.ts";
import { findDecoders } from "../problems/sequence/discover.ts";

/** Models between two lines of output. */
const REPORT_MODELS = 10_000;

/** Which decoders are put to which models. */
export interface FuzzRequest {
  readonly type: "fuzz";
  /** Variants, as the command line has them; all exact ones if it has none. */
  readonly asked: readonly string[] | undefined;
  readonly seed: number;
  /** The first model, and the one after the last. */
  readonly from: number;
  readonly end: number;
}

/** The first wrong answer; null if there is none. */
export type FuzzEnd = {
  readonly model: number;
  /** Which variant it is, and how a command line names it. */
  readonly name: string;
  readonly argument: string;
  /** The smallest instance. */
  readonly message: string;
} | null;

if (import.meta.main) await serve<FuzzRequest>(fuzz);

async function fuzz(
  { asked, seed, from, end }: FuzzRequest,
  note: (line: string) => void,
): Promise<FuzzEnd> {
  const variants = asked === undefined ? await exactVariants() : [];
  for (const text of asked ?? []) variants.push(await findVariant(text));
  const start = performance.now();
  for (let model = from; model < end; model++) {
    for (const variant of variants) {
      try {
        fuzzOne(variant.decoder, seed, model);
      } catch (error) {
        if (!(error instanceof FuzzFailure)) throw error;
        const { message } = shrinkFailure(error);
        return { model, name: variant.name, argument: variantArgument(variant), message };
      }
    }
    if ((model + 1) % REPORT_MODELS === 0 || model + 1 === end) {
      const rate = (model + 1 - from) / (performance.now() - start) * 1000;
      note(
        `seed ${seed}, models ${from} to ${model}: ${variants.length} decoders right, ` +
          `${rate.toFixed(0)} models/s; go on with --seed ${seed} --from ${model + 1}`,
      );
    }
  }
  return null;
}

async function exactVariants(): Promise<Variant[]> {
  const found = await findDecoders();
  return found.filter(({ value }) => value.exact)
    .map(({ value }) => resolveVariant(value.name, found));
}
