/**
 * `deno task margins`: the best path of each sentence with its margins, as JSON.
 *
 * @module
 */

import { labelMargins, maxMarginals } from "../../decoders/probability/max_marginals.ts";
import type { Command, Flags } from "../terminal/flags.ts";
import { FORBID_BELOW_FLAG, LIMIT_FLAG, openSentences, PACK_FLAG } from "./_pack_flags.ts";

const command: Command = {
  meaning: "best paths and how far they are ahead of any other label, one line of JSON a sentence",
  flags: {
    pack: PACK_FLAG,
    limit: LIMIT_FLAG,
    "forbid-below": FORBID_BELOW_FLAG,
  },
  examples: {
    "margins --pack ewt_pos45 --limit 1":
      "the best path of a sentence, and how far each label is ahead of any other there",
  },
  run,
};
export default command;

/** A margin is null where no path has another label; the path is null where there is none. */
async function run(flags: Flags): Promise<number> {
  const { dataset, count } = await openSentences(flags);
  const find = maxMarginals(dataset.model);
  for (let sentence = 0; sentence < count; sentence++) {
    const found = find(dataset.lattice(sentence));
    const path = found === undefined ? null : {
      score: found.path.score,
      labels: Array.from(found.path.labels),
      margins: Array.from(labelMargins(found), (margin) => margin === Infinity ? null : margin),
    };
    console.log(JSON.stringify({ sentence, path }));
  }
  return 0;
}
