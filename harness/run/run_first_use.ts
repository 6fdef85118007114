/**
 * The first-use curves of a run.
 *
 * @module
 */

import type { Random } from "../../datasets/random.ts";
import type { FirstUsePlan } from "../plan/contract.ts";
import { appendCurve, followsFirstUse } from "../store/side_tables.ts";
import { Contents } from "../problems/contents.ts";
import { judgeTimed } from "./judge_timed.ts";
import { LiveCell } from "./live_cell.ts";
import { type FirstUsePoint, isOutOfReach } from "./schedule.ts";
import { contentsFile, NO_OVERHEAD, type Workload } from "./workload.ts";

/** Scores that come at a time, about. */
const CHUNK_BYTES = 2 ** 24;

/** Settings for following the first use of decoders. */
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
  workload: Workload,
  { plan, processes, random, out, session, say }: FirstUses,
): Promise<void> {
  const { family } = workload.sample;
  const followed = cells.filter(({ planned: { role, name, k } }) =>
    followsFirstUse({ family, role, decoder: name, k }, plan)
  );
  for (let process = 0; process < processes; process++) {
    for (const cell of random.shuffle([...followed])) {
      if (!cell.isAlive) continue;
      say(`first use of ${cell.planned.name}, process ${process + 1} of ${processes}`);
      const { planned, key, limits } = cell;
      const deadlineMs = limits.deadlineMs + plan.atMostMs;
      const fresh = new LiveCell(planned, key, { ...limits, deadlineMs });
      const points = await curveOf(fresh, workload, plan).finally(() => fresh.close());
      cell.log += fresh.log;
      if (fresh.isAlive) await appendCurve(out, { key, session, process }, points);
      else {
        const reason = `its process of a first use ended without a curve: ${fresh.reason}`;
        await cell.fail(reason, fresh.checked.verdict === "wrong");
      }
    }
  }
}

/**
 * The milliseconds until 1, 10, 100, … sentences are done, `prepare` and everything that is built
 * lazily included. Sentences come from a Float64Array of the caller, in turn, each time with scores
 * that nobody has seen. They are made while the clock stands. The curve ends early where the next
 * point would be beyond the plan's time.
 */
async function curveOf(
  cell: LiveCell,
  workload: Workload,
  { sentences, atMostMs }: FirstUsePlan,
): Promise<FirstUsePoint[]> {
  const { sample, referee } = workload;
  const clocks = await cell.prepare(workload);
  const clock = clocks.includes("memory64") ? "memory64" : "decode";
  const points: FirstUsePoint[] = [];
  let elapsedMs = cell.prepareMs;
  let done = 0;
  for (let goal = 1; goal <= sentences && elapsedMs <= atMostMs; goal *= 10) {
    if (isOutOfReach(points, goal, atMostMs)) break;
    while (cell.isAlive && done < goal && elapsedMs <= atMostMs) {
      const chunk = chunkOf(sample, done, goal);
      const contents = new Contents(sample, chunk, 1);
      await contents.write(contentsFile(workload));
      const batch = contents.batch(0, chunk.length, [0]);
      const overhead = referee === undefined
        ? NO_OVERHEAD
        : await referee.overhead(1, () => batch, 1);
      const timed = await cell.time(clock, batch, overhead);
      if (timed === undefined) break;
      elapsedMs += timed.elapsedMs;
      const answered = [{ cell, batch, variants: [0], parts: timed.parts }];
      await judgeTimed(workload, contents, answered, 0, clock);
      done += chunk.length;
    }
    if (cell.isAlive && done === goal) points.push({ sentences: goal, elapsed_ms: elapsedMs });
  }
  return points;
}

/** The sentences whose turn it is, as many as there is room for. */
function chunkOf(sample: Workload["sample"], done: number, goal: number): number[] {
  const chunk: number[] = [];
  for (let bytes = 0; done + chunk.length < goal && bytes < CHUNK_BYTES;) {
    const sentence = (done + chunk.length) % sample.lengths.length;
    chunk.push(sentence);
    bytes += sample.scores(sentence).byteLength;
  }
  return chunk;
}
