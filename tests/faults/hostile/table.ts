/**
 * All hostile decoders.
 *
 * @module
 */

import { ANSWERS } from "./answers.ts";
import type { Hostile } from "./contract.ts";
import { DESCRIPTIONS } from "./descriptions.ts";
import { FLOW } from "./flow.ts";
import { REACH } from "./reach.ts";
import { SPEED } from "./speed.ts";
import { WORK } from "./work.ts";

/** Each is caught, refused or of no effect, and the rest of a run is whole. */
export const HOSTILE: readonly Hostile[] = [
  ...DESCRIPTIONS,
  ...ANSWERS,
  ...WORK,
  ...FLOW,
  ...REACH,
  ...SPEED,
];
