/**
 * The first-use curves of a run.
 *
 * @module
 */

import type { Random } from "../../datasets/random.ts";
import type { FirstUsePlan } from "../plan/suite.ts";
import { appendCurve, followsFirstUse } from "../store/first_use.ts";
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
 * Measures the curves of the cells that the plan names, see `followsFirstUse`, each in fresh
 * processes of its own, one at a time in a random order. A cell whose process fails has failed.
 */
export async function runFirstUse(
  cells: readonly LiveCell[],
  subject: Subject,
  { plan, processes, random, out, session, say }: FirstUses,
): Promise<void> {
  const { family } = subject.sample;
  if (subject.problem.value.firstUse === undefined) return;
  const followed = cells.filter(({ planned: { role, name, k } }) =>
    followsFirstUse({ family, role, decoder: name, k }, plan)
  );
  for (let process = 0; process < processes; process++) {
    for (const cell of random.shuffle([...followed])) {
      if (!cell.isAlive) continue;
      say(`first use of ${cell.planned.name}, process ${process + 1} of ${processes}`);
      const points = await cell.firstUse(subject, plan);
      if (points === undefined) continue;
      await appendCurve(
        out,
        { key: cell.key, session, process },
        points.map(({ sentences, elapsedMs }) => ({ sentences, elapsed_ms: elapsedMs })),
      );
    }
  }
}
