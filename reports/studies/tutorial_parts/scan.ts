/**
 * Can time be walked in another order than from the left?
 *
 * @module
 */

import { prepared } from "../../../decoders/chain/prepared.ts";
import { newWork } from "../../../decoders/contract.ts";
import { logPartition } from "../../../decoders/probability/log_partition.ts";
import scan from "../../../decoders/scan.ts";
import viterbi from "../../../decoders/viterbi.ts";
import { logScan } from "./log_scan.ts";
import { type Measured, measuredOn, type Subject } from "./measurement.ts";

/** A tree costs L³ a position. */
const MOST_LABELS = 64;

/**
 * Scores of `scan` that are not those of Viterbi, to the last bit; values of ln Z by a scan that
 * are not within its error and that of `logPartition`; depth and products as they were counted.
 */
export function measureScan({ model, lattices }: Subject): Measured[] {
  const long = lattices.filter(({ length }) => length > 1);
  const leaves = model.labelCount > MOST_LABELS ? ["two"] as const : ["two", "all"] as const;
  return leaves.flatMap((leaves) => {
    const line = measuredOn(long.length, leaves === "two" ? "two ends" : "tree");
    const [fast, slow] = [prepared(scan, model, { leaves }), prepared(viterbi, model)];
    const exact = logPartition(model);
    const [fastWork, slowWork] = [newWork(), newWork()];
    let [scores, sums, depth, steps, logs, products, edges] = [0, 0, 0, 0, 0, 0, 0];
    for (const lattice of long) {
      const [one] = fast(lattice, 1, fastWork).paths;
      const [other] = slow(lattice, 1, slowWork).paths;
      scores += Number(one?.score !== other?.score);
      const found = logScan(model, lattice, leaves === "two" ? "ends" : "tree");
      const { value, error } = exact(lattice);
      sums += Number(!(Math.abs(found.value - value) <= found.error + error));
      depth += found.depth;
      steps += lattice.length - 1;
      logs += Math.ceil(Math.log2(lattice.length));
      products += found.products;
      edges += (lattice.length - 1) * model.labelCount ** 2;
    }
    return [
      line("scores other than Viterbi's", scores, "sentences"),
      line("log Z beyond its error", sums, "sentences"),
      line("depth", depth, "steps"),
      line("depth from the left", steps, "steps"),
      line("⌈log₂ T⌉", logs, "steps"),
      line("products over those from the left", products / edges, "times"),
      line(
        "edges of the decoder over Viterbi's",
        fastWork.edgeEvaluations / slowWork.edgeEvaluations,
        "times",
      ),
    ];
  });
}
