/**
 * The first-use curves of a run.
 *
 * @module
 */

import type { Random } from "../../datasets/random.ts";
import type { FirstUsePlan } from "../plan/suite.ts";
import { appendFirstUse } from "../store/first_use.ts";
import type { LiveCell } from "./live_cell.ts";
import type { Subject } from "./subject.ts";

/** How to follow first uses. */
export interface FirstUses {
  readonly plan: FirstUsePlan;
  /** Fresh processes of each decoder. */
  readonly processes: number;
  readonly random: Random;
  /** Folder of the run. */
  readonly out: string;
  readonly session: number;
  say(what: string): void;
}

/**
 * Measures the curves of the cells that the plan names, those of a real task at k = 1, each in
 * fresh processes of its own, one at a time in a random order.
 */
export async function runFirstUse(
  cells: readonly LiveCell[],
  subject: Subject,
  { plan, processes, random, out, session, say }: FirstUses,
): Promise<void> {
  if (subject.sample.family !== "real" || subject.problem.value.firstUse === undefined) return;
  const followed = cells.filter(({ isAlive, planned: { role, k, variant } }) =>
    isAlive && role !== "control" && k === 1 && plan.decoders.includes(variant.name)
  );
  for (let process = 0; process < processes; process++) {
    for (const cell of random.shuffle([...followed])) {
      say(`first use of ${cell.planned.name}, process ${process + 1} of ${processes}`);
      const points = await cell.firstUse(subject, plan);
      await appendFirstUse(
        out,
        points.map(({ sentences, elapsedMs }) => ({
          ...{ key: cell.key, session, process, sentences },
          elapsed_ms: elapsedMs,
        })),
      );
    }
  }
}
