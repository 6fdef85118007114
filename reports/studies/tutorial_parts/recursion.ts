/**
 * Is the recursion with α̂ equivalent?
 *
 * @module
 */

import { logPartition } from "../../../decoders/probability/log_partition.ts";
import { forwardRecursion } from "./forward_recursions.ts";
import { type Measured, measuredOn, type Subject } from "./measurement.ts";
import { printedLogsumexp } from "./printed_logsumexp.ts";

/** Sentences at which the two recursions, or either and `logPartition`, are beyond their errors. */
export function measureRecursion({ model, lattices }: Subject): Measured[] {
  const exact = logPartition(model);
  let [between, beyond, largest] = [0, 0, 0];
  for (const lattice of lattices) {
    const [one, other] = (["alpha", "alpha-hat"] as const)
      .map((form) => forwardRecursion(model, lattice, form, printedLogsumexp));
    const difference = Math.abs(one!.value - other!.value);
    between += Number(!(difference <= one!.error + other!.error));
    largest = Math.max(largest, difference);
    const { value, error } = exact(lattice);
    beyond += Number(
      [one!, other!].some((form) => !(Math.abs(form.value - value) <= form.error + error)),
    );
  }
  const line = measuredOn(lattices.length);
  return [
    line("log Z by α and by α̂ beyond their errors", between, "sentences"),
    line("log Z by either beyond its error of ours", beyond, "sentences"),
    line("largest difference", largest, "nats"),
  ];
}
