/**
 * `deno task margins`: the best path of each sentence with its margins, as JSON.
 *
 * @module
 */

import { labelMargins, maxMarginals } from "../../decoders/max_marginals.ts";
import { openPack } from "../../datasets/pack.ts";
import { type Command, type Flags, required, wholeNumber } from "../flags.ts";
import { given } from "../usage_error.ts";
import { FORBID_BELOW_FLAG, forbidBelow } from "./_pack_flags.ts";

const command: Command = {
  meaning: "best paths and how far they are ahead of any other label, one line of JSON a sentence",
  flags: {
    pack: { value: "FILE", help: ".safetensors or .safetensors.gz" },
    limit: { value: "N", help: "only the first N sentences" },
    "forbid-below": FORBID_BELOW_FLAG,
  },
  run,
};
export default command;

/** A margin is null where no path has another label; the path is null where there is none. */
async function run(flags: Flags): Promise<number> {
  const task = await given(openPack(required(flags, "pack", "FILE"), forbidBelow(flags)));
  const count = Math.min(wholeNumber(flags, "limit", 0) ?? Infinity, task.lengths.length);
  const find = maxMarginals(task.model);
  for (let sentence = 0; sentence < count; sentence++) {
    const found = find(task.lattice(sentence));
    const path = found === undefined ? null : {
      score: found.path.score,
      labels: Array.from(found.path.labels),
      margins: Array.from(labelMargins(found), (margin) => margin === Infinity ? null : margin),
    };
    console.log(JSON.stringify({ sentence, path }));
  }
  return 0;
}
