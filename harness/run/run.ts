/**
 * Running a plan: every cell decoded, checked, counted and timed, row by row into a folder.
 *
 * @module
 */

import { counted } from "../../datasets/markdown.ts";
import { type Measured, rowKey, sampleHash, type Sources } from "../store/key.ts";
import { cellGroups, cellsAtOnce } from "./cell_groups.ts";
import { LiveCell } from "./live_cell.ts";
import { Progress } from "../terminal/progress.ts";
import { type Row, ROWS } from "../store/rows.ts";
import type { RunOptions } from "./outputs.ts";
import { runSample } from "./run_sample.ts";
import { openScratch } from "../isolate/scratch.ts";
import { leastSentences } from "./schedule.ts";
import type { Sample } from "../problems/contract.ts";
import { newWorkload } from "./workload.ts";
import { type CurrentCell, measuredCells, rowsToKeep } from "../store/resume.ts";
import { keepRows } from "../store/store.ts";
import type { Plan, PlannedCell, PlannedDataset, Suite } from "../plan/contract.ts";
import { datasetSeconds } from "../plan/plan.ts";

/**
 * Milliseconds that a pass of the baseline may take: it has to pass over the sentences of its
 * rivals.
 */
const BASELINE_PASS_MS = 3_000;

/**
 * Runs all cells of a plan that have no row in the folder yet, or none to keep (`rowsToKeep`),
 * dataset by dataset, and appends their rows. The baseline runs again beside them, because times
 * are compared within rounds.
 *
 * @param onDataset is called after each
 * @returns for each wrong answer a command that replays it
 */
export async function run(
  plan: Plan,
  options: RunOptions,
  onDataset: () => Promise<void> = () => Promise.resolve(),
): Promise<string[]> {
  const replays: string[] = [];
  const { sources } = options;
  const there = measuredCells(await ROWS.read(options.out), sources);
  const secondsOf = (dataset: PlannedDataset) => datasetSeconds(plan.suite, dataset, there);
  const progress = new Progress(plan.datasets.reduce((sum, one) => sum + secondsOf(one), 0));
  const scratch = await openScratch();
  // A baseline stands in several groups.
  const seen = new Set<string>();
  try {
    for (const dataset of plan.datasets) {
      const { name, sentences, longest, sample: take, cells: planned } = dataset;
      const start = performance.now();
      const steps = secondsOf(dataset);
      progress.doing(`${name}: taking sentences`);
      const sample = await take(sentences, options.seed, longest);
      const current = currentCells(planned, sample, sources);
      const kept = await keepCurrent(options.out, name, current.values());
      const cells = withoutRows(newCells(current, plan.suite), kept);
      if (cells.length > 0) {
        progress.doing(`${name}: reference`);
        const { memoryMb, deadlineMs } = plan.suite;
        const rounds = dataset.countsOnly ? 0 : plan.suite.rounds;
        const k = Math.max(...cells.map(({ planned }) => planned.k));
        const reference = { variant: plan.reference, k, deadlineMs };
        const workload = await newWorkload(plan.problem, sample, scratch.path, reference);
        try {
          // Cells that are not timed are closed as soon as they are checked.
          const atOnce = rounds === 0 ? cells.length : cellsAtOnce(sample, memoryMb);
          const groups = cellGroups(cells, atOnce);
          for (const [group, together] of groups.entries()) {
            const once = together.filter(({ key }) => !seen.has(key));
            for (const { key } of once) seen.add(key);
            const found = { group, cells: together, once };
            const say = (what: string, share: number) =>
              progress.doing(`${name}: ${what}`, steps * (group + share) / groups.length);
            const note = (what: string) => progress.note(`${name}: ${what}`);
            const effort = { ...plan.suite, rounds, isTraced: !dataset.countsOnly, say, note };
            replays.push(...await runSample(workload, found, effort, options));
          }
        } finally {
          await workload.referee?.close();
        }
      }
      await onDataset();
      progress.advance(steps);
      const seconds = Math.round((performance.now() - start) / 1000);
      progress.note(
        `${name}: ${counted(sample.lengths.length, "sentence")}, ` +
          `${counted(cells.length, "cell")}, ${seconds} s`,
      );
    }
  } finally {
    await scratch.remove();
  }
  return replays;
}

/** What the cells of a dataset measure now. */
function currentCells(
  planned: readonly PlannedCell[],
  sample: Sample,
  sources: Sources,
): Map<PlannedCell, CurrentCell> {
  return new Map(planned.map((cell) => {
    const { role, name, variant, k, few } = cell;
    const measured: Measured = {
      pack: sample.hash,
      sample: sampleHash(few ? sample.indices.slice(0, leastSentences(k)) : sample.indices),
      decoder: name,
      sources: sources.get(name)!,
      options: variant.options,
      k,
    };
    return [cell, { role, measured, key: rowKey(measured) }];
  }));
}

function newCells(
  current: ReadonlyMap<PlannedCell, CurrentCell>,
  { deadlineMs, roundMs, passMs, clocks }: Suite,
): LiveCell[] {
  const baselinePassMs = Math.max(passMs, BASELINE_PASS_MS);
  const limits = { deadlineMs, batchMs: roundMs, passMs, baselinePassMs, clocks };
  return [...current].map(([cell, { key }]) => new LiveCell(cell, key, limits));
}

/** The rows of a dataset that are kept, after all others are removed. */
async function keepCurrent(
  out: string,
  dataset: string,
  cells: Iterable<CurrentCell>,
): Promise<Row[]> {
  const rows = await ROWS.read(out);
  const kept = rowsToKeep(rows, dataset, [...cells]);
  if (kept.length < rows.length) await keepRows(out, kept);
  return kept.filter((row) => row.dataset === dataset);
}

/** The cells without rows, and the baseline for each k among them. */
function withoutRows(cells: readonly LiveCell[], kept: readonly Row[]): LiveCell[] {
  const keys = new Set(kept.map(({ key }) => key));
  const missing = cells.filter(({ key }) => !keys.has(key));
  return cells.filter((cell) =>
    missing.includes(cell) ||
    (cell.planned.role === "baseline" &&
      missing.some(({ planned }) => planned.k === cell.planned.k))
  );
}
