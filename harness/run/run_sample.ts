/**
 * Running the cells of one dataset in interleaved rounds.
 *
 * @module
 */

import { Random } from "../../datasets/random.ts";
import { variantArgument } from "../plan/decoder_files.ts";
import { sampleHash } from "../plan/key.ts";
import type { Sample } from "../problems/contract.ts";
import type { Row } from "../store/rows.ts";
import { appendSentenceTimes, SENTENCE_PASSES, timesSentences } from "../store/sentence_times.ts";
import { appendRows } from "../store/store.ts";
import { writeFailing } from "./failing.ts";
import type { LiveCell } from "./live_cell.ts";
import { checkCells, type Rounds, timeCells, timedSentences, type TimedSlot } from "./measure.ts";
import type { RunOptions } from "./run_options.ts";
import type { Subject } from "./subject.ts";

/** Cells whose isolates are alive together. */
export interface CellGroup {
  /** Counts the groups of a dataset. */
  readonly group: number;
  /** The baseline for each k is among them. */
  readonly cells: readonly LiveCell[];
}

/**
 * Checks all cells, warms them up, times them in rounds and appends a row for each cell and round;
 * then times the sentences of some one by one. Without rounds it checks them and appends a row for
 * each.
 *
 * @returns for each wrong cell a command that replays it
 */
export async function runSample(
  subject: Subject,
  { group, cells }: CellGroup,
  rounds: number,
  { out, seed, session }: RunOptions,
  say: Rounds["say"],
): Promise<string[]> {
  const { sample } = subject;
  const replays: string[] = [];
  const rowOf = (cell: LiveCell): Row => newRow(subject, cell, session, group);
  try {
    await checkCells(cells, subject, { rounds, say });
    for (const cell of cells.filter(({ checked }) => checked.verdict === "wrong")) {
      const { name, k, variant } = cell.planned;
      const file = `${sample.name}-${name}-k${k}`;
      const replay = await writeFailing(
        out,
        file,
        variantArgument(variant),
        k,
        await cell.failing(subject),
      );
      replays.push(
        `${name} is wrong on ${sample.name} for k = ${k}: ${cell.checked.defect}\n  ${replay}`,
      );
    }
    await timeCells(
      cells,
      { rounds, random: new Random(seed, session), say },
      async (round, measured) =>
        await appendRows(
          out,
          measured.map((timed) => ({ ...rowOf(timed.cell), round, ...timing(sample, timed) })),
        ),
    );
    const alive = cells.filter(({ isAlive }) => isAlive && rounds > 0);
    for (const cell of alive.filter(({ planned }) => timesSentences(planned, sample.family))) {
      say(`sentence by sentence: ${cell.planned.name}`, 1);
      const times = await cell.timeEach(timedSentences(cell, alive), SENTENCE_PASSES) ?? [];
      const { key } = cell;
      await appendSentenceTimes(
        out,
        times.map((elapsed_ms, sentence) => {
          const length = sample.lengths[sentence]!;
          return { key, session, sentence: sample.indices[sentence]!, length, elapsed_ms };
        }),
      );
    }
    // What was not timed to the end has one row that says why.
    const untimed = cells.filter(({ isAlive }) => !isAlive || rounds === 0);
    await appendRows(out, untimed.map(rowOf));
  } finally {
    await Promise.all(cells.map((cell) => cell.close()));
  }
  return replays;
}

function newRow(
  { problem, sample }: Subject,
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
    reason: cell.reason,
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
  { sentences, elapsedMs, passes }: TimedSlot,
): Pick<Row, "timed_sentences" | "timed_tokens" | "passes" | "elapsed_ms"> {
  return {
    timed_sentences: sentences,
    timed_tokens: lengths.slice(0, sentences).reduce((sum, length) => sum + length, 0),
    passes,
    elapsed_ms: elapsedMs,
  };
}
