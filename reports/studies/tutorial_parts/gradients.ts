/**
 * Does the backward pass give what the gradient needs?
 *
 * @module
 */

import { newWork } from "../../../decoders/contract.ts";
import { logPartition } from "../../../decoders/probability/log_partition.ts";
import { marginals } from "../../../decoders/probability/marginals.ts";
import { Random } from "../../../datasets/random.ts";
import { type Measured, measuredOn, type Subject } from "./measurement.ts";

/** By how much a score is changed, up and down. */
const STEP = 2 ** -12;
/** The third derivative of ln Z in a score is the third cumulant of yes or no: at most 1/(6√3). */
const THIRD = 0.0963;
/** Scores of a sentence that are changed. */
const CHANGED = 12;

/**
 * Quotients of differences (ln Z(n + h) − ln Z(n − h)) / 2h that are not the marginal of the
 * changed emission, but for h²/6 times the third derivative and the errors of the three; and the
 * edges of both passes over those of the forward pass alone.
 */
export function measureGradients({ model, lattices, seed }: Subject): Measured[] {
  const random = new Random(seed, 3);
  const [sum, find] = [logPartition(model), marginals(model)];
  const [forward, both] = [newWork(), newWork()];
  let [tried, beyond, largest] = [0, 0, 0];
  for (const { length, emissions } of lattices) {
    sum({ length, emissions }, forward);
    const { nodes, error } = find({ length, emissions }, both)!;
    const changed = emissions.slice();
    for (let i = 0; i < CHANGED; i++) {
      // The likeliest label of a position, or any.
      const row = random.integer(length) * model.labelCount;
      const own = nodes.subarray(row, row + model.labelCount);
      const node = row + (i % 2 === 0 ? own.indexOf(Math.max(...own)) : random.integer(own.length));
      const was = emissions[node]!;
      if (was === -Infinity) continue;
      changed[node] = was + STEP;
      const up = sum({ length, emissions: changed });
      changed[node] = was - STEP;
      const down = sum({ length, emissions: changed });
      changed[node] = was;
      const difference = Math.abs((up.value - down.value) / (2 * STEP) - nodes[node]!);
      const allowed = THIRD * STEP ** 2 / 6 + (up.error + down.error) / (2 * STEP) + error;
      tried++;
      beyond += Number(!(difference <= allowed));
      largest = Math.max(largest, difference);
    }
  }
  const line = measuredOn(lattices.length);
  return [
    line("scores changed", tried, "scores"),
    line("quotients other than the marginal", beyond, "scores"),
    line("largest difference", largest, ""),
    line(
      "edges over those of forward alone",
      both.edgeEvaluations / forward.edgeEvaluations,
      "times",
    ),
  ];
}
