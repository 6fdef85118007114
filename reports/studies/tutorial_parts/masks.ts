/**
 * Do masks leave sentences that have ended as they are?
 *
 * @module
 */

import { logPartition } from "../../../decoders/probability/log_partition.ts";
import { pad, type PaddedBatch, unpad } from "../../../datasets/batch.ts";
import { type Measured, measuredOn, type Subject } from "./measurement.ts";
import { printedForward } from "./printed_forward.ts";
import { PRINTED_FORBIDDEN, printedModel } from "./printed_model.ts";

/** What may be in a pad. */
const PADS = [0, NaN, Infinity];

/**
 * Sentences of a padded batch whose ln Z is not the same bits as alone: by the tutorial's rule and
 * by ours, for what may be in the pads. And those whose ln Z is no number by the tutorial's rule if
 * −∞ stands for what is forbidden.
 */
export function measureMasks({ model, lattices }: Subject): Measured[] {
  const batch = pad(lattices, model.labelCount);
  const ours = logPartition(model);
  const lines = (
    name: string,
    alone: readonly number[],
    together: (batch: PaddedBatch) => number[],
  ) =>
    PADS.map((content) => {
      const found = together(withPads(batch, content));
      const changed = found.filter((value, i) => !Object.is(value, alone[i]));
      const line = measuredOn(lattices.length, `${name}, pads ${content}`);
      return line("log Z other than alone", changed.length, "sentences");
    });
  const printed = (forbidden: number) => {
    const own = printedModel(model, undefined, forbidden);
    return (batch: PaddedBatch) => Array.from(printedForward(own, batch));
  };
  const [finite, infinite] = [printed(PRINTED_FORBIDDEN), printed(-Infinity)];
  const broken = infinite(batch).filter((value) => !Number.isFinite(value));
  return [
    ...lines(
      "printed",
      lattices.flatMap((one) => finite(pad([one], model.labelCount))),
      finite,
    ),
    measuredOn(lattices.length, "printed, −∞ forbids")(
      "log Z not finite",
      broken.length,
      "sentences",
    ),
    ...lines(
      "ours",
      lattices.map((one) => ours(one).value),
      ({ emissions, shape, mask }) => {
        const rows = lattices.map((_, i) => mask.subarray(i * shape[1], (i + 1) * shape[1]));
        return unpad(emissions, shape, rows).map((one) => ours(one).value);
      },
    ),
  ];
}

/** The batch with something in its pads. */
function withPads(batch: PaddedBatch, content: number): PaddedBatch {
  const labelCount = batch.shape[2];
  const emissions = batch.emissions.slice();
  batch.mask.forEach((isThere, row) => {
    if (isThere === 0) emissions.fill(content, row * labelCount, (row + 1) * labelCount);
  });
  return { ...batch, emissions };
}
