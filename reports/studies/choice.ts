/**
 * The study of choosing a decoder: the fastest on one half of the sentences, timed on the other.
 *
 * @module
 */

import type { Found } from "../../datasets/modules.ts";
import type { Variant } from "../../harness/decoders/load_decoder.ts";
import type { Description } from "../../harness/problems/contract.ts";
import { listRealDatasets, resolveDataset } from "../../harness/problems/sequence/discover.ts";
import { describeDecoders } from "../../harness/decoders/discover.ts";
import { pickSentences, type SequenceSample } from "../../harness/problems/sequence/sample.ts";
import { cellsAtOnce } from "../../harness/run/cell_groups.ts";
import { type LineOf, number, word } from "../../harness/store/table.ts";
import { UsageError } from "../../harness/terminal/usage_error.ts";
import { type Column, tableOf } from "../columns.ts";
import { formatInterval, formatNumber, formatSpread, formatTimes } from "../numbers/format.ts";
import { estimateMedian, median } from "../numbers/statistics.ts";
import { decoderSources, exactAmong, OF_DATASET, OF_DECODER, ofDataset } from "./_corpora.ts";
import { ratiosByRound } from "./_resampled.ts";
import { probe, type Probed, timeRivals } from "./_rivals.ts";
import { counts, groupsOf, study, texts } from "./contract.ts";

const KS = [1, 5, 100];
/** MiB that the cells of rivals may hold together. */
const MEMORY_MB = 1_200;
/** What is advised without a choice; it takes part however slow it is. */
const ADVISED = "auto";
/** Sentences of a dataset at most; the choice is made on the first half. */
const SENTENCES = 800;
/** Sentences of the probe, the first of that half. */
const PROBED = 6;
/** Variants this many times as slow as the fastest of the probe are hopeless. */
const HOPELESS = 10;
/** Milliseconds that the fastest of the probe may take for a half; at least so many sentences. */
const PASS_MS = 100;
const FEWEST = 10;

/** The half that the choice is made on, and the one that it is reported on. */
const HALVES = ["first", "second"] as const;
type Half = typeof HALVES[number];

/** A round of a variant on a half of a dataset; its sentences are those of the half. */
const COLUMNS = {
  ...OF_DATASET,
  k: number,
  ...OF_DECODER,
  /** Variants that the probe tried. */
  variants: number,
  half: word(...HALVES),
  /** Number of the round, from 1. */
  round: number,
  /** Milliseconds for a sentence. */
  sentence_ms: number,
};
type Line = LineOf<typeof COLUMNS>;

export default study({
  name: "choice",
  meaning: "a decoder chosen on half of the sentences, timed on the other half",
  title: "Choosing a decoder on half of the sentences",
  order: 40,
  introduction: [
    "Who takes the decoder that is the fastest in a table has chosen it on the sentences that it is " +
    "reported on. Here the choice is made on one half of the sentences and reported on the other: " +
    "how much slower it is than the fastest there, its regret, and how much slower `auto` is, " +
    "which needs no choice.",
    "All exact decoders take part with their defaults, and with SIMD where they have it. A probe on " +
    "a few sentences of the half chosen on leaves out those that are ten times as slow as its " +
    "fastest, and those for which there is no memory beside it. Each is a process of its own; " +
    "rounds are interleaved in a random order, ratios are paired within rounds, and all have to find " +
    "the same scores (`===`). The fastest on the other half is known only afterwards: noise makes " +
    "its time too good, and regrets a little too large.",
  ],
  reads: ["decoders"],
  columns: COLUMNS,

  /**
   * Times the exact decoders, with their defaults and with SIMD, on both halves of the sentences of
   * each dataset. A probe on a few sentences of the first half leaves out the hopeless, so that the
   * second has no part in any choice. The halves are cut to as many sentences as the fastest of the
   * probe decodes in a tenth of a second.
   */
  async *cells(settings) {
    const { seed, sentences = SENTENCES } = settings;
    const wanted = settings.decoders && [ADVISED, ...settings.decoders];
    const described = await describeDecoders();
    const variants = exactAmong(wanted ?? namesWithKernels(described), described);
    for (const asked of settings.datasets ?? await listRealDatasets()) {
      const { name, open, sample } = await resolveDataset(asked);
      const { hash: pack, lengths } = (await open(sentences, seed)).dataset;
      const count = Math.min(sentences, lengths.length);
      if (count < 2) throw new UsageError(`Cannot halve the sentences of ${name}: ${count}`);
      for (const k of KS) {
        const able = variants.filter(({ decoder }) => decoder.maxK >= k);
        yield {
          identity: [await decoderSources(able), pack, count, k, seed],
          title: `${name}, k = ${k}: ${able.length} variants`,
          run: async () => await measure(await sample(sentences, seed), able, k, seed),
        };
      }
    }
  },

  summarise,

  tables: (choices) => [{
    name: "choice",
    title: "Regret, dataset by dataset",
    note:
      "Microseconds a sentence on the half that was not chosen on, median over the rounds; times " +
      "as multiples of the fastest one's, paired within rounds, which quotients of these medians " +
      "are not, with the 95% interval over the rounds of one process each, so without what " +
      "processes differ by: below 1.00× it is noise. The clock is that of decoding; copying the " +
      "scores is not on it. Timed are the variants that the probe left of those that take this k.",
    content: tableOf<Choice>([
      { name: "k", of: ({ k }) => k, as: String },
      ...texts("dataset"),
      ...counts("labels", "sentences"),
      { name: "timed", of: ({ timed, variants }) => `${timed} of ${variants}`, align: "right" },
      { name: "chosen on one half", of: ({ chosen }) => chosen.decoder },
      ...timeColumns("", ({ chosen }) => chosen),
      { name: "fastest on the other", of: ({ fastest }) => fastest.decoder },
      { name: "fastest µs", of: ({ fastest }) => fastest.micros, as: formatNumber },
      ...timeColumns(`${ADVISED} `, ({ advised }) => advised),
    ], choices),
  }],
});

/** Every exact decoder with its defaults, and with SIMD where it has that. */
function namesWithKernels(found: readonly Found<Description>[]): string[] {
  return found.filter(({ value }) => value.exact).flatMap(({ value: { name, options } }) =>
    options["kernel"]?.choices?.includes("simd") ? [name, `${name}{kernel=simd}`] : [name]
  );
}

async function measure(
  sample: SequenceSample,
  variants: readonly Variant<Description>[],
  k: number,
  seed: number,
): Promise<Line[]> {
  const sentences = [...sample.lengths.keys()];
  const middle = Math.ceil(sentences.length / 2);
  // Both are spread over the quantiles of length; every other sentence of a sample is a long one.
  const halves = { first: sentences.slice(0, middle), second: sentences.slice(middle) };
  const part = (half: Half, most: number) => pickSentences(sample, halves[half].slice(0, most));
  const probes = await probe(part("first", PROBED), variants, k);
  if (probes.length === 0) {
    throw new UsageError(`Cannot choose a decoder for ${sample.name}: none was in time, k = ${k}`);
  }
  const affordable = Math.max(FEWEST, Math.ceil(PASS_MS / probes[0]!.sentenceMs));
  const size = Math.min(Math.floor(sentences.length / 2), affordable);
  const rivals = candidates(probes, cellsAtOnce(part("first", size), MEMORY_MB));
  const facts = { ...ofDataset(sample), k, variants: variants.length, sentences: size };
  const lines: Line[] = [];
  for (const half of HALVES) {
    const rounds = await timeRivals(part(half, size), rivals, k, seed);
    lines.push(...rounds.map((round) => ({ ...facts, half, ...round })));
  }
  return lines;
}

/**
 * Those that are not hopeless, the fastest if not all fit into memory together, and the advised
 * one.
 */
function candidates(probes: readonly Probed[], most: number): Variant<Description>[] {
  const slowest = HOPELESS * probes[0]!.sentenceMs;
  const hopeful = probes.filter(({ sentenceMs }) => sentenceMs <= slowest).slice(0, most);
  const advised = probes.filter((probed) =>
    probed.variant.name === ADVISED && !hopeful.includes(probed)
  );
  return [...hopeful, ...advised].map(({ variant }) => variant);
}

type Choice = ReturnType<typeof summarise>[number];
type Contender = Choice["chosen"];

/** What was chosen for each k and dataset, by k and number of labels. */
function summarise(lines: readonly Line[]) {
  return groupsOf(lines, "dataset", "k").flatMap((own) => {
    const [before, after] = HALVES.map((half) => ranked(own.filter((line) => line.half === half)));
    const onOther = (name: string) => after!.find(({ decoder }) => decoder === name);
    // What was late on one half is not chosen: there is nothing to say of it on the other.
    const chosen = before!.map(({ decoder }) => onOther(decoder)).find((one) => one !== undefined);
    if (chosen === undefined) return [];
    const fastest = after![0]!;
    const contender = ({ decoder, micros, lines }: typeof fastest) => ({
      decoder,
      micros,
      /** Its time divided by the fastest one's. */
      excess: estimateMedian([ratiosByRound(lines, fastest.lines, (line) => line.sentence_ms)]),
    });
    const advised = onOther(ADVISED);
    return [{
      ...own[0],
      timed: after!.length,
      chosen: contender(chosen),
      fastest: contender(fastest),
      /** Undefined if it was not in time. */
      advised: advised && contender(advised),
    }];
  }).sort((a, b) => a.k - b.k || a.labels - b.labels);
}

/** The decoders on a half, that with the smallest median first. */
function ranked(lines: readonly Line[]) {
  return groupsOf(lines, "decoder").map((own) => ({
    decoder: own[0].decoder,
    /** Microseconds a sentence. */
    micros: 1000 * median(own.map(({ sentence_ms }) => sentence_ms)),
    lines: own,
  })).sort((a, b) => a.micros - b.micros);
}

/** The time of a decoder, and its multiple of the fastest one's. */
function timeColumns(
  prefix: string,
  of: (own: Choice) => Contender | undefined,
): [micros: Column<Choice>, excess: Column<Choice>] {
  return [{
    name: `${prefix}µs`,
    of: (own) => of(own)?.micros ?? { text: "not in time", tone: "muted" },
    as: formatNumber,
  }, {
    name: `${prefix}× fastest`,
    align: "right",
    of: (own) => {
      const { excess, decoder } = of(own) ?? {};
      // The fastest over itself has no error.
      const spread = excess && decoder !== own.fastest.decoder ? formatSpread(excess) : "";
      return excess === undefined ? "" : {
        text: `${formatTimes(excess.median)} ${spread}`.trim(),
        value: excess.median,
        hint: formatInterval(excess),
      };
    },
  }];
}
