/**
 * The study of throughput on several threads.
 *
 * @module
 */

import { Isolate } from "../../harness/isolate/isolate.ts";
import type { Variant } from "../../harness/decoders/load_decoder.ts";
import { describe } from "../../harness/decoders/describe.ts";
import { describeDecoders } from "../../harness/decoders/discover.ts";
import { resolveVariant, variantArgument, withFiles } from "../../harness/decoders/variant.ts";
import type { Description } from "../../harness/problems/contract.ts";
import { resolveDataset } from "../../harness/problems/sequence/discover.ts";
import { writeLattices } from "../../harness/problems/sequence/lattice_file.ts";
import { check } from "../../harness/problems/sequence/judge.ts";
import type { SequenceSample } from "../../harness/problems/sequence/sample.ts";
import { openScratch } from "../../harness/isolate/scratch.ts";
import type { ThreadsConfig, ThreadsRequest } from "../../harness/run/threads_cell.ts";
import { type LineOf, number } from "../../harness/store/table.ts";
import type { Path } from "../../decoders/lattice.ts";
import { prepared } from "../../decoders/tagging/prepared.ts";
import viterbi from "../../decoders/viterbi.ts";
import { sentenceStarts } from "../../datasets/dataset.ts";
import { Random } from "../../datasets/random.ts";
import { NOTHING, tableOf } from "../columns.ts";
import { formatNumber } from "../numbers/format.ts";
import { median } from "../numbers/statistics.ts";
import { decoderSources, OF_DATASET, OF_DECODER, ofDataset, ofDecoder } from "./_corpora.ts";
import { ratioCell, ratiosByRound, timedInTurns } from "./_resampled.ts";
import { counts, groupsOf, study, texts, WrongAnswerError } from "./contract.ts";

const ENTRY = new URL("../../harness/run/threads_cell.ts", import.meta.url);
const DATASETS = ["ewt_pos45", "ewt_pos_morph_chunk319"];
const DECODERS = ["viterbi", "auto"];
/** Sentences of a dataset. */
const SENTENCES = 64;
/** Batches by each number of threads, and milliseconds of one, in which waking is little. */
const EFFORT = { rounds: 7, batchMs: 250 } as const;
/** Milliseconds for one request. */
const DEADLINE_MS = 120_000;

/** One batch of a decoder. */
const COLUMNS = {
  ...OF_DATASET,
  ...OF_DECODER,
  /** How many threads shared the batch. */
  threads: number,
  /** Pairs the batches by different numbers of threads. */
  round: number,
  /** How often the sentences were decoded. */
  passes: number,
  /** Milliseconds for one pass over the sentences. */
  elapsed_ms: number,
};
type Line = LineOf<typeof COLUMNS>;

export default study({
  name: "threads",
  meaning: "throughput of batches on several threads, which share the scores",
  title: "Throughput by threads",
  order: 5,
  introduction: [
    "Every other figure of a report is of one thread. Here the sentences of a batch lie in memory " +
    "that several threads share; each thread has a decoder of its own and takes the next sentence " +
    "that nobody has taken. Answers stand in the order of the sentences, and all are checked " +
    "against dense Viterbi after each batch.",
    "The clock is that of the process which asks: from the request to the last answer, with waking " +
    "the threads and copying scores into the memory of decoders. Batches on one thread and on all " +
    "are timed in turns; the factor is paired within these rounds. More threads than cores gain " +
    "nothing, and threads that share a core little.",
  ],
  reads: ["decoders", "threads"],
  columns: COLUMNS,

  async *cells({ datasets = DATASETS, decoders = DECODERS, sentences = SENTENCES, threads, seed }) {
    const most = threads ?? navigator.hardwareConcurrency;
    const found = await withFiles(decoders, await describeDecoders(), describe);
    const variants = found.names.map((name) => resolveVariant(name, found.decoders));
    for (const asked of datasets) {
      const { name, open, sample } = await resolveDataset(asked);
      const { hash, model } = (await open(sentences, seed)).dataset;
      for (const variant of variants) {
        // A bench skips it, too.
        if (model.hasPairs && !variant.decoder.pairs) continue;
        yield {
          identity: [name, hash, sentences, most, seed, await decoderSources([variant])],
          title: `${name}: ${variant.name} on ${most} threads`,
          run: async () => await timeThreads(await sample(sentences, seed), variant, most, seed),
        };
      }
    }
  },

  summarise: (lines) =>
    groupsOf(lines, "dataset", "decoder").flatMap((own) => {
      const alone = own.filter(({ threads }) => threads === 1);
      const byThreads = own.toSorted((a, b) => a.threads - b.threads);
      return groupsOf(byThreads, "threads").map((batches) => ({
        ...batches[0],
        rate: median(batches.map(({ sentences, elapsed_ms }) => sentences / elapsed_ms * 1000)),
        factors: ratiosByRound(alone, batches, ({ elapsed_ms }) => elapsed_ms),
      }));
    }),

  tables: (summary) => [{
    name: "threads-throughput",
    title: "Throughput by threads",
    note:
      "Median sentences a second, k = 1, from the caller's Float64Array; last, how many times " +
      "as many as on one thread, paired within rounds, with its 95% interval.",
    content: tableOf([
      ...texts("dataset"),
      ...counts("labels"),
      ...texts("decoder"),
      ...counts("threads"),
      { name: "sentences a second", of: ({ rate }) => rate, as: formatNumber },
      {
        name: "factor",
        align: "right",
        of: ({ threads, factors }) => threads === 1 ? NOTHING : ratioCell(factors),
      },
    ], summary),
  }],
});

/**
 * Times batches of a sample on one thread and on all, in turns: a line a batch, in a random order
 * within each round.
 *
 * @throws WrongAnswerError if an answer is not the best
 */
export async function timeThreads(
  sample: SequenceSample,
  variant: Variant<Description>,
  threads: number,
  seed: number,
  { rounds, batchMs }: { readonly rounds: number; readonly batchMs: number } = EFFORT,
): Promise<Line[]> {
  const { name, model, lattices } = sample;
  const decode = prepared(viterbi, model, {}, { areSumsChecked: true });
  const reference = lattices.map((lattice) => decode(lattice).paths);
  await using scratch = await openScratch();
  const pack = `${scratch.path}/sample.safetensors`;
  await writeLattices(pack, name, model, lattices);
  const { url, options } = variant;
  const config: ThreadsConfig = { pack, url, options, threads };
  const isolate = await Isolate.start({ entry: ENTRY, modules: [url], files: [pack], config });
  try {
    const ask = async (request: ThreadsRequest) => await isolate.ask(request, DEADLINE_MS);
    const batch = async (threads: number, passes: number) => {
      const { elapsedMs, parts } = await ask({ type: "time", threads, passes });
      refuseWrong(sample, variant, reference, parts);
      return elapsedMs / passes;
    };
    await ask({ type: "open" });
    const onceMs = Math.min(await batch(1, 1), await batch(1, 1));
    const passes = Math.max(1, Math.ceil(batchMs / onceMs));
    const ways = [...new Set([1, threads])]
      .map((count) => ({ count, pass: () => batch(count, passes) }));
    // In the first round compilers are at work.
    const timed = await timedInTurns(ways, { warmUps: 1, rounds, random: new Random(seed) });
    return timed.map(({ way, round, ms }) => ({
      ...ofDataset(sample),
      ...ofDecoder(variant),
      threads: way.count,
      round,
      passes,
      elapsed_ms: ms,
    }));
  } finally {
    await isolate.close();
  }
}

function refuseWrong(
  sample: SequenceSample,
  variant: Variant<Description>,
  reference: readonly (readonly Path[])[],
  [scores, labels]: readonly Uint8Array<ArrayBuffer>[],
): void {
  const { name, model, lattices, lengths } = sample;
  const [found, all] = [new Float64Array(scores!.buffer), new Int32Array(labels!.buffer)];
  const starts = sentenceStarts(lengths);
  const answers = Array.from(found, (score, sentence) => {
    const own = all.subarray(starts[sentence], starts[sentence + 1]);
    return score === -Infinity ? [] : [{ score, labels: own }];
  });
  const asked = { k: 1, exact: variant.decoder.exact };
  const { wrongSentence, defect } = check(sample, asked, answers, reference);
  if (defect === "") return;
  throw new WrongAnswerError(
    `${variant.name} on several threads, sentence ${wrongSentence} of ${name}: ${defect}`,
    variantArgument(variant),
    1,
    (file) => writeLattices(file, name, model, [lattices[wrongSentence]!]),
  );
}
