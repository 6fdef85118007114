/**
 * Running a plan: every cell decoded, checked, counted and timed, row by row into a folder.
 *
 * @module
 */

import { join } from "node:path";
import { openDataset } from "./discover.ts";
import { rowKey, sourceHash } from "./key.ts";
import { LiveCell } from "./live_cell.ts";
import { BASELINE, type Plan } from "./plan.ts";
import { Progress } from "./progress.ts";
import type { Row } from "./rows.ts";
import { runSample } from "./run_sample.ts";
import { type Sample, takeSample, writeLattices } from "./sample.ts";

/** Batches that one pass over the timed sentences may fill at most. */
const BATCHES_PER_PASS = 50;

/** How to run a plan. */
export interface RunOptions {
  /** Folder for the rows. */
  readonly out: string;
  /** Seed of the synthetic lattices and of the order of the cells. */
  readonly seed: number;
  /** Counts the runs into the folder. */
  readonly session: number;
  /** Rows of earlier sessions; what has a row is not run again. */
  readonly done: readonly Row[];
}

/**
 * Runs all cells of a plan that have no row yet, dataset by dataset, and appends their rows. The
 * baseline runs again beside them, because times are compared within rounds.
 *
 * @returns for each wrong answer a command that replays it
 */
export async function run(plan: Plan, options: RunOptions): Promise<string[]> {
  const replays: string[] = [];
  const progress = new Progress(plan.datasets.length);
  const scratch = await Deno.makeTempDir({ prefix: "trellis-" });
  const sources = new Map<string, string>();
  for (const { variant: { url } } of plan.cells) sources.set(url, await sourceHash(url));
  try {
    for (const { name, sentences } of plan.datasets) {
      progress.doing(`${name}: making lattices`);
      const sample = takeSample(await openDataset(name, sentences, options.seed), sentences);
      const cells = newCells(plan, sample, sources, options.done);
      if (cells.length > 0) {
        const pack = join(scratch, "sample.safetensors");
        await writeLattices(pack, sample.name, sample.model, sample.lattices);
        const say = (what: string) => progress.doing(`${name}: ${what}`);
        replays.push(...await runSample(sample, pack, cells, plan.suite.rounds, options, say));
      }
      progress.advance();
      progress.note(`${name}: ${sample.lattices.length} sentences, ${cells.length} cells`);
    }
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
  return replays;
}

/** The cells without rows, and the baseline for each k among them. */
function newCells(
  plan: Plan,
  sample: Sample,
  sources: ReadonlyMap<string, string>,
  done: readonly Row[],
): LiveCell[] {
  const { deadlineMs, roundMs } = plan.suite;
  const limits = { deadlineMs, batchMs: roundMs, passMs: BATCHES_PER_PASS * roundMs };
  const keys = new Set(done.map(({ key }) => key));
  const cells = plan.cells.map((planned) => {
    const { name, variant, k } = planned;
    const key = rowKey({
      pack: sample.hash,
      sentences: sample.lattices.length,
      decoder: name,
      sources: sources.get(variant.url)!,
      options: variant.options,
      k,
    });
    return new LiveCell(planned, key, limits);
  });
  const missing = cells.filter(({ key }) => !keys.has(key));
  return cells.filter((cell) =>
    missing.includes(cell) ||
    (cell.planned.name === BASELINE && missing.some(({ planned }) => planned.k === cell.planned.k))
  );
}
