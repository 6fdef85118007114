/**
 * A bench: a plan run into a folder, resumed if asked, and judged.
 *
 * @module
 */

import { visible } from "../../datasets/visible.ts";
import { formatShard, type Manifest, newManifest, type Shard } from "../store/manifest.ts";
import {
  makePlan,
  planHash,
  plannedCells,
  type PlanOptions,
  planSummary,
  shardPlan,
  sourceHashes,
} from "../plan/plan.ts";
import type { Plan } from "../plan/contract.ts";
import { cellName } from "../store/compare.ts";
import { holding } from "../store/folder.ts";
import { type Row, ROWS } from "../store/rows.ts";
import { TimingCore } from "../isolate/timing_core.ts";
import { ConditionLog } from "./conditions.ts";
import { run } from "./run.ts";
import { measuredCells, requireSameRun } from "../store/resume.ts";
import { readManifest, readRun, type Run, writeManifest, writeRun } from "../store/store.ts";
import { hasTable } from "../store/table_file.ts";
import { withRows } from "../store/whole_cells.ts";
import { given, UsageError } from "../terminal/usage_error.ts";
import { join } from "node:path";

/** Milliseconds for one request to an isolate where only counts are asked for, at least. */
const COUNTS_DEADLINE_MS = 120_000;

/** Cells that a note names. */
const MOST_SHOWN = 3;

/** The tables of a run that begins. */
const NOTHING = { rows: [], sentences: [], firstUse: [] };

/** What to bench and where to put it. */
export interface BenchOptions extends PlanOptions {
  /** Folder of the run. */
  readonly out: string;
  /** Seed of the synthetic lattices and of the order of the cells. */
  readonly seed: number;
  /** Go on with the run in the folder, if there is one: measure only what has no rows. */
  readonly resume: boolean;
  /** Names the cells of a run that is gone on with that are measured again. */
  readonly again?: (rows: readonly Row[]) => ReadonlySet<string>;
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
 * before the plan is known to be possible; then a line on standard error says what it holds. Where
 * other lattices are found than rows are of, before anything is measured, it is told of as it was.
 *
 * A run that is gone on with keeps the rows of cells that are not in the plan any more; they are
 * neither measured again nor missed.
 *
 * @throws UsageError for a plan that is not, for a folder of files that belong to no run, and for a
 * run to resume that was begun with other settings, see `requireSameRun`
 */
export async function bench(options: BenchOptions): Promise<Judgement> {
  const { out, seed, commandLine, suite, sentences, shard } = options;
  const asked = await makePlan(options);
  const whole = options.countsOnly ? withoutTimes(asked) : asked;
  const plan = shard === undefined ? whole : shardPlan(whole, shard);
  const held = await given(holding(out));
  const planned = new Set(plannedCells(plan));
  const found = options.resume && held !== "nothing" ? await given(readBegun(out)) : undefined;
  const again = planned.intersection(options.again?.(found?.rows ?? []) ?? new Set<string>());
  const begun = found &&
    withRows(found, found.rows.filter((row) => !again.has(cellName(row))));
  const session = begun?.manifest.sessions ?? 0;
  const earlier = new Set(begun?.rows.map(cellName));
  const left = [...earlier.difference(planned)];
  const sources = await sourceHashes(whole);
  const manifest = await newManifest({
    commandLine,
    suite,
    ...problemOf(plan),
    seed,
    ...(sentences === undefined ? {} : { sentences }),
    rounds: plan.suite.rounds,
    sessions: session + 1,
    ...(begun === undefined ? followed(plan) : goingOn(begun)),
    plan: planHash(whole, sources, seed),
    ...(shard === undefined ? {} : { shard: formatShard(shard) }),
    cells: planned.size + left.length,
  });
  if (begun !== undefined) requireSameRun(begun, manifest);
  console.error(planSummary(plan, measuredCells(begun?.rows ?? [], sources)));
  if (again.size > 0) console.error(`note: ${again.size} cells are measured again`);
  if (left.length > 0) {
    const more = left.length > MOST_SHOWN ? `; and ${left.length - MOST_SHOWN} more` : "";
    const shown = visible(left.slice(0, MOST_SHOWN).join("; "));
    console.error(`note: rows stay of cells that are not asked for now: ${shown}${more}`);
  }
  await writeRun(out, { ...(begun ?? NOTHING), manifest }, begun === undefined);
  const core = plan.suite.rounds === 0 ? undefined : await TimingCore.open();
  const log = new ConditionLog(core, found?.manifest.conditions);
  // After each dataset: a session that is ended leaves the conditions of those before, and its own.
  const keep = async () =>
    await writeManifest(out, { ...manifest, conditions: await log.conditions() });
  await keep();
  const replays = await run(plan, { out, seed, session, sources, core }, keep)
    .catch(async (error) => {
      const isOld = ({ session: own }: Row) => own < session;
      if (found && error instanceof UsageError && (await ROWS.read(out)).every(isOld)) {
        await writeManifest(out, found.manifest);
      }
      throw error;
    })
    .finally(() => core?.close());
  const measured = await ROWS.read(out);
  const { wrong } = judge(measured);
  const { incomplete } = judge(measured.filter((row) => planned.has(cellName(row))));
  const missing = planned.difference(new Set(measured.map(cellName)));
  const unmeasured = Array.from(missing, (cell) => `${cell}: no row`);
  return { wrong, incomplete: [...incomplete, ...unmeasured], replays };
}

/** The machine may be busy: who is slow then is not to be given up. */
function withoutTimes({ suite, ...plan }: Plan): Plan {
  const deadlineMs = Math.max(suite.deadlineMs, COUNTS_DEADLINE_MS);
  return { ...plan, suite: { ...suite, rounds: 0, deadlineMs } };
}

/** What the rows say is wrong or missing. Skipped cells are neither: they were not to be run. */
export function judge(rows: readonly Row[]): Pick<Judgement, "wrong" | "incomplete"> {
  const wrong = new Set<string>();
  const incomplete = new Set<string>();
  for (const { dataset, decoder, k, status, verdict, reason } of rows) {
    const cell = cellName({ dataset, decoder, k });
    // A run may be a stranger's.
    const miss = (what: string) => incomplete.add(visible(`${cell}: ${what}`));
    if (verdict === "wrong") wrong.add(visible(cell));
    if (status === "timeout" || status === "error") miss(`${status}, ${reason}`);
    else if (status === "ok" && verdict === "unchecked") miss("unchecked");
  }
  return { wrong: [...wrong], incomplete: [...incomplete] };
}

/** A run to go on with; one that was killed before it had tables has measured nothing. */
async function readBegun(dir: string): Promise<Run> {
  if (await hasTable(join(dir, "rows.csv"))) return await readRun(dir, true);
  return { dir, manifest: await readManifest(dir), ...NOTHING };
}

/** What the rows of earlier sessions have is needed of all. */
function goingOn({ manifest }: Run): Pick<Manifest, "earlier" | "firstUse"> {
  const { commandLine, startedAt, commit, dirty, earlier = [], firstUse } = manifest;
  return {
    ...(firstUse === undefined ? {} : { firstUse }),
    earlier: [...earlier, { commandLine, startedAt, commit, dirty }],
  };
}

/** Runs of label sequences are older than other kinds of problems. */
function problemOf({ suite: { problem } }: Plan): Pick<Manifest, "problem"> {
  return problem === "sequence" ? {} : { problem };
}

function followed({ suite: { firstUse, processes, rounds } }: Plan) {
  if (firstUse === undefined || rounds === 0) return {};
  return { firstUse: { decoders: firstUse.decoders, processes } };
}
