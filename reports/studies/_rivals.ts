/**
 * Decoder variants against each other on some sentences, each in a process of its own.
 *
 * @module
 */

import { Random } from "../../datasets/random.ts";
import { resolveVariant, variantArgument } from "../../harness/decoders/variant.ts";
import type { Variant } from "../../harness/decoders/load_decoder.ts";
import { findProblem } from "../../harness/plan/plan.ts";
import type { Description } from "../../harness/problems/contract.ts";
import type { SequenceSample } from "../../harness/problems/sequence/sample.ts";
import { LiveCell } from "../../harness/run/live_cell.ts";
import { openScratch } from "../../harness/isolate/scratch.ts";
import { openCells, timeRound, warmUpSlots } from "../../harness/run/measure.ts";
import { newWorkload, type Workload } from "../../harness/run/workload.ts";
import type { Clock } from "../../harness/store/rows.ts";
import type { LineOf } from "../../harness/store/table.ts";
import { type OF_DECODER, ofDecoder } from "./_corpora.ts";
import { WrongAnswerError } from "./contract.ts";

/** Milliseconds of a round of a variant. */
const BATCH_MS = 25;
/** Rounds in which the rivals are timed. */
const ROUNDS = 9;
/** Of what takes longer for one pass over all sentences, in milliseconds, one round is timed. */
const SLOW_MS = 20_000;
/** Milliseconds for one request in a probe: the hopeless are given up. */
const PROBE_DEADLINE_MS = 10_000;
const DEADLINE_MS = 120_000;
/** Milliseconds for the answers of the reference. */
const REFERENCE_DEADLINE_MS = 600_000;

/** A variant with its time for a sentence. */
export interface Probed {
  readonly variant: Variant<Description>;
  readonly sentenceMs: number;
}

/** The time of a variant in a round. */
export interface TimedRound extends LineOf<typeof OF_DECODER> {
  /** Number of the round, from 1. */
  readonly round: number;
  /** Milliseconds for a sentence. */
  readonly sentence_ms: number;
  /** Transition scores that were combined with a node score, a sentence. */
  readonly sentence_edges: number;
  /** The most memory that the process held, in MiB. */
  readonly peak_mb: number;
}

/** How long to time the rivals, and by which clock if they can be timed by it. */
interface Effort extends Readonly<Record<"deadlineMs" | "rounds" | "seed", number>> {
  readonly clock?: Clock;
}

/**
 * Times variants one after another, and gives up those that take long: those that are left, fastest
 * first.
 *
 * @throws WrongAnswerError if one is wrong
 */
export async function probe(
  sample: SequenceSample,
  variants: readonly Variant<Description>[],
  k: number,
): Promise<Probed[]> {
  return await withWorkload(sample, k, async (workload) => {
    const effort = { deadlineMs: PROBE_DEADLINE_MS, rounds: 1, seed: 0 };
    const probes: Probed[] = [];
    for (const variant of variants) {
      const [timed] = await race(workload, [variant], k, effort);
      if (timed !== undefined) probes.push({ variant, sentenceMs: timed.sentence_ms });
    }
    return probes.sort((a, b) => a.sentenceMs - b.sentenceMs);
  });
}

/**
 * Times variants on a sample, all in the same interleaved rounds, in a seeded random order within
 * each, so that their times can be paired. What is slow is timed in the first round alone.
 *
 * @throws WrongAnswerError if one is wrong
 */
export async function timeRivals(
  sample: SequenceSample,
  variants: readonly Variant<Description>[],
  k: number,
  seed: number,
  own: Partial<Effort> = {},
): Promise<TimedRound[]> {
  const effort = { deadlineMs: DEADLINE_MS, rounds: ROUNDS, seed, ...own };
  return await withWorkload(sample, k, (workload) => race(workload, variants, k, effort));
}

/** Does something with a sample whose lattices and right answers lie in a temporary folder. */
async function withWorkload<T>(
  sample: SequenceSample,
  k: number,
  use: (workload: Workload) => Promise<T>,
): Promise<T> {
  await using scratch = await openScratch();
  const problem = await findProblem("sequence");
  const { reference, decoders } = problem.value;
  const variant = resolveVariant(reference, await decoders());
  const asked = { variant, k, deadlineMs: REFERENCE_DEADLINE_MS };
  const workload = await newWorkload(problem, sample, scratch.path, asked);
  try {
    if (workload.reference !== undefined) return await use(workload);
    throw new Error(`Cannot check answers on ${sample.name}: ${reference} gave none, k = ${k}`);
  } finally {
    await workload.referee?.close();
  }
}

async function race(
  workload: Workload,
  variants: readonly Variant<Description>[],
  k: number,
  { deadlineMs, rounds, seed, clock = "decode" }: Effort,
): Promise<TimedRound[]> {
  // Only the time for a request is limited: all sentences are timed.
  const limits = { deadlineMs, passMs: Infinity, baselinePassMs: Infinity, batchMs: BATCH_MS };
  const cells = variants.map((variant) =>
    new LiveCell({ role: "rival", name: variant.name, variant, k }, variant.name, limits)
  );
  const random = new Random(seed);
  const times: TimedRound[] = [];
  try {
    await openCells(cells, workload, { process: 0, isTimed: true });
    for (const cell of cells) await refuseWrong(cell, workload);
    const slots = cells.map((cell) => ({
      cell,
      sentences: cell.sentences,
      clock: cell.clocks.includes(clock) ? clock : "decode" as const,
    }));
    await warmUpSlots(slots, workload);
    for (let round = 1; round <= rounds; round++) {
      const own = slots.filter((slot) => round === 1 || slot.cell.passMs(slot) <= SLOW_MS);
      const timed = await timeRound(own, workload, random);
      times.push(...timed.map(({ cell, sentences, elapsedMs }) => ({
        ...ofDecoder(cell.planned.variant),
        round,
        sentence_ms: elapsedMs / sentences,
        sentence_edges: cell.work.edgeEvaluations / sentences,
        peak_mb: cell.peakMb,
      })));
    }
  } finally {
    await Promise.all(cells.map((cell) => cell.close()));
  }
  return times;
}

async function refuseWrong(cell: LiveCell, workload: Workload): Promise<void> {
  const { planned: { name, variant, k }, checked: { verdict, defect } } = cell;
  if (verdict !== "wrong") return;
  const message = `${name} on ${workload.sample.name}: ${defect}`;
  throw new WrongAnswerError(message, variantArgument(variant), k, await cell.failing(workload));
}
