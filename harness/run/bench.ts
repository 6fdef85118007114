/**
 * A bench: a plan run into a folder, resumed if asked, and judged.
 *
 * @module
 */

import { visible } from "../../datasets/visible.ts";
import { isSameMachine, type Manifest, newManifest } from "../store/manifest.ts";
import { completeRows } from "../store/complete_rows.ts";
import { makePlan, type Plan, type PlanOptions } from "../plan/plan.ts";
import { planHash } from "../plan/plan_hash.ts";
import type { Row } from "../store/rows.ts";
import { run } from "./run.ts";
import { readFirstUse, writeFirstUse } from "../store/first_use.ts";
import { readSentenceTimes, writeSentenceTimes } from "../store/sentence_times.ts";
import { formatShard, type Shard, shardPlan } from "../plan/shard.ts";
import { readManifest, readRows, writeManifest, writeRows } from "../store/store.ts";
import { UsageError } from "../terminal/usage_error.ts";

/** Milliseconds for one request to an isolate where only counts are asked for, at least. */
const COUNTS_DEADLINE_MS = 120_000;

/** What to bench and where to put it. */
export interface BenchOptions extends PlanOptions {
  /** Folder of the run. */
  readonly out: string;
  /** Seed of the synthetic lattices and of the order of the cells. */
  readonly seed: number;
  /** Keep the rows that are in the folder and run only what has none. */
  readonly resume: boolean;
  /** Decode and check every cell, time none: the run has no rounds. */
  readonly countsOnly?: boolean;
  /** Run only that part of the plan. */
  readonly shard?: Shard;
  /** The command that makes the run again. */
  readonly commandLine: string;
}

/** What came of a bench. */
export interface Judgement {
  /** One line for each cell with a wrong answer. */
  readonly wrong: readonly string[];
  /** One line for each cell that could not be measured or checked. */
  readonly incomplete: readonly string[];
  /** Commands that replay the wrong answers of this session. */
  readonly replays: readonly string[];
}

/**
 * Runs a plan into a folder: `rows.csv` and `manifest.json`. Nothing in the folder is touched
 * before the plan is known to be possible.
 *
 * @throws UsageError for a plan that is not, or rows of another machine or shard to resume from
 */
export async function bench(options: BenchOptions): Promise<Judgement> {
  const { out, seed, commandLine, suite, shard } = options;
  const asked = await makePlan(options);
  const whole = options.countsOnly ? withoutTimes(asked) : asked;
  const plan = shard === undefined ? whole : shardPlan(whole, shard);
  const { rounds } = plan.suite;
  const earlier = options.resume ? await readEarlier(out) : undefined;
  const done = earlier === undefined ? [] : completeRows(earlier.rows, rounds);
  const session = earlier?.manifest.sessions ?? 0;
  const manifest = await newManifest({
    commandLine,
    suite,
    seed,
    rounds,
    sessions: session + 1,
    plan: await planHash(whole, seed),
    ...(shard === undefined ? {} : { shard: formatShard(shard) }),
    cells: plan.datasets.reduce((sum, { cells }) => sum + cells.length, 0),
  });
  if (earlier !== undefined) refuseOthers(out, earlier.manifest, manifest);
  await writeRows(out, done);
  await writeSentenceTimes(out, earlier === undefined ? [] : await readSentenceTimes(out));
  await writeFirstUse(out, earlier === undefined ? [] : await readFirstUse(out));
  await writeManifest(out, manifest);
  const replays = await run(plan, { out, seed, session, done });
  return { ...judge(await readRows(out)), replays };
}

/** The machine may be busy: who is slow then is not to be given up. */
function withoutTimes({ suite, ...plan }: Plan): Plan {
  const deadlineMs = Math.max(suite.deadlineMs, COUNTS_DEADLINE_MS);
  return { ...plan, suite: { ...suite, rounds: 0, deadlineMs } };
}

/** Times of different machines are never pooled, and shards are put together by `merge`. */
function refuseOthers(out: string, earlier: Manifest, manifest: Manifest): void {
  if (earlier.merged !== undefined) {
    throw new UsageError(`Cannot resume ${out}: it was merged from other runs`);
  }
  if (earlier.shard !== manifest.shard) {
    const part = ({ shard }: Manifest) => shard === undefined ? "a whole plan" : `shard ${shard}`;
    throw new UsageError(`Cannot resume ${part(manifest)} in ${out}: it holds ${part(earlier)}`);
  }
  if ((earlier.rounds === 0) !== (manifest.rounds === 0)) {
    const kind = ({ rounds }: Manifest) => rounds === 0 ? "counts alone" : "times";
    throw new UsageError(
      `Cannot resume with ${kind(manifest)} in ${out}: it holds ${kind(earlier)}`,
    );
  }
  if (!isSameMachine(earlier.machine, manifest.machine)) {
    throw new UsageError(`Cannot resume ${out}: its rows were measured on another machine or Deno`);
  }
}

/** What the rows say is wrong or missing. Skipped cells are neither: they were not to be run. */
export function judge(rows: readonly Row[]): Pick<Judgement, "wrong" | "incomplete"> {
  const wrong = new Set<string>();
  const incomplete = new Set<string>();
  for (const { dataset, decoder, k, status, verdict, reason } of rows) {
    const cell = `${dataset}, ${decoder}, k = ${k}`;
    // A run may be a stranger's.
    const miss = (what: string) => incomplete.add(visible(`${cell}: ${what}`));
    if (verdict === "wrong") wrong.add(visible(cell));
    if (status === "timeout" || status === "error") miss(`${status}, ${reason}`);
    else if (status === "ok" && verdict === "unchecked") miss("unchecked");
  }
  return { wrong: [...wrong], incomplete: [...incomplete] };
}

async function readEarlier(out: string): Promise<{ rows: Row[]; manifest: Manifest } | undefined> {
  try {
    return { rows: await readRows(out), manifest: await readManifest(out) };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
