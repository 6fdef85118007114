/**
 * Decoder variants against each other on some sentences, each in a process of its own.
 *
 * @module
 */

import { Random } from "../../datasets/random.ts";
import { variantArgument } from "../plan/decoder_files.ts";
import { findProblem } from "../plan/discover.ts";
import { resolveVariant, type Variant } from "../plan/variant.ts";
import type { Description } from "../problems/contract.ts";
import type { SequenceSample } from "../problems/sequence/sample.ts";
import { LiveCell } from "../run/live_cell.ts";
import { openCells, timeRound, warmUpSlots } from "../run/measure.ts";
import { newSubject, type Subject } from "../run/subject.ts";
import { type DecoderColumns, decoderColumns } from "./_decoder_columns.ts";
import { WrongAnswerError } from "./wrong_answer.ts";

/** Milliseconds of a round of a variant. */
const BATCH_MS = 25;
/** Rounds in which the rivals are timed. */
const ROUNDS = 9;
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
export interface TimedRound extends DecoderColumns {
  /** From 1 on. */
  readonly round: number;
  /** Milliseconds for a sentence. */
  readonly sentence_ms: number;
}

/** How long to time the rivals. */
interface Effort {
  readonly deadlineMs: number;
  readonly rounds: number;
  readonly seed: number;
}

/**
 * Times variants one after another, and gives up those that take long: those that are left, fastest
 * first.
 *
 * @param folder for the lattices
 * @throws WrongAnswerError as `timeRivals`
 */
export async function probe(
  sample: SequenceSample,
  folder: string,
  variants: readonly Variant<Description>[],
  k: number,
): Promise<Probed[]> {
  const subject = await subjectOf(sample, folder, k);
  const probes: Probed[] = [];
  for (const variant of variants) {
    const effort = { deadlineMs: PROBE_DEADLINE_MS, rounds: 1, seed: 0 };
    const [timed] = await race(subject, [variant], k, effort);
    if (timed !== undefined) probes.push({ variant, sentenceMs: timed.sentence_ms });
  }
  return probes.sort((a, b) => a.sentenceMs - b.sentenceMs);
}

/**
 * Times variants in interleaved rounds, in a seeded random order within each.
 *
 * @param folder for the lattices
 * @throws WrongAnswerError if one is wrong
 */
export async function timeRivals(
  sample: SequenceSample,
  folder: string,
  variants: readonly Variant<Description>[],
  k: number,
  seed: number,
): Promise<TimedRound[]> {
  const subject = await subjectOf(sample, folder, k);
  return await race(subject, variants, k, { deadlineMs: DEADLINE_MS, rounds: ROUNDS, seed });
}

async function subjectOf(sample: SequenceSample, folder: string, k: number): Promise<Subject> {
  const problem = await findProblem("sequence");
  const { reference, decoders } = problem.value;
  const variant = resolveVariant(reference, await decoders());
  const deadlineMs = REFERENCE_DEADLINE_MS;
  const subject = await newSubject(problem, sample, folder, { variant, k, deadlineMs });
  if (subject.reference !== undefined) return subject;
  throw new Error(`Cannot check answers on ${sample.name}: ${reference} gave none, k = ${k}`);
}

async function race(
  subject: Subject,
  variants: readonly Variant<Description>[],
  k: number,
  { deadlineMs, rounds, seed }: Effort,
): Promise<TimedRound[]> {
  // Only the time for a request is limited: all sentences are timed.
  const limits = { deadlineMs, passMs: Infinity, baselinePassMs: Infinity, batchMs: BATCH_MS };
  const cells = variants.map((variant) =>
    new LiveCell({ role: "rival", name: variant.name, variant, k }, variant.name, limits)
  );
  const random = new Random(seed);
  const times: TimedRound[] = [];
  try {
    await openCells(cells, subject, 0);
    for (const cell of cells) await refuseWrong(cell, subject);
    const slots = cells.map((cell) => ({
      cell,
      sentences: cell.sentences,
      clock: "decode" as const,
    }));
    await warmUpSlots(slots);
    for (let round = 1; round <= rounds; round++) {
      for (const { cell, sentences, elapsedMs } of await timeRound(slots, random)) {
        times.push({
          ...decoderColumns(cell.planned.variant),
          round,
          sentence_ms: elapsedMs / sentences,
        });
      }
    }
  } finally {
    await Promise.all(cells.map((cell) => cell.close()));
  }
  return times;
}

async function refuseWrong(cell: LiveCell, subject: Subject): Promise<void> {
  const { planned: { name, variant, k }, checked: { verdict, defect } } = cell;
  if (verdict !== "wrong") return;
  const message = `${name} on ${subject.sample.name}: ${defect}`;
  throw new WrongAnswerError(message, variantArgument(variant), k, await cell.failing(subject));
}
