/**
 * `deno task fuzz`: decoders on random models.
 *
 * @module
 */

import { shellQuote } from "../../datasets/shell_quote.ts";
import { findVariant, variantArgument } from "../plan/decoder_files.ts";
import { findDecoders } from "../problems/sequence/discover.ts";
import { EXIT_WRONG } from "../terminal/exit_codes.ts";
import { type Command, type Flags, wholeNumber } from "../terminal/flags.ts";
import { MOST_MODELS } from "../terminal/limits.ts";
import { resolveVariant, splitVariants, type Variant } from "../plan/variant.ts";

/** Models between two lines of output. */
const REPORT_MODELS = 10_000;

const command: Command = {
  meaning: "put exact decoders to random models until one is wrong; shows the smallest",
  flags: {
    decoder: { value: "X,Y", help: "decoders, names or FILE.ts, instead of all exact ones" },
    models: { value: "N", help: "models for each decoder (100000)" },
    seed: { value: "N", help: "seed of the models and options (1)" },
    from: { value: "N", help: "first model; goes on where an earlier run stopped (0)" },
  },
  run,
};
export default command;

async function run(flags: Flags): Promise<number> {
  const { fuzzOne, FuzzFailure, shrinkFailure } = await import("../conformance/fuzz.ts");
  const asked = flags.values["decoder"];
  const variants = asked === undefined
    ? await exactVariants()
    : await Promise.all(splitVariants(asked).map(findVariant));
  const seed = wholeNumber(flags, "seed", 0) ?? 1;
  const from = wholeNumber(flags, "from", 0, MOST_MODELS) ?? 0;
  const end = from + (wholeNumber(flags, "models", 1, MOST_MODELS) ?? 100_000);
  const start = performance.now();
  for (let model = from; model < end; model++) {
    for (const variant of variants) {
      try {
        fuzzOne(variant.decoder, seed, model);
      } catch (error) {
        if (!(error instanceof FuzzFailure)) throw error;
        const replay = `--decoder ${shellQuote(variantArgument(variant))} --seed ${seed}`;
        console.log(shrinkFailure(error).message);
        console.error(`WRONG: ${variant.name} on model ${model}; again with`);
        console.error(`  deno task fuzz ${replay} --from ${model} --models 1`);
        return EXIT_WRONG;
      }
    }
    if ((model + 1) % REPORT_MODELS === 0 || model + 1 === end) {
      const rate = (model + 1 - from) / (performance.now() - start) * 1000;
      console.log(
        `seed ${seed}, models ${from} to ${model}: ${variants.length} decoders right, ` +
          `${rate.toFixed(0)} models/s; go on with --seed ${seed} --from ${model + 1}`,
      );
    }
  }
  return 0;
}

async function exactVariants(): Promise<Variant[]> {
  const found = await findDecoders();
  return found.filter(({ value }) => value.exact)
    .map(({ value }) => resolveVariant(value.name, found));
}
