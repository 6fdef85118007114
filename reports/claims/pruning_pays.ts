/**
 * Iterative Viterbi with pruning and without.
 *
 * @module
 */

import type { Claim } from "./contract.ts";
import { formatRatio } from "../numbers/format.ts";
import { publishedValue } from "../published/published.ts";
import { contest } from "./_contest.ts";

/** The claim. */
const pruningPays: Claim = {
  name: "pruning-pays",
  order: 40,
  source: "Huang et al. 2012, §5.2",
  statement: "Pruning makes iterative Viterbi faster.",
  rule:
    "Speed of iterative-viterbi with pruning over that without, on each dataset: for if the speed ratio is above 1 by more than the error of measurement, against if below.",
  published,
  judge: ({ summary }) =>
    contest(summary, {
      fast: "iterative-viterbi",
      slow: "iterative-viterbi{prune=false}",
    }),
};

export default pruningPays;

/** The paper gives the speed without pruning in its text, for one task. */
function published(): string {
  const fields = { paper: "huang2012", dataset: "conll2003", metric: "speed", k: "1" };
  const pruned = publishedValue({ ...fields, table: "table4", algorithm: "iterative-viterbi" })!;
  const whole = publishedValue({ ...fields, algorithm: "iterative-viterbi{prune=false}" })!;
  return `${fields.dataset} ${formatRatio(pruned / whole)}×`;
}
