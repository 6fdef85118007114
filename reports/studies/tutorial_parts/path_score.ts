/**
 * Is the score that decoding returns that of its path?
 *
 * @module
 */

import { prepared } from "../../../decoders/chain/prepared.ts";
import viterbi from "../../../decoders/viterbi.ts";
import { type Measured, measuredOn, type Subject } from "./measurement.ts";

/**
 * Sentences whose score is another after the cast to an integer, which cuts off what is behind the
 * point.
 */
export function measurePathScore({ model, lattices }: Subject): Measured[] {
  const decode = prepared(viterbi, model);
  const scores = lattices.flatMap((lattice) => decode(lattice).paths.map(({ score }) => score));
  const line = measuredOn(scores.length);
  const changes = scores.map((score) => Math.abs(score - Math.trunc(score)));
  return [
    line(
      "scores that the cast changes",
      changes.filter((change) => change > 0).length,
      "sentences",
    ),
    line("largest change of a score", Math.max(...changes), "nats"),
  ];
}
