/**
 * The process that shows how fast a core is at a moment, see `timing_core.ts`: for each line of its
 * input it says how many milliseconds a loop took that is always the same.
 *
 * @module
 */

import { stdin } from "node:process";
import { createInterface } from "node:readline";

/** Scores that fit the nearest cache, and passes over them: a millisecond, about. */
const [SCORES, PASSES] = [2048, 250];
/** Rounds after which the loop is compiled for good. */
const WARM = 200;

const scores = Float64Array.from({ length: SCORES }, (_, i) => (i * 7919) % SCORES);

/** The largest of some sums again and again, as decoders add and compare. */
function largest(start: number): number {
  let most = start;
  for (let pass = 0; pass < PASSES; pass++) {
    for (let i = 0; i < SCORES; i++) {
      const sum = scores[i]! + pass;
      if (sum > most) most = sum;
    }
  }
  return most;
}

let sink = 0;
for (let i = 0; i < WARM; i++) sink += largest(i);
for await (const _ of createInterface({ input: stdin })) {
  const start = performance.now();
  sink += largest(sink % 2);
  console.log(performance.now() - start);
}
