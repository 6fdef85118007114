/**
 * `deno task fuzz`: decoders on random models.
 *
 * @module
 */

import { findDecoders } from "../plan/discover.ts";
import { type Command, type Flags, wholeNumber } from "../terminal/flags.ts";
import { resolveVariant } from "../plan/variant.ts";

/** Models between two lines of output. */
const REPORT_MODELS = 10_000;

const command: Command = {
  meaning: "put exact decoders to random models until stopped or done",
  flags: {
    decoder: { value: "X,Y", help: "decoders instead of all exact ones" },
    models: { value: "N", help: "models for each decoder (100000)" },
    seed: { value: "N", help: "seed of the models and options (1)" },
    from: { value: "N", help: "first model; goes on where an earlier run stopped (0)" },
  },
  run,
};
export default command;

async function run(flags: Flags): Promise<number> {
  const { fuzzOne } = await import("../conformance/fuzz.ts");
  const found = await findDecoders();
  const names = flags.values["decoder"]?.split(",");
  const decoders = names === undefined
    ? found.map(({ value }) => value).filter(({ exact }) => exact)
    : names.map((name) => resolveVariant(name, found).decoder);
  const seed = wholeNumber(flags, "seed", 0) ?? 1;
  const from = wholeNumber(flags, "from", 0) ?? 0;
  const end = from + (wholeNumber(flags, "models", 1) ?? 100_000);
  const start = performance.now();
  for (let model = from; model < end; model++) {
    for (const decoder of decoders) fuzzOne(decoder, seed, model);
    if ((model + 1) % REPORT_MODELS === 0 || model + 1 === end) {
      const rate = (model + 1 - from) / (performance.now() - start) * 1000;
      console.log(
        `seed ${seed}, models ${from} to ${model}: ${decoders.length} decoders right, ` +
          `${rate.toFixed(0)} models/s; go on with --seed ${seed} --from ${model + 1}`,
      );
    }
  }
  return 0;
}
