/**
 * The study of decoding in any language on one thread: how fast it is, beside what the machine can
 * do and what others have published.
 *
 * @module
 */

import { describe } from "../../harness/decoders/describe.ts";
import { describeDecoders } from "../../harness/decoders/discover.ts";
import { resolveVariant, withFiles } from "../../harness/decoders/variant.ts";
import { openScratch } from "../../harness/isolate/scratch.ts";
import { resolveDataset } from "../../harness/problems/sequence/discover.ts";
import { type SequenceSample, takeSample } from "../../harness/problems/sequence/sample.ts";
import { type LineOf, number, text, word } from "../../harness/store/table.ts";
import published from "../published/decoding_speeds.json" with { type: "json" };
import { tableOf } from "../columns.ts";
import { formatCount, formatNumber, formatRatio, formatShare } from "../numbers/format.ts";
import { median } from "../numbers/statistics.ts";
import { timeTaggers } from "./_board_taggers.ts";
import { FEW, MANY_LABELS, NATIVE, programs, surroundings } from "./_board_programs.ts";
import { nativeLimits, wasmLimits } from "./_peak.ts";
import { timeRivals } from "./_rivals.ts";
import { study } from "./contract.ts";

const ROUNDS = 3;
/** Milliseconds for the sentences of a shape: the slowest takes minutes. */
const DEADLINE_MS = 1_800_000;
/** The shapes of two taggers, and those that somebody has published times of. */
const DATASETS = [
  "synthetic-strong-45{length=23}",
  "synthetic-strong-319{length=23}",
  "synthetic-pitch-1440{length=500}",
  "synthetic-strong-3965{length=256}",
];
/** Sentences of a batch. */
const SENTENCES = 64;
const OURS = ["viterbi", "viterbi{kernel=simd}", "auto"];
/** Bits of a significand that holds every sum, by which systems compute in float32. */
const SINGLE = 24;
const CLOCKS = {
  harness: "wall, asked to answered",
  process: "processor, text read",
};
/** Ratios nearer to 1 say nothing: what is timed twice differs by as much on a usable machine. */
const TIE = 1.1;
/** How near the C program is to come to the steps that it is made of. */
const NEAR = 1.3;
const GIGA = 1e9;

/** A system on a shape, a limit of the machine, or what is not there. */
const COLUMNS = {
  dataset: text,
  pack: text,
  labels: number,
  /** T of a sentence. */
  length: number,
  sentences: number,
  /** Bits of a significand that hold all sums: 24, 53, or 0. */
  bits: number,
  system: text,
  language: text,
  kind: word("decoder", "limit", "absent"),
  threads: number,
  /** How often all sentences were timed. */
  rounds: number,
  /** What the time is. */
  clock: text,
  /** Milliseconds for a sentence. */
  sentence_ms: number,
  /** Edges of a dense recursion a second; of the limit `bytes` bytes. */
  rate: number,
  /** Share of these edges that was looked at. */
  looked: number,
  /** The most MiB that the process has held; 0 if the system does not say it of a program. */
  peak_mb: number,
  /** The reason why it is absent. */
  reason: text,
};
type Line = LineOf<typeof COLUMNS>;

export default study({
  name: "board",
  meaning:
    "decoding on one thread in any language, beside the machine's limits and published times",
  title: "The board: one thread, any language",
  order: 3,
  introduction: [
    "Edges of a dense recursion a second, (T − 1)·L² a sentence, make figures of any system " +
    "comparable. Dense loops in TypeScript, WebAssembly, C with AVX2, numpy and torch decode " +
    "the same sentences on one thread, each in a process of its own, in interleaved rounds. The " +
    "harness checks all answers and has the clock, from the request to the last answer. On it is " +
    "the way of the scores to the decoder: ours copy them from a Float64Array, programs read a " +
    "file, once a batch, and switch processes; see `harness/PROTOCOL.md`. Preparation is not on it. " +
    "What takes more than 20 s for all sentences is timed once.",
    "CRFsuite, CRF++ and Wapiti tag text, where they are installed: each position has an attribute " +
    "of its own, whose weights are its scores. Their clock is the processor time of a call with the " +
    "sentences many times, less that of a call with them twice: reading text is on it, the model and " +
    "the start are not. The harness has scored their labels.",
    "`auto` decodes exactly, too, but looks at few edges where bounds allow it: its edges a second " +
    "are those of the task, and depend on the scores. The shares are of edges that it looked at.",
    "Limits are measured in the same run: an addition and a maximum an edge in registers, without " +
    "loading a score, and bytes that are read (C) or copied (WebAssembly); and in C steps of several " +
    "sentences at once over as many labels as a dataset has, with their transitions where they lie and " +
    "nothing else. A share of the memory limit above 100% says that the transitions stay in a cache. Figures of others are printed as they are and not run again.",
  ],
  columns: COLUMNS,

  async *cells({ datasets = DATASETS, sentences, seed }) {
    const here = await surroundings();
    for (const asked of datasets) {
      const { name, open } = await resolveDataset(asked);
      const { hash, model } = (await open(1, seed)).dataset;
      const count = sentences ?? (model.labelCount < MANY_LABELS ? SENTENCES : FEW);
      yield {
        identity: [name, hash, count, ROUNDS, here],
        title: `${name}: ${count} sentences`,
        run: async () => await measure(takeSample(await open(count, seed), count), seed),
      };
    }
  },

  summarise(lines) {
    const limits = lines.filter(({ kind }) => kind === "limit");
    const most = (system: string) =>
      Math.max(...limits.filter((line) => line.system === system).map(({ rate }) => rate));
    const decoders = lines.filter(({ kind }) => kind === "decoder").map((line) => {
      const isSingle = line.bits === SINGLE &&
        (line.language === "WebAssembly" || line.system === NATIVE);
      const edges = line.rate * line.looked;
      const steps = limits.find(({ dataset, system }) =>
        dataset === line.dataset && system === (isSingle ? "steps32" : "steps64")
      );
      return {
        ...line,
        ofSteps: line.looked === 1 && steps ? edges / steps.rate : undefined,
        arithmetic: edges / most(isSingle ? "float32" : "float64"),
        memory: edges * (isSingle ? 4 : 8) / most("bytes"),
      };
    });
    const byLabels = decoders.toSorted((a, b) => a.labels - b.labels);
    const shapes = [...Map.groupBy(byLabels, ({ dataset }) => dataset).values()].map((own) => {
      const all = own.toSorted((a, b) => b.rate - a.rate);
      const others = all.filter(({ system }) => !OURS.includes(system));
      const ours = all.find((line) => !others.includes(line));
      return { ...own[0]!, all, ours, others, native: all.find(({ system }) => system === NATIVE) };
    });
    return { limits, shapes, absent: lines.filter(({ kind }) => kind === "absent") };
  },

  answer({ shapes }) {
    const raced = shapes.flatMap(({ dataset, ours, others: [other] }) =>
      ours && other ? [{ dataset, ours, other, ratio: ours.rate / other.rate }] : []
    );
    if (raced.length === 0) return [];
    const ahead = raced.filter(({ ratio }) => ratio > TIE);
    const where = ahead.length === raced.length
      ? "Yes: on all of"
      : ahead.length === 0
      ? "No: on none of"
      : `On ${ahead.length} of`;
    const all = `${raced.length} ${raced.length === 1 ? "shape" : "shapes"}` +
      (raced.length === shapes.length ? "" : " on which another ran");
    const each = raced.map(({ dataset, ours, other, ratio }) =>
      Math.max(ratio, 1 / ratio) < TIE
        ? `${dataset}: ${ours.system} and ${other.system} (${other.language}) tie, at ` +
          `${formatRatio(ratio)} of its speed.`
        : ratio < 1
        ? `${dataset}: ${other.system} (${other.language}) is ${formatRatio(1 / ratio)} times as ` +
          `fast as ${ours.system}, the fastest of ours.`
        : `${dataset}: ${ours.system} is ${formatRatio(ratio)} times as fast as ${other.system} ` +
          `(${other.language}), the fastest other that ran.`
    );
    const native = shapes.flatMap(({ dataset, native }) =>
      native?.ofSteps ? [{ dataset, times: 1 / native.ofSteps }] : []
    );
    const near = native.map(({ dataset, times }) =>
      `${formatRatio(times)} on ${dataset}${times > NEAR ? ` (more than ${NEAR})` : ""}`
    );
    return [
      `Is a decoder of Trellis the fastest on one thread in any language? ${where} ` +
      `${all} one is ahead of all else that ran here by more than ${TIE} times.`,
      ...each,
      ...(near.length === 0 ? [] : [
        "The C program takes the time of its steps alone with AVX2, measured in this run, so many " +
        `times: ${near.join(", ")}.`,
      ]),
    ];
  },

  tables({ limits, shapes, absent }) {
    return [{
      name: "board-fastest",
      title: "Who is the fastest",
      note:
        "The fastest exact decoder of Trellis and the fastest other one that ran here, on one " +
        "thread, and how many times as fast ours is: below 1 it is slower.",
      content: tableOf([
        { name: "dataset", of: ({ dataset }) => dataset },
        { name: "ours", of: ({ ours }) => ours?.system },
        { name: "dense", of: ({ all }) => all.find(({ looked }) => looked === 1)?.system },
        { name: "other", of: ({ others: [first] }) => first?.system ?? "none ran" },
        {
          name: "ours over other",
          of: ({ ours, others: [other] }) => ours && other && ours.rate / other.rate,
          as: formatRatio,
        },
      ], shapes),
    }, {
      name: "board-systems",
      title: "One thread",
      note:
        "10⁹ edges of a dense recursion a second; the share that was looked at, and what these " +
        "are of the largest arithmetic and memory limits below, and of the steps over as many labels; the most " +
        "MiB that its process held; how often all sentences were timed, of which this is the median.",
      content: tableOf([
        { name: "dataset", of: ({ dataset }) => dataset },
        { name: "sentences", of: ({ sentences }) => sentences, as: formatCount },
        { name: "system", of: ({ system }) => system },
        { name: "language", of: ({ language }) => language },
        { name: "ms a sentence", of: ({ sentence_ms }) => sentence_ms, as: formatNumber },
        { name: "10⁹ edges/s", of: ({ rate }) => rate / GIGA, as: formatNumber },
        { name: "looked at", of: ({ looked }) => looked, as: formatShare },
        { name: "of arithmetic", of: ({ arithmetic }) => arithmetic, as: formatShare },
        { name: "of memory", of: ({ memory }) => memory, as: formatShare },
        { name: "of steps", of: ({ ofSteps }) => ofSteps, as: formatShare },
        { name: "MiB", of: ({ peak_mb }) => peak_mb || undefined, as: formatNumber },
        { name: "timed", of: ({ rounds }) => rounds, as: formatCount },
        { name: "clock", of: ({ clock }) => clock },
      ], shapes.flatMap(({ all }) => all)),
    }, {
      name: "board-limits",
      title: "Limits of the machine",
      note: "10⁹ edges, or bytes, a second: the most of all measurements.",
      content: tableOf([
        { name: "language", of: ([first]) => first!.language },
        { name: "limit", of: ([first]) => limitName(first!) },
        {
          name: "10⁹ a second",
          of: (own) => Math.max(...own.map(({ rate }) => rate)) / GIGA,
          as: formatNumber,
        },
      ], [...Map.groupBy(limits, (own) => `${own.language} ${limitName(own)}`).values()]),
    }, {
      name: "board-published",
      title: "Published, not run again",
      note:
        "10⁹ edges a second as they follow from what is printed, on machines of their authors: " +
        "no ratio to a figure above is one of the systems.",
      content: tableOf([
        { name: "system", of: ({ system }) => system },
        { name: "labels", of: ({ labels }) => labels, as: formatCount },
        { name: "printed", of: ({ figure }) => figure },
        {
          name: "10⁹ edges/s",
          of: ({ edgesPerSecond }) => edgesPerSecond / GIGA,
          as: formatNumber,
        },
        { name: "clock", of: ({ clock }) => clock },
        { name: "source", of: ({ source }) => source },
      ], published),
    }, {
      name: "board-absent",
      title: "Not there",
      note: "What did not run here, and why.",
      content: tableOf([
        { name: "system", of: ([first]) => first!.system },
        { name: "datasets", of: (own) => own.map(({ dataset }) => dataset).join(", ") },
        { name: "reason", of: ([first]) => first!.reason },
      ], [...Map.groupBy(absent, ({ system, reason }) => `${system} ${reason}`).values()]),
    }];
  },
});

/** What a limit is of: steps depend on the number of labels. */
function limitName({ system, labels }: Line): string {
  return system.startsWith("steps") ? `${system}, ${formatCount(labels)} labels` : system;
}

/** Times all systems on a sample, and measures the limits. */
async function measure(sample: SequenceSample, seed: number): Promise<Line[]> {
  const { name, hash, size, lengths, model, referenceEdges } = sample;
  const shape = {
    ...{ dataset: name, pack: hash, labels: size, length: lengths[0]!, sentences: lengths.length },
    bits: model.float32Exact ? SINGLE : model.exactSums ? 53 : 0,
    ...{ threads: 1, rounds: 0, clock: "", sentence_ms: 0, rate: 0, looked: 0, peak_mb: 0 },
    reason: "",
  };
  const scratch = await openScratch();
  try {
    const lines: Line[] = [];
    const missing = (system: string, reason: string) =>
      lines.push({ ...shape, system, language: "", kind: "absent", reason });
    const limits = {
      "WebAssembly SIMD": wasmLimits(),
      "C, AVX2": await nativeLimits(scratch.path, size),
    };
    for (const [language, own] of Object.entries(limits)) {
      if (typeof own === "string") missing(`limits in ${language}`, own);
      else {
        for (const [system, rate] of Object.entries(own)) {
          lines.push({ ...shape, system, language, kind: "limit", rate });
        }
      }
    }
    const edges = referenceEdges / lengths.length;
    for (const tagger of await timeTaggers(sample, scratch.path)) {
      if ("reason" in tagger) {
        missing(tagger.title, tagger.reason);
        continue;
      }
      const { title, language, sentenceMs, megabytes, calls } = tagger;
      lines.push({
        ...{ ...shape, system: title, language, kind: "decoder", rounds: calls },
        ...{ clock: CLOCKS.process, sentence_ms: sentenceMs, rate: edges / sentenceMs * 1000 },
        ...{ looked: 1, peak_mb: megabytes },
      });
    }
    const texts = [...OURS, ...await programs(sample, scratch.path, missing)];
    const { decoders, names } = await withFiles(texts, await describeDecoders(), describe);
    const variants = names.map((name) => resolveVariant(name, decoders));
    const rounds = Map.groupBy(
      await timeRivals([sample], variants, 1, seed, {
        ...{ rounds: ROUNDS, clock: "memory64", deadlineMs: DEADLINE_MS },
      }),
      ({ decoder }) => decoder,
    );
    for (const variant of variants) {
      const own = rounds.get(variant.name);
      if (own === undefined) {
        missing(variant.name, "it failed, or took too long");
        continue;
      }
      const { language, threads } = variant.options;
      const isProgram = language !== undefined;
      const sentence_ms = median(own.map(({ sentence_ms }) => sentence_ms));
      const { peak_mb, sentence_edges } = own[0]!;
      lines.push({
        ...shape,
        system: isProgram ? variant.decoder.name : variant.name,
        language: String(language ?? (variant.name === "viterbi" ? "TypeScript" : "WebAssembly")),
        kind: "decoder",
        threads: Number(threads ?? 1),
        rounds: own.length,
        clock: CLOCKS.harness,
        sentence_ms,
        rate: edges / sentence_ms * 1000,
        looked: sentence_edges / edges,
        peak_mb,
      });
    }
    return lines;
  } finally {
    await scratch.remove();
  }
}
