/**
 * All kinds of trials, and how one is drawn.
 *
 * @module
 */

import type { Random } from "../../../datasets/random.ts";
import type { Trial } from "./contract.ts";
import disk from "./full_disk.ts";
import company from "./hostile.ts";
import kill from "./kill.ts";
import parses from "./kill_parses.ts";
import truncate from "./truncate.ts";
import writers from "./two_writers.ts";

/** What is tried at random. */
export const TRIALS: readonly Trial[] = [kill, parses, truncate, writers, disk, company];

/** One of some trials, by their shares. */
export function drawTrial(trials: readonly Trial[], random: Random): Trial {
  let sum = 0;
  const sums = Float64Array.from(trials, ({ share }) => sum += share);
  return trials[random.choose(sums)]!;
}
