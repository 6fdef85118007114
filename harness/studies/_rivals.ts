/**
 * Decoder variants against each other on some sentences, each in a process of its own.
 *
 * @module
 */

import { Random } from "../../datasets/random.ts";
import { Isolate } from "../run/isolate.ts";
import { LiveCell } from "../run/live_cell.ts";
import { type Sample, writeLattices } from "../problems/sequence/sample.ts";
import { WrongScoreError } from "./_training_trial.ts";
import type { Variant } from "../plan/variant.ts";

/** Milliseconds of a round of a variant. */
const BATCH_MS = 25;
/** Rounds in which the rivals are timed. */
const ROUNDS = 9;
/** Milliseconds for one request in a probe: the hopeless are given up. */
const PROBE_DEADLINE_MS = 10_000;
const DEADLINE_MS = 120_000;

/** A variant with its time for a sentence. */
export interface Probed {
  readonly variant: Variant;
  readonly sentenceMs: number;
}

/** The time of a variant in a round. */
export interface TimedRound {
  /** Variant as on the command line. */
  readonly decoder: string;
  /** From 1 on. */
  readonly round: number;
  /** Milliseconds for a sentence. */
  readonly sentence_ms: number;
}

/**
 * Times variants one after another, and gives up those that take long: those that are left, fastest
 * first.
 *
 * @param folder for the lattices
 */
export async function probe(
  sample: Sample,
  folder: string,
  variants: readonly Variant[],
  k: number,
): Promise<Probed[]> {
  const pack = await writePack(sample, folder);
  const probes: Probed[] = [];
  for (const variant of variants) {
    const cell = newCell(variant, k, PROBE_DEADLINE_MS);
    try {
      await cell.open(pack, sample);
      await cell.warmUp(sample.lattices.length);
      const sentenceMs = await time(cell, sample);
      if (sentenceMs !== undefined) probes.push({ variant, sentenceMs });
    } finally {
      await cell.close();
    }
  }
  return probes.sort((a, b) => a.sentenceMs - b.sentenceMs);
}

/**
 * Times variants in interleaved rounds, in a seeded random order within each. The first one's scores
 * are what those of the others are compared with.
 *
 * @param folder for the lattices
 * @throws WrongScoreError if two variants differ (`===`)
 */
export async function timeRivals(
  sample: Sample,
  folder: string,
  variants: readonly Variant[],
  k: number,
  seed: number,
): Promise<TimedRound[]> {
  const pack = await writePack(sample, folder);
  const reference = await bestScores(pack, variants[0]!, k);
  const cells = variants.map((variant) => newCell(variant, k, DEADLINE_MS));
  const random = new Random(seed);
  const rounds: TimedRound[] = [];
  try {
    for (const cell of cells) {
      await cell.open(pack, sample, reference);
      refuseWrong(cell, sample);
      await cell.warmUp(sample.lattices.length);
    }
    for (let round = 1; round <= ROUNDS; round++) {
      const order = cells.map((cell) => ({ cell, place: random.uniform() }))
        .sort((a, b) => a.place - b.place);
      for (const { cell } of order) {
        const sentence_ms = await time(cell, sample);
        if (sentence_ms !== undefined) {
          rounds.push({ decoder: cell.planned.name, round, sentence_ms });
        }
      }
    }
  } finally {
    await Promise.all(cells.map((cell) => cell.close()));
  }
  return rounds;
}

async function writePack({ name, model, lattices }: Sample, folder: string): Promise<string> {
  const pack = `${folder}/sample.safetensors`;
  await writeLattices(pack, name, model, lattices);
  return pack;
}

/** Only the time for a request is limited: all sentences are timed. */
function newCell(variant: Variant, k: number, deadlineMs: number): LiveCell {
  const limits = { deadlineMs, passMs: Infinity, baselinePassMs: Infinity, batchMs: BATCH_MS };
  return new LiveCell({ role: "rival", name: variant.name, variant, k }, variant.name, limits);
}

/** Milliseconds for a sentence; undefined if the cell failed. */
async function time(
  cell: LiveCell,
  { lattices: { length } }: Sample,
): Promise<number | undefined> {
  const timed = await cell.time(length);
  return timed && timed.elapsedMs / length;
}

async function bestScores(
  pack: string,
  { url, options }: Variant,
  k: number,
): Promise<number[][]> {
  const isolate = new Isolate({ pack, url, options, k });
  try {
    const { answers } = await isolate.ask({ type: "answer" }, DEADLINE_MS);
    return answers.map(({ paths }) => paths.map(({ score }) => score));
  } finally {
    await isolate.close();
  }
}

function refuseWrong({ planned: { name, variant }, checked }: LiveCell, sample: Sample): void {
  if (checked.verdict !== "wrong") return;
  const { wrongSentence, defect } = checked;
  throw new WrongScoreError(
    `${name} on ${sample.name}: ${defect}`,
    variant,
    sample.model,
    sample.lattices[wrongSentence]!,
  );
}
