/**
 * The measuring steps: cells on the same sentences are opened, warmed up and timed in rounds.
 *
 * @module
 */

import type { Random } from "../../datasets/random.ts";
import { Contents, secretRandom } from "../problems/contents.ts";
import { judgeTimed, type TimedAnswers } from "./judge_timed.ts";
import type { LiveCell } from "./live_cell.ts";
import type { TimingCore } from "../isolate/timing_core.ts";
import { ALONE, SENTENCE_PASSES } from "../store/side_tables.ts";
import { batchesOf, medianOf, type Slot, timedSentences } from "./schedule.ts";
import { contentsFile, NO_OVERHEAD, type Overhead, type Workload } from "./workload.ts";

/** Cells that are opened, checked and warmed up side by side; what is timed runs alone. */
const LANES = 2;
/** Answers to a batch, at most: their memory is there before it begins. */
const MOST_ANSWERS = 2 ** 15;
/** Milliseconds of a batch of one sentence, about. */
const ALONE_MS = 0.5;
/** Sentences that are judged of those that are timed one by one: half of them. */
const JUDGED_ALONE = ALONE / 2;
/** Passes of a batch that shows what a pass over one sentence takes besides decoding. */
const OVERHEAD_PASSES = 128;

/** What a slot gave in a round. */
export interface TimedSlot extends Slot<LiveCell> {
  /** Milliseconds for one pass over the sentences. */
  readonly elapsedMs: number;
  readonly passes: number;
}

/** Is called before work on each item begins, with the share of items that are behind. */
export type Begin<T> = (item: T, share: number) => void;

/**
 * Opens cells in their first process and checks their answers, or opens them in a later one; those
 * that are not to be timed are closed as soon as they are checked.
 */
export async function openCells(
  cells: readonly LiveCell[],
  workload: Workload,
  { process, isTimed }: { readonly process: number; readonly isTimed: boolean },
  begin: Begin<LiveCell> = () => {},
): Promise<void> {
  await sideBySide(cells, async (cell) => {
    await cell.open(workload, process);
    if (!isTimed) await cell.close();
  }, begin);
}

/** Warms cells up for what they are timed by, the slots of a cell one after another. */
export async function warmUpSlots(
  slots: readonly Slot<LiveCell>[],
  workload: Workload,
  begin: Begin<LiveCell> = () => {},
): Promise<void> {
  const alive = slots.filter(({ cell }) => cell.isAlive);
  for (const [sentences, all] of Map.groupBy(alive, (slot) => slot.sentences)) {
    // The same for all, again and again: how long a batch is decides nothing else.
    const variants = mostVariants(sentences);
    const contents = new Contents(workload.sample, range(sentences), variants);
    await contents.write(contentsFile(workload));
    const batchOf = (passes: number) => contents.batch(0, sentences, range(passes));
    const byCell = Map.groupBy(all, ({ cell }) => cell);
    await sideBySide([...byCell.keys()], async (cell) => {
      for (const slot of byCell.get(cell)!) await cell.warmUp(slot, variants, batchOf);
    }, begin);
  }
}

/**
 * Times each slot in a few batches, on contents that nobody has seen: those of one clock and number
 * of sentences are the same for all. One batch of each slot follows another in a random order, so
 * that slow changes of the machine hit all alike, and what hits one batch alone counts for nothing:
 * the time of a slot is the median of its batches. Those beside which the core was slow are timed
 * again, a few times at most, and count only if all were. Then the answers are judged: those of
 * cells that failed are left out.
 *
 * @param core that they are kept on; without one nothing is taken for slow
 */
export async function timeRound(
  slots: readonly Slot<LiveCell>[],
  workload: Workload,
  random: Random,
  core?: TimingCore,
): Promise<TimedSlot[]> {
  const measured: TimedSlot[] = [];
  const groups = Map.groupBy(
    slots.filter((slot) => slot.cell.passes(slot) > 0),
    ({ sentences, clock }) => `${sentences} ${clock}`,
  );
  for (const group of random.shuffle([...groups.values()])) {
    measured.push(...await timeTogether(group, workload, random, core));
  }
  return measured;
}

/** Slots of one clock and number of sentences. */
async function timeTogether(
  slots: readonly Slot<LiveCell>[],
  workload: Workload,
  random: Random,
  core?: TimingCore,
): Promise<TimedSlot[]> {
  const [{ sentences, clock }] = slots as [Slot<LiveCell>];
  const most = Math.max(...slots.map((slot) => slot.cell.passes(slot)));
  const variants = batchesOf(most).most * most;
  const contents = new Contents(workload.sample, range(sentences), variants);
  await contents.write(contentsFile(workload));
  const secret = secretRandom();
  const order = secret.shuffle(range(variants));
  const overheads = new Map<number, Overhead | undefined>();
  for (const k of new Set(slots.map(({ cell }) => cell.planned.k))) {
    overheads.set(k, await overheadOf(workload, contents, sentences, k, most));
  }
  const timed = slots.map((slot) => {
    const passes = slot.cell.passes(slot);
    const { needed, most } = batchesOf(passes);
    const batches = [...secret.shuffle(range(needed)), ...range(most).slice(needed)];
    const times = { fast: [] as number[], slow: [] as number[] };
    return { slot, passes, needed, batches, times, answers: [] as TimedAnswers[] };
  });
  let isFast = await core?.isFast() ?? true;
  for (const turn of range(batchesOf(most).most)) {
    const due = timed.filter(({ needed, batches, times: { fast } }) =>
      fast.length < needed && turn < batches.length
    );
    for (const { slot: { cell }, passes, batches, times, answers } of random.shuffle(due)) {
      if (!cell.isAlive) continue;
      // All have the first in common, and none knows in which batch and where in it that is. What
      // is timed again is not judged: too seldom to move the median of the rounds.
      const first = batches[turn]! * passes;
      const variants = secret.shuffle(order.slice(first, first + passes));
      const batch = contents.batch(0, sentences, variants);
      const wasFast = isFast;
      const reply = await cell.time(clock, batch, overheads.get(cell.planned.k));
      isFast = await core?.isFast() ?? true;
      if (reply === undefined) continue;
      times[wasFast && isFast ? "fast" : "slow"].push(reply.elapsedMs / passes);
      if (first === 0) answers.push({ cell, batch, variants, parts: reply.parts });
    }
  }
  const answered = timed.flatMap(({ slot: { cell }, answers }) => cell.isAlive ? answers : []);
  await judgeTimed(workload, contents, answered, order[0]!, clock);
  return timed.filter(({ slot: { cell } }) => cell.isAlive)
    .map(({ slot, passes, times: { fast, slow } }) => ({
      ...{ ...slot, passes, elapsedMs: medianOf(fast.length > 0 ? fast : slow) },
    }));
}

/**
 * Times the first sentences of cells with k = 1 one by one, sentence after sentence, unless a cell
 * is timed on fewer: each cell in batches of its own, on contents that nobody has seen and that
 * are the same for all. Answers to some of them, in a pass and a variant that nobody knew, are
 * judged. A sentence beside which the core was slow is timed once more, in all cells, and that
 * counts.
 *
 * @param core as for `timeRound`
 * @returns medians in milliseconds by sentence, of the cells that have not failed
 */
export async function timeAlone(
  cells: readonly LiveCell[],
  workload: Workload,
  core?: TimingCore,
): Promise<Map<LiveCell, readonly number[]>> {
  const secret = secretRandom();
  const alone = cells.filter((cell) => cell.isAlive && timedSentences(cell) >= ALONE)
    .map((cell) => aloneOf(cell, workload));
  const count = alone.length > 0 ? ALONE : 0;
  const judged = new Set(secret.shuffle(range(count)).slice(0, JUDGED_ALONE));
  const time = async (sentence: number) => {
    const due = alone.filter(({ cell }) => cell.isAlive);
    const most = Math.max(...due.map(({ passes, variantsOf }) => passes * variantsOf(sentence)));
    const variants = Math.max(OVERHEAD_PASSES, 1 + most);
    const contents = new Contents(workload.sample, [sentence], variants);
    await contents.write(contentsFile(workload));
    const overhead = await overheadOf(workload, contents, 1, 1, OVERHEAD_PASSES);
    const [common = 0, ...order] = secret.shuffle(range(variants));
    const judgedPass = judged.has(sentence) ? secret.integer(SENTENCE_PASSES) : undefined;
    const answered: TimedAnswers[] = [];
    for (const { cell, passes, variantsOf, medians } of secret.shuffle(due)) {
      const size = variantsOf(sentence);
      const own: number[] = [];
      for (const pass of range(passes)) {
        const variants = order.slice(pass * size, (pass + 1) * size);
        const isJudged = judgedPass !== undefined && pass === judgedPass % passes;
        if (isJudged) variants[secret.integer(size)] = common;
        const batch = contents.batch(0, 1, variants);
        const timed = await cell.time("decode", batch, overhead);
        if (timed === undefined) break;
        own.push(timed.elapsedMs / size);
        if (isJudged) answered.push({ cell, batch, variants, parts: timed.parts });
      }
      medians[sentence] = medianOf(own);
    }
    await judgeTimed(workload, contents, answered, common, "decode");
  };
  for (const sentence of range(count)) {
    const wasFast = await core?.isFast() ?? true;
    await time(sentence);
    const isFast = await core?.isFast() ?? true;
    if (!wasFast || !isFast) await time(sentence);
  }
  const whole = alone.filter(({ cell }) => cell.isAlive);
  return new Map(whole.map(({ cell, medians }) => [cell, medians]));
}

/** In how many passes and variants of each the sentences of a cell are timed one by one. */
function aloneOf(cell: LiveCell, { sample: { lengths } }: Workload) {
  const timed = timedSentences(cell);
  const timing = { sentences: timed, clock: "decode" } as const;
  const positions = lengths.slice(0, timed).reduce((sum, length) => sum + length, 0);
  const positionMs = cell.passMs(timing) / positions;
  return {
    cell,
    passes: cell.isSlow(timing) ? 1 : SENTENCE_PASSES,
    variantsOf: (sentence: number) => {
      const guess = Math.ceil(ALONE_MS / (positionMs * lengths[sentence]!));
      return Math.max(1, Math.min(MOST_ANSWERS, guess));
    },
    medians: [] as number[],
  };
}

/** What a batch takes besides decoding; nothing is taken off where there never was a reference. */
async function overheadOf(
  { referee }: Workload,
  contents: Contents,
  sentences: number,
  k: number,
  variants: number,
): Promise<Overhead | undefined> {
  const batchOf = (passes: number) => contents.batch(0, sentences, range(passes));
  return referee === undefined ? NO_OVERHEAD : await referee.overhead(k, batchOf, variants);
}

/** Passes over so many sentences, at most. */
function mostVariants(sentences: number): number {
  return Math.max(1, Math.floor(MOST_ANSWERS / sentences));
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

/**
 * Does the work for each item, in their order, for so many at a time as there are cores: at most
 * two. When it throws for one, no other is begun, and those that are being worked on are waited
 * for: whoever cleans up afterwards finds all that there is.
 */
async function sideBySide<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  begin: Begin<T>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const item = items[next]!;
      begin(item, next++ / items.length);
      try {
        await work(item);
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  };
  const lanes = Array.from({ length: Math.min(LANES, navigator.hardwareConcurrency) }, lane);
  const ended = await Promise.allSettled(lanes);
  for (const lane of ended) if (lane.status === "rejected") throw lane.reason;
}
