/**
 * Running the cells of one dataset in interleaved rounds.
 *
 * @module
 */

import { Random } from "../../datasets/random.ts";
import { writeFailing } from "../failing.ts";
import type { LiveCell } from "./live_cell.ts";
import type { Row } from "../store/rows.ts";
import type { RunOptions } from "./run_options.ts";
import { denseEdges, type Sample } from "../problems/sequence/sample.ts";
import { appendSentenceTimes, SENTENCE_PASSES, timesSentences } from "../store/sentence_times.ts";
import { appendRows } from "../store/store.ts";

/** Cells that are opened and checked side by side; what is timed runs alone. */
const LANES = 2;

/** Cells whose isolates are alive together, and what their answers are compared with. */
export interface CellGroup {
  /** Counts the groups of a dataset. */
  readonly group: number;
  /** The baseline for each k is among them. */
  readonly cells: readonly LiveCell[];
  /** The best scores of each sentence; undefined if they could not be found. */
  readonly reference: readonly number[][] | undefined;
}

/** A measurement to make in each round: a cell on the first so many sentences. */
interface Slot {
  readonly cell: LiveCell;
  readonly sentences: number;
}

/**
 * Checks all cells, warms them up, times them in rounds and appends a row for each cell and round;
 * then times the sentences of some one by one. Without rounds it checks them and appends a row for
 * each.
 *
 * Within a round the cells follow one another in a seeded random order, one at a time, so that
 * slow changes of the machine hit all alike. A slow cell is timed on fewer sentences, and so are all
 * where the baseline is slow; the baseline is timed on the sentences of each of its rivals, so that
 * ratios compare the same ones.
 *
 * @returns for each wrong cell a command that replays it
 */
export async function runSample(
  sample: Sample,
  pack: string,
  { group, cells, reference }: CellGroup,
  rounds: number,
  { out, seed, session }: RunOptions,
  say: (what: string) => void,
): Promise<string[]> {
  const replays: string[] = [];
  try {
    await sideBySide(cells, async (cell) => {
      say(`checking ${cell.planned.name}, k = ${cell.planned.k}`);
      await cell.open(pack, sample, reference);
      await (rounds === 0 ? cell.close() : cell.fit());
    });
    for (const cell of cells.filter(({ checked }) => checked.verdict === "wrong")) {
      const { name, k } = cell.planned;
      const replay = await writeFailing(out, sample, pack, cell);
      replays.push(
        `${name} is wrong on ${sample.name} for k = ${k}: ${cell.checked.defect}\n  ${replay}`,
      );
    }
    const slots = rounds === 0 ? [] : timedSlots(cells);
    for (const { cell, sentences } of slots) {
      say(`warming up ${cell.planned.name}`);
      await cell.warmUp(sentences);
    }
    const random = new Random(seed, session);
    for (let round = 1; round <= rounds; round++) {
      say(`round ${round} of ${rounds}`);
      const rows: Row[] = [];
      for (const { cell, sentences } of shuffled(slots, random)) {
        const timed = await cell.time(sentences);
        if (timed !== undefined) {
          rows.push({
            ...newRow(sample, cell, session, group),
            round,
            ...timing(sample, sentences, timed),
          });
        }
      }
      await appendRows(out, rows);
    }
    const alive = cells.filter(({ isAlive }) => isAlive && rounds > 0);
    for (const cell of alive.filter(({ planned }) => timesSentences(planned, sample.family))) {
      const sentences = cell.timedSentences(baselineOf(cell, alive));
      say(`sentence by sentence: ${cell.planned.name}`);
      const times = await cell.timeEach(sentences, SENTENCE_PASSES) ?? [];
      const { key } = cell;
      await appendSentenceTimes(
        out,
        times.map((elapsed_ms, sentence) => {
          const { length } = sample.lattices[sentence]!;
          return { key, session, sentence, length, elapsed_ms };
        }),
      );
    }
    // What was not timed to the end has one row that says why.
    const untimed = cells.filter(({ isAlive }) => !isAlive || rounds === 0);
    await appendRows(out, untimed.map((cell) => newRow(sample, cell, session, group)));
  } finally {
    await Promise.all(cells.map((cell) => cell.close()));
  }
  return replays;
}

/** Does the work for each item, in their order, for so many at a time as there are cores: at most two. */
async function sideBySide<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(LANES, navigator.hardwareConcurrency) }, lane));
}

/** Each cell on its sentences, and the baseline besides on those of each of its rivals. */
function timedSlots(cells: readonly LiveCell[]): Slot[] {
  const alive = cells.filter(({ isAlive }) => isAlive);
  const slots = new Map<string, Slot>();
  for (const cell of alive) {
    const baseline = baselineOf(cell, alive);
    const sentences = cell.timedSentences(baseline);
    for (const timed of [cell, baseline]) {
      slots.set(`${timed.key} ${sentences}`, { cell: timed, sentences });
    }
  }
  return [...slots.values()];
}

/** The baseline with the same k; the cell itself if that failed. */
function baselineOf(cell: LiveCell, alive: readonly LiveCell[]): LiveCell {
  const { k } = cell.planned;
  return alive.find(({ planned }) => planned.role === "baseline" && planned.k === k) ?? cell;
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const order = [...items];
  for (let i = order.length - 1; i > 0; i--) {
    const j = random.integer(i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}

function newRow(sample: Sample, cell: LiveCell, session: number, group: number): Row {
  const { planned: { name, variant, k }, checked } = cell;
  return {
    key: cell.key,
    session,
    group,
    round: 0,
    dataset: sample.name,
    family: sample.family,
    labels: sample.model.labelCount,
    pack: sample.hash,
    decoder: name,
    exact: variant.decoder.exact,
    k,
    status: cell.status,
    verdict: checked.verdict,
    reason: cell.reason,
    sentences: sample.lattices.length,
    exact_share: checked.exactShare,
    mean_gap: checked.meanGap,
    gold_tokens: checked.goldTokens,
    right_tokens: checked.rightTokens,
    timed_sentences: 0,
    timed_tokens: 0,
    passes: 0,
    elapsed_ms: 0,
    prepare_ms: cell.prepareMs,
    place_ms: cell.placeMs,
    peak_mb: cell.peakMb,
    iterations: checked.iterations,
    node_expansions: checked.nodeExpansions,
    edge_evaluations: checked.edgeEvaluations,
    dense_edges: denseEdges(sample),
  };
}

function timing(
  sample: Sample,
  sentences: number,
  { elapsedMs, passes }: { elapsedMs: number; passes: number },
): Pick<Row, "timed_sentences" | "timed_tokens" | "passes" | "elapsed_ms"> {
  const timed = sample.lattices.slice(0, sentences);
  return {
    timed_sentences: sentences,
    timed_tokens: timed.reduce((sum, { length }) => sum + length, 0),
    passes,
    elapsed_ms: elapsedMs,
  };
}
