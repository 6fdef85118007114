/**
 * What a file in this folder exports to be a kind of trial.
 *
 * @module
 */

import type { Random } from "../../../datasets/random.ts";
import type { Place } from "../run/bench_process.ts";
import type { Scene } from "../run/scene.ts";

/** A way to break a run, and what must hold afterwards. */
export interface Trial {
  /** As in `--only`. */
  readonly name: string;
  /** How often it is drawn, compared with others. */
  readonly share: number;
  /** Why it cannot be tried on this system; absent if it can on all. */
  unavailable?(): Promise<string | undefined>;
  /**
   * Breaks a run into a place of its own, heals it, and looks at what is there. All that is random
   * is drawn from `random`; when a signal arrives depends on the machine besides.
   *
   * @returns what was done, in a line
   * @throws Error if something is lost, doubled or left behind
   */
  run(scene: Scene, place: Place, random: Random): Promise<string>;
}
