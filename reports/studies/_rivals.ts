/**
 * Decoder variants against each other on some sentences, each in a process of its own.
 *
 * @module
 */

import { Random } from "../../datasets/random.ts";
import { variantArgument } from "../../harness/plan/decoder_files.ts";
import { findProblem } from "../../harness/plan/plan.ts";
import { resolveVariant, type Variant } from "../../harness/decoders/variant.ts";
import type { Description } from "../../harness/problems/contract.ts";
import type { SequenceSample } from "../../harness/problems/sequence/sample.ts";
import { LiveCell } from "../../harness/run/live_cell.ts";
import { openScratch } from "../../harness/run/scratch.ts";
import { openCells, type TimedSlot, timeRound, warmUpSlots } from "../../harness/run/measure.ts";
import { newSubject, type Subject } from "../../harness/run/subject.ts";
import { type DecoderColumns, decoderColumns } from "./_corpora.ts";
import { WrongAnswerError } from "./contract.ts";

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

/** The time of a variant in a round on one of several samples. */
export interface TimedRound extends DecoderColumns {
  /** Which of the samples, from 0. */
  readonly sample: number;
  /** From 1 on. */
  readonly round: number;
  /** Milliseconds for a sentence. */
  readonly sentence_ms: number;
  /** Transition scores that were combined with a node score, a sentence. */
  readonly sentence_edges: number;
}

/** A variant on what it decodes. */
interface Entry {
  readonly variant: Variant<Description>;
  readonly subject: Subject;
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
 * @throws WrongAnswerError if one is wrong
 */
export async function probe(
  sample: SequenceSample,
  variants: readonly Variant<Description>[],
  k: number,
): Promise<Probed[]> {
  return await withSubjects([sample], k, async ([subject]) => {
    const effort = { deadlineMs: PROBE_DEADLINE_MS, rounds: 1, seed: 0 };
    const probes: Probed[] = [];
    for (const variant of variants) {
      const [timed] = await race([{ subject: subject!, variant }], k, effort);
      if (timed !== undefined) probes.push({ variant, sentenceMs: timed.sentence_ms });
    }
    return probes.sort((a, b) => a.sentenceMs - b.sentenceMs);
  });
}

/**
 * Times variants on samples, all in the same interleaved rounds, in a seeded random order within
 * each, so that their times can be paired. A sample that is given twice is a control.
 *
 * @throws WrongAnswerError if one is wrong
 */
export async function timeRivals(
  samples: readonly SequenceSample[],
  variants: readonly Variant<Description>[],
  k: number,
  seed: number,
): Promise<TimedRound[]> {
  return await withSubjects(samples, k, async (subjects) => {
    const entries = variants.flatMap((variant) =>
      subjects.map((subject) => ({ subject, variant }))
    );
    return await race(entries, k, { deadlineMs: DEADLINE_MS, rounds: ROUNDS, seed });
  });
}

/** Does something with samples whose lattices and right answers lie in temporary folders. */
async function withSubjects<T>(
  samples: readonly SequenceSample[],
  k: number,
  use: (subjects: readonly Subject[]) => Promise<T>,
): Promise<T> {
  const scratch = await openScratch();
  const subjects: Subject[] = [];
  try {
    for (const [i, sample] of samples.entries()) {
      const folder = `${scratch.path}/${i}`;
      await Deno.mkdir(folder);
      subjects.push(await subjectOf(sample, folder, k));
    }
    return await use(subjects);
  } finally {
    await Promise.all(subjects.map(({ referee }) => referee?.close()));
    await scratch.remove();
  }
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
  entries: readonly Entry[],
  k: number,
  { deadlineMs, rounds, seed }: Effort,
): Promise<TimedRound[]> {
  // Only the time for a request is limited: all sentences are timed.
  const limits = { deadlineMs, passMs: Infinity, baselinePassMs: Infinity, batchMs: BATCH_MS };
  const running = entries.map(({ subject, variant }) => ({
    subject,
    cell: new LiveCell({ role: "rival", name: variant.name, variant, k }, variant.name, limits),
  }));
  const subjects = [...new Set(entries.map(({ subject }) => subject))];
  const sampleOf = new Map(running.map(({ cell, subject }) => [cell, subjects.indexOf(subject)]));
  const random = new Random(seed);
  const times: TimedRound[] = [];
  try {
    for (const own of subjects) {
      const cells = running.filter(({ subject }) => subject === own).map(({ cell }) => cell);
      await openCells(cells, own, 0);
    }
    for (const { cell, subject } of running) await refuseWrong(cell, subject);
    const slots = running.map(({ cell }) => ({
      cell,
      sentences: cell.sentences,
      clock: "decode" as const,
    }));
    const slotsOf = (own: Subject) =>
      slots.filter(({ cell }) => sampleOf.get(cell) === subjects.indexOf(own));
    for (const own of subjects) await warmUpSlots(slotsOf(own), own);
    for (let round = 1; round <= rounds; round++) {
      const timed: TimedSlot[] = [];
      for (const own of random.shuffle([...subjects])) {
        timed.push(...await timeRound(slotsOf(own), own, random));
      }
      for (const { cell, sentences, elapsedMs } of timed) {
        times.push({
          ...decoderColumns(cell.planned.variant),
          round,
          sentence_ms: elapsedMs / sentences,
          sample: sampleOf.get(cell)!,
          sentence_edges: cell.work.edgeEvaluations / sentences,
        });
      }
    }
  } finally {
    await Promise.all(running.map(({ cell }) => cell.close()));
  }
  return times;
}

async function refuseWrong(cell: LiveCell, subject: Subject): Promise<void> {
  const { planned: { name, variant, k }, checked: { verdict, defect } } = cell;
  if (verdict !== "wrong") return;
  const message = `${name} on ${subject.sample.name}: ${defect}`;
  throw new WrongAnswerError(message, variantArgument(variant), k, await cell.failing(subject));
}
