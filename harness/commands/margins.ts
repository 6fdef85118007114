/**
 * `deno task margins`: the best path of each sentence with its margins, as JSON.
 *
 * @module
 */

import { visibleJson } from "../../datasets/visible.ts";
import { marginals } from "../../decoders/probability/log_partition.ts";
import { labelMargins, maxMarginals } from "../../decoders/probability/max_marginals.ts";
import type { Command, Flags } from "../terminal/flags.ts";
import { printLine } from "../terminal/output_files.ts";
import { ofScores, UsageError } from "../terminal/usage_error.ts";
import { labelNames, named, openSentences, SENTENCE_FLAGS } from "./_pack_flags.ts";

const command: Command = {
  meaning: "best paths and how far they are ahead of any other label, one line of JSON a sentence",
  flags: SENTENCE_FLAGS,
  examples: {
    "margins --pack ewt_pos45 --limit 1 --names":
      "how probable each label of a best path is, and how far it is ahead of any other there",
  },
  run: (flags) => ofScores(run(flags)),
};
export default command;

/**
 * Of each label its probability over all paths, and its margin, which is null where no path has
 * another label. The path is null where there is none.
 */
async function run(flags: Flags): Promise<number> {
  const { dataset, count } = await openSentences(flags);
  const { model, grid } = dataset;
  if (model.hasPairs) {
    throw new UsageError(`Cannot find margins of ${dataset.name}: it has pairs by position`);
  }
  const names = flags.switches.has("names") ? labelNames(dataset) : undefined;
  const find = maxMarginals(model);
  const findNodes = marginals(model, { scoreError: grid.largestChange });
  for (let sentence = 0; sentence < count; sentence++) {
    const lattice = dataset.lattice(sentence);
    const found = find(lattice);
    if (found === undefined) {
      printLine(JSON.stringify({ sentence, path: null }));
      continue;
    }
    const { score, labels } = found.path;
    const { nodes, error } = findNodes(lattice)!;
    const path = {
      confidences: Array.from(labels, (y, t) => nodes[t * model.labelCount + y]!),
      confidenceError: error,
      score,
      labels: Array.from(labels),
      ...named(names, labels),
      margins: Array.from(labelMargins(found), (margin) => margin === Infinity ? null : margin),
    };
    printLine(visibleJson({ sentence, path }));
  }
  return 0;
}
