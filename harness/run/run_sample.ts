/**
 * Running the cells of one dataset in interleaved rounds, in fresh processes.
 *
 * @module
 */

import { Random } from "../../datasets/random.ts";
import { brief } from "../../datasets/visible.ts";
import { variantArgument } from "../decoders/variant.ts";
import { sampleHash } from "../store/key.ts";
import type { Sample } from "../problems/contract.ts";
import { type Clock, type Row, ROWS } from "../store/rows.ts";
import { SENTENCES, timesSentences } from "../store/side_tables.ts";
import { lastRows } from "../store/whole_cells.ts";
import {
  logFile,
  type RunOptions,
  writeAnswers,
  writeFailing,
  writeLogs,
  writeTraces,
} from "./outputs.ts";
import type { TimingCore } from "../isolate/timing_core.ts";
import type { LiveCell } from "./live_cell.ts";
import { openCells, timeAlone, type TimedSlot, timeRound, warmUpSlots } from "./measure.ts";
import { dueCells, roundsByProcess, slowRounds, timedSlots } from "./schedule.ts";
import { runFirstUse } from "./run_first_use.ts";
import type { Suite } from "../plan/contract.ts";
import type { Workload } from "./workload.ts";

/** What a round times, as progress names it. */
const CLOCKS: Readonly<Record<Clock, string>> = {
  decode: "decoding",
  memory64: "decoding from float64 memory",
  memory32: "decoding from float32 memory",
};
/** Shares of a process that opening and warming up take of its time, about. */
const OPENING = 0.3;
const WARMING = 0.3;
/** Characters of the reason in a row: a decoder may say megabytes. */
const MOST_REASON = 500;

/** Cells whose isolates are alive together. */
export interface CellGroup {
  /** Counts the groups of a dataset. */
  readonly group: number;
  /** The baseline for each k is among them. */
  readonly cells: readonly LiveCell[];
  /** Those that were in no group before: a first use and single sentences are timed once. */
  readonly once: readonly LiveCell[];
}

/** How to measure the cells of a group. */
export interface Effort extends Pick<Suite, "rounds" | "processes" | "firstUse"> {
  /** Whether to tell how cells come to their answers. */
  readonly isTraced: boolean;
  /** @param share of the whole that is behind */
  say(what: string, share: number): void;
  /** Prints a line that stays. */
  note(what: string): void;
}

/**
 * Checks all cells in a first process each, follows the first use of some in others, and times all
 * in rounds, which several fresh processes share: a row for each cell, clock and round. In the last
 * process the sentences of some cells are timed one by one. What was not timed to the end has one
 * row that says why. Without rounds cells are checked, and each has a row.
 *
 * The rows of the last round, and those without one, are written when all else is: a cell without
 * them is not whole.
 *
 * @returns for each wrong cell a command that replays it
 */
export async function runSample(
  workload: Workload,
  { group, cells, once }: CellGroup,
  { rounds, processes, firstUse, isTraced, say, note }: Effort,
  { out, seed, session, core }: RunOptions,
): Promise<string[]> {
  const { sample } = workload;
  const replays: string[] = [];
  const last: Row[] = [];
  const random = new Random(seed, session);
  const shares = roundsByProcess(rounds, processes);
  const slow = slowRounds(rounds, processes);
  const traced = isTraced ? once : [];
  for (const [process, own] of shares.entries()) {
    const report = (what: string, share: number) =>
      say(`process ${process + 1} of ${shares.length}, ${what}`, (process + share) / shares.length);
    const trace = () =>
      writeTraces(traced, workload, { out, session }, (name) => report(`tracing ${name}`, 1));
    try {
      const open = process === 0 ? cells : dueCells(cells, own, slow);
      const how = { process, isTimed: rounds > 0 };
      await openCells(open, workload, how, ({ planned: { name, k } }, share) => {
        report(`${process === 0 ? "checking" : "starting"} ${name}, k = ${k}`, share * OPENING);
      });
      if (process === 0) {
        replays.push(...await replaysOf(cells, workload, out));
        await writeAnswers(once, { out, session });
      }
      if (rounds === 0) {
        await trace();
        break;
      }
      if (process === 0 && firstUse !== undefined) {
        const say = (what: string) => report(what, OPENING);
        const how = { plan: firstUse, processes, random, out, session, say };
        await runFirstUse(once, workload, how);
      }
      const share = { own, rounds, slow, core, random, report };
      await timeProcess(open, workload, share, async (round, timed) => {
        const rows = timed.map((slot) => ({
          ...newRow(slot.cell.ownOf(workload), slot.cell, session, group),
          ...{ round, process },
          ...timing(sample, slot),
        }));
        if (round === rounds) last.push(...rows);
        else await ROWS.append(out, rows);
      });
      if (process === shares.length - 1) {
        report("sentence by sentence", 1);
        await timeSentences(once, workload, { out, session, core });
        await trace();
      }
    } finally {
      await Promise.all(cells.map((cell) => cell.close()));
    }
  }
  for (const path of await writeLogs(out, sample.name, cells)) {
    note(`what a decoder printed is in ${path}`);
  }
  const untimed = cells.filter(({ isAlive }) => !isAlive || rounds === 0);
  // Who failed after the last round has none.
  const isOf = (row: Row) => ({ key, planned: { role } }: LiveCell) =>
    row.key === key && row.role === role;
  const rows = last.filter((row) => !untimed.some(isOf(row)));
  rows.push(...untimed.map((cell) => newRow(cell.ownOf(workload), cell, session, group)));
  await ROWS.append(out, lastRows(rows));
  return replays;
}

/** What is measured in one process of each cell. */
interface Share {
  /** Its rounds, and the number of those in all processes. */
  readonly own: readonly number[];
  readonly rounds: number;
  /** Which of them all are for slow cells too. */
  readonly slow: ReadonlySet<number>;
  /** The core that what is timed is kept on. */
  readonly core: TimingCore | undefined;
  /** Draws the order within each round. */
  readonly random: Random;
  report(what: string, share: number): void;
}

/**
 * Warms cells up and times them in the rounds of a process; slow ones in a few of all rounds.
 */
async function timeProcess(
  cells: readonly LiveCell[],
  workload: Workload,
  { own, rounds, slow, core, random, report }: Share,
  onRound: (round: number, timed: readonly TimedSlot[]) => Promise<void>,
): Promise<void> {
  const slots = timedSlots(cells);
  await warmUpSlots(slots, workload, ({ planned: { name } }, share) => {
    report(`warming up ${name}`, OPENING + share * WARMING);
  });
  for (const cell of cells) if (core !== undefined) await cell.keepOn(core);
  for (const [at, round] of own.entries()) {
    const due = slots.filter((slot) => slow.has(round) || !slot.cell.isSlow(slot));
    const clocks = [...new Set(due.map(({ clock }) => CLOCKS[clock]))];
    const share = OPENING + WARMING + (1 - OPENING - WARMING) * at / own.length;
    report(`round ${round} of ${rounds}: ${clocks.join(", ")}`, share);
    await onRound(round, await timeRound(due, workload, random, core));
  }
}

/** Commands that replay what is wrong, after the files that they need are written. */
async function replaysOf(
  cells: readonly LiveCell[],
  workload: Workload,
  out: string,
): Promise<string[]> {
  const replays: string[] = [];
  for (const cell of cells.filter(({ checked }) => checked.verdict === "wrong")) {
    const { planned: { name, k, variant }, checked: { defect } } = cell;
    const dataset = workload.sample.name;
    const file = `${dataset}-${name}-k${k}`;
    const write = await cell.failing(workload);
    const replay = await writeFailing(out, file, variantArgument(variant), k, write);
    replays.push(`${name} is wrong on ${dataset} for k = ${k}: ${defect}\n  ${replay}`);
  }
  return replays;
}

/** Times the sentences of the cells that `timesSentences` chooses one by one. */
async function timeSentences(
  cells: readonly LiveCell[],
  workload: Workload,
  { out, session, core }: Pick<RunOptions, "out" | "session" | "core">,
): Promise<void> {
  const { problem, sample: { family, indices, lengths } } = workload;
  const chosen = cells.filter(({ planned: { name, role, variant, k } }) =>
    timesSentences({
      ...{ problem: problem.value.name, family, role, k },
      ...{ decoder: name, decoder_base: variant.decoder.name },
    })
  );
  for (const [{ key }, times] of await timeAlone(chosen, workload, core)) {
    await SENTENCES.append(
      out,
      times.map((elapsed_ms, i) => ({
        ...{ key, session, sentence: indices[i]!, length: lengths[i]!, elapsed_ms },
      })),
    );
  }
}

function newRow(
  { problem, sample }: Workload,
  cell: LiveCell,
  session: number,
  group: number,
): Row {
  const { planned: { role, name, variant, k }, checked, work } = cell;
  return {
    key: cell.key,
    session,
    group,
    round: 0,
    process: 0,
    clock: "decode",
    problem: problem.value.name,
    dataset: sample.name,
    dataset_base: sample.base,
    dataset_settings: sample.settings,
    family: sample.family,
    labels: sample.size,
    pack: sample.hash,
    sample: sampleHash(sample.indices),
    decoder: name,
    decoder_base: variant.decoder.name,
    options: variant.options,
    role,
    exact: variant.decoder.exact,
    k,
    status: cell.status,
    verdict: checked.verdict,
    compared: checked.evidence?.compared ?? "nothing",
    tolerance: checked.evidence?.tolerance ?? 0,
    reason: brief(cell.reason, MOST_REASON) +
      (cell.isAlive || cell.log === "" ? "" : `; see ${logFile(sample.name, cell)}`),
    sentences: sample.lengths.length,
    exact_share: checked.exactShare,
    mean_gap: checked.meanGap,
    gold_tokens: checked.goldTokens,
    right_tokens: checked.rightTokens,
    timed_sentences: 0,
    timed_tokens: 0,
    passes: 0,
    elapsed_ms: 0,
    prepare_ms: cell.prepareMs,
    peak_mb: cell.peakMb,
    iterations: work.iterations,
    node_expansions: work.nodeExpansions,
    edge_evaluations: work.edgeEvaluations,
    reference_edges: sample.referenceEdges,
  };
}

function timing(
  { lengths }: Sample,
  { clock, sentences, elapsedMs, passes }: TimedSlot,
): Pick<Row, "clock" | "timed_sentences" | "timed_tokens" | "passes" | "elapsed_ms"> {
  return {
    clock,
    timed_sentences: sentences,
    timed_tokens: lengths.slice(0, sentences).reduce((sum, length) => sum + length, 0),
    passes,
    elapsed_ms: elapsedMs,
  };
}
