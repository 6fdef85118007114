/**
 * The study of decoding in any language on one thread: how fast it is, beside what the machine can
 * do and what others have published.
 *
 * @module
 */

import { resolveDataset } from "../../harness/problems/sequence/discover.ts";
import published from "../published/decoding_speeds.json" with { type: "json" };
import { tableOf } from "../columns.ts";
import { formatCount, formatNumber, formatRatio, formatShare } from "../numbers/format.ts";
import * as measured from "./_board_measured.ts";
import { counts, groupsOf, study, texts } from "./contract.ts";

/** The shapes of two taggers, and those that somebody has published times of. */
const DATASETS = [
  "synthetic-strong-45{length=23}",
  "synthetic-strong-319{length=23}",
  "synthetic-pitch-1440{length=500}",
  "synthetic-strong-3965{length=256}",
];
/** Ratios nearer to 1 say nothing: what is timed twice differs by as much on a usable machine. */
const TIE = 1.1;
/** How near the C program is to come to the steps that it is made of. */
const NEAR = 1.3;
const GIGA = 1e9;

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
  columns: measured.COLUMNS,

  async *cells({ datasets = DATASETS, sentences, seed }) {
    const here = await measured.surroundings();
    for (const asked of datasets) {
      const { name, open, sample } = await resolveDataset(asked);
      const { hash, model } = (await open(1, seed)).dataset;
      const count = sentences ?? measured.sentencesFor(model.labelCount);
      yield {
        identity: [name, hash, count, measured.ROUNDS, here],
        title: `${name}: ${count} sentences`,
        run: async () => await measured.measure(await sample(count, seed), seed),
      };
    }
  },

  summarise(lines) {
    const limits = lines.filter(({ kind }) => kind === "limit").map((line) => ({
      ...line,
      /** What it is of: steps depend on the number of labels. */
      limit: line.system.startsWith("steps")
        ? `${line.system}, ${formatCount(line.labels)} labels`
        : line.system,
    }));
    const most = (system: string) =>
      Math.max(...limits.filter((line) => line.system === system).map(({ rate }) => rate));
    const decoders = lines.filter(({ kind }) => kind === "decoder").map((line) => {
      const isSingle = line.bits === measured.SINGLE &&
        (line.language === "WebAssembly" || line.system === measured.NATIVE);
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
    const shapes = groupsOf(byLabels, "dataset").map((own) => {
      const all = own.toSorted((a, b) => b.rate - a.rate);
      const others = all.filter(({ system }) => !measured.OURS.includes(system));
      const ours = all.find((line) => !others.includes(line));
      const native = all.find(({ system }) => system === measured.NATIVE);
      return { ...own[0], all, ours, others, native };
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
        ...texts("dataset"),
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
        ...texts("dataset"),
        ...counts("sentences"),
        ...texts("system", "language"),
        { name: "ms a sentence", of: ({ sentence_ms }) => sentence_ms, as: formatNumber },
        { name: "10⁹ edges/s", of: ({ rate }) => rate / GIGA, as: formatNumber },
        { name: "looked at", of: ({ looked }) => looked, as: formatShare },
        { name: "of arithmetic", of: ({ arithmetic }) => arithmetic, as: formatShare },
        { name: "of memory", of: ({ memory }) => memory, as: formatShare },
        { name: "of steps", of: ({ ofSteps }) => ofSteps, as: formatShare },
        { name: "MiB", of: ({ peak_mb }) => peak_mb || undefined, as: formatNumber },
        { name: "timed", of: ({ rounds }) => rounds, as: formatCount },
        ...texts("clock"),
      ], shapes.flatMap(({ all }) => all)),
    }, {
      name: "board-limits",
      title: "Limits of the machine",
      note: "10⁹ edges, or bytes, a second: the most of all measurements.",
      content: tableOf(
        [
          ...texts("language", "limit"),
          { name: "10⁹ a second", of: ({ rates }) => Math.max(...rates) / GIGA, as: formatNumber },
        ],
        groupsOf(limits, "language", "limit")
          .map((own) => ({ ...own[0], rates: own.map(({ rate }) => rate) })),
      ),
    }, {
      name: "board-published",
      title: "Published, not run again",
      note:
        "10⁹ edges a second as they follow from what is printed, on machines of their authors: " +
        "no ratio to a figure above is one of the systems.",
      content: tableOf([
        ...texts("system"),
        ...counts("labels"),
        { name: "printed", of: ({ figure }) => figure },
        {
          name: "10⁹ edges/s",
          of: ({ edgesPerSecond }) => edgesPerSecond / GIGA,
          as: formatNumber,
        },
        ...texts("clock", "source"),
      ], published),
    }, {
      name: "board-absent",
      title: "Not there",
      note: "What did not run here, and why.",
      content: tableOf([
        { name: "system", of: ([{ system }]) => system },
        { name: "datasets", of: (own) => own.map(({ dataset }) => dataset).join(", ") },
        { name: "reason", of: ([{ reason }]) => reason },
      ], groupsOf(absent, "system", "reason")),
    }];
  },
});
