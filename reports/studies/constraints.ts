/**
 * The study of constraints: BIO notation that no path can break, what it changes and costs.
 *
 * @module
 */

import { type BioScores, bioScores } from "../../decoders/tagging/bio.ts";
import { listRealDatasets, resolveDataset } from "../../harness/problems/sequence/discover.ts";
import { type NamedDataset, takeSample } from "../../harness/problems/sequence/sample.ts";
import { UsageError } from "../../harness/terminal/usage_error.ts";
import { type Cell, foundColumn, tableOf } from "../columns.ts";
import { numberIn } from "../numbers/study_rows.ts";
import {
  formatCount,
  formatInterval,
  formatNumber,
  formatPoints,
  formatRatio,
  formatShare,
  formatSpread,
  significant,
} from "../numbers/format.ts";
import { type Estimate, estimateMedian, median } from "../numbers/statistics.ts";
import { dots, hues, intervals, log, names } from "../picture.ts";
import { COLUMNS, compare, type ConstraintsLine as Line } from "./_constraints_measured.ts";
import { decoderSources, exactVariants } from "./_corpora.ts";
import { chartOf, study } from "./contract.ts";

/** Sentences of a dataset. */
const SENTENCES = 400;
const DECODERS = ["viterbi", "iterative-viterbi", "column-generation", "dominance", "auto"];
/** What is compared with the free paths. */
const [BIO, CONTROL] = ["constrained", "control: free again"] as const;
const LOOKS = {
  [BIO]: { color: "#ee7733", shape: "diamond" },
  [CONTROL]: { color: "#0077bb", shape: "circle" },
};

export default study({
  name: "constraints",
  meaning: "BIO notation that no path can break: paths, accuracy and decoding time",
  title: "Paths that keep to BIO notation",
  order: 80,
  introduction: [
    "In BIO notation `I-X` goes on with a chunk of kind X: it follows `B-X` or `I-X` and starts no " +
    "sentence. A tagger learns that only as far as its scores go, and now and then its best path " +
    "breaks the notation. Here the transitions that do so, and such first labels, get −∞ " +
    "(`bioScores`, `constrain`); nothing is trained anew, and the best path of what is left is " +
    "found exactly by the same decoders.",
    "Intervals are percentiles of a bootstrap over sentences; differences are taken within each " +
    "sample. Times are on the first sentences of each sample, each cell in a process of its own, " +
    "all in the same interleaved rounds in a random order. The control decodes without constraints " +
    "in another process: a change within its interval is none.",
    "−∞ is no harmless score for decoders that prune. `dominance` drops a label if another one is " +
    "better whatever follows, but nothing that may not go on with a chunk is better than what may; " +
    "bounds from the largest transition lose nothing. There is a way around: if the best of all " +
    "paths keeps to the notation, it is also the best of those that do. Who decodes without " +
    "constraints first, and with them only the sentences that came out broken, finds the same " +
    "scores for the free time and that of the broken ones alone.",
  ],
  columns: COLUMNS,

  async *cells({ seed, sentences = SENTENCES, datasets, decoders: names = DECODERS }) {
    const variants = await exactVariants(names);
    const decoders = await decoderSources(variants);
    for (const asked of datasets ?? await listRealDatasets()) {
      const { name, open } = await resolveDataset(asked);
      const { dataset } = await open(sentences, seed);
      const rules = rulesOf(name, dataset);
      if (typeof rules === "string") {
        if (datasets === undefined) continue;
        throw new UsageError(rules);
      }
      const count = Math.min(sentences, dataset.lengths.length);
      yield {
        identity: [decoders, dataset.hash, count, seed],
        title: `${name}: ${count} sentences`,
        run: async () => {
          const sample = takeSample(await open(count, seed), count);
          return await compare(sample, rules, variants, seed);
        },
      };
    }
  },

  summarise: (lines) => ({
    datasets: [
      ...Map.groupBy(
        lines.filter(({ quantity }) => quantity !== "milliseconds"),
        ({ dataset }) => dataset,
      ).values(),
    ],
    times: timesOf(lines.filter(({ quantity }) => quantity === "milliseconds")),
  }),

  tables: ({ datasets, times }) => [{
    name: "constraints-paths",
    title: "Paths before and after",
    note:
      "Forbidden: share of all pairs of labels. Broken: share of the sentences whose best path " +
      "breaks the notation, before and after, and whose right path does. Changed: share of the " +
      "tokens that get another label. Then the share of tokens, and of whole sentences, that are " +
      "right before, and by how much it changes, in percentage points; and the same for the tokens " +
      "of the sentences whose best path was broken, of which there are few. Brackets are 95% " +
      "intervals.",
    content: tableOf([
      { name: "dataset", of: ([first]) => first!.dataset },
      { name: "labels", of: ([first]) => first!.labels, as: formatCount },
      { name: "sentences", of: ([first]) => first!.sentences, as: formatCount },
      {
        name: "forbidden",
        of: ([first]) => first!.forbidden_pairs / first!.labels ** 2,
        as: formatShare,
      },
      foundColumn<Line>("broken", { quantity: "broken", paths: "free" }, formatShare, true),
      foundColumn<Line>("after", { quantity: "broken", paths: "bio" }, formatShare),
      foundColumn<Line>("right path", { quantity: "broken", paths: "right" }, formatShare),
      foundColumn<Line>("changed", { quantity: "tokens changed", paths: "bio" }, formatShare),
      ...(["tokens right", "sentences right", "tokens right where broken"] as const)
        .flatMap((quantity) => [
          foundColumn<Line>(quantity, { quantity, paths: "free" }, formatShare),
          foundColumn<Line>("change", { quantity, paths: "bio − free" }, formatPoints, true),
        ]),
    ], datasets),
  }, {
    name: "constraints-time",
    title: "Time before and after",
    note:
      "Microseconds a sentence without constraints and with them, medians over the rounds; the " +
      "ratio paired within rounds with its 95% interval, the same of the control, and the ratio of " +
      "the edges evaluated, which is the same on every machine.",
    content: tableOf([
      { name: "dataset", of: (own) => own.dataset },
      { name: "labels", of: (own) => own.labels, as: formatCount },
      { name: "sentences", of: (own) => own.sentences, as: formatCount },
      { name: "decoder", of: (own) => own.decoder },
      { name: "free µs", of: (own) => own.freeMicros, as: formatNumber },
      { name: "constrained µs", of: (own) => own.bioMicros, as: formatNumber },
      { name: "× free", of: (own) => ratioCell(own.ratio), align: "right" },
      { name: "control", of: (own) => ratioCell(own.control), align: "right" },
      { name: "edges × free", of: (own) => own.edges, as: (edges) => `${formatRatio(edges)}×` },
    ], times),
  }],

  charts: ({ times }) => [chartOf({
    name: "constraints-time",
    title: "Decoding time with constraints",
    subtitle: "1 is the time of the same decoder without constraints",
    description:
      "Time with paths in BIO notation alone, as a multiple of the time with all paths, a panel for " +
      "each dataset; 1 is no change. Beside it the control, which has no constraints either. Lines " +
      "are 95% intervals; the axis is logarithmic.",
  }, {
    columns: 2,
    share: ["x"],
    panels: [...Map.groupBy(times, ({ dataset }) => dataset)].map(([dataset, own]) => ({
      heading: { bold: `${dataset} (L = ${formatCount(own[0]!.labels)})` },
      width: 300,
      height: { step: 14 },
      rows: own.flatMap(({ decoder, ratio, control, bioMicros, freeMicros, edges }) => [
        pointOf(decoder, BIO, ratio, bioMicros, edges),
        pointOf(decoder, CONTROL, control, freeMicros * control.median, 1),
      ]),
      x: log("times", "time, multiple of that without constraints", {
        ticks: [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100],
      }),
      y: names("decoder", own.map(({ decoder }) => decoder), { scale: { paddingInner: 0.3 } }),
      channels: { yOffset: { field: "way", type: "nominal", sort: Object.keys(LOOKS) } },
      looks: hues("way", LOOKS),
      layers: [
        intervals("x", ["low", "high"], { mark: { strokeWidth: 1 } }),
        dots({
          decoder: "decoder",
          way: "paths",
          timesText: "time, × free [95%]",
          micros: "µs a sentence",
          edgesText: "edges, × free",
        }),
      ],
    })),
  })],
});

function ratioCell(estimate: Estimate): Cell {
  return {
    text: `${formatRatio(estimate.median)}× ${formatSpread(estimate)}`.trim(),
    value: estimate.median,
    hint: formatInterval(estimate),
  };
}

function pointOf(decoder: string, way: string, ratio: Estimate, micros: number, edges: number) {
  const { median, low, high } = ratio;
  return {
    decoder,
    way,
    times: significant(median),
    // Without an interval the line has no length.
    low: significant(low ?? median),
    high: significant(high ?? median),
    timesText: `${formatRatio(median)}× ${formatInterval(ratio)}`.trim(),
    micros: formatNumber(micros),
    edgesText: `${formatRatio(edges)}×`,
  };
}

/**
 * What decoders take with the constraints and without, by dataset in the order of the lines and
 * then by decoder; those that were not timed by all three are left out.
 */
function timesOf(lines: readonly Line[]) {
  return [...Map.groupBy(lines, ({ dataset }) => dataset).values()].flatMap((timed) => {
    const decoders = [...Map.groupBy(timed, ({ decoder }) => decoder)];
    return decoders.sort(([a], [b]) => a < b ? -1 : 1).flatMap(([, own]) => {
      const [free, again, bio] = (["free", "free again", "bio"] as const)
        .map((name) => own.filter(({ paths }) => paths === name)) as [Line[], Line[], Line[]];
      if (free.length === 0 || again.length === 0 || bio.length === 0) return [];
      return [{
        ...free[0]!,
        /** Medians a sentence. */
        freeMicros: 1000 * median(free.map(({ value }) => value)),
        bioMicros: 1000 * median(bio.map(({ value }) => value)),
        /** Paired within rounds; the control is without constraints, in another process. */
        ratio: ratioOf(bio, free),
        control: ratioOf(again, free),
        /** Transition scores evaluated with constraints over those without. */
        edges: numberIn(bio[0]!, "sentence_edges") / numberIn(free[0]!, "sentence_edges"),
      }];
    });
  });
}

/** Times over others, round by round. */
function ratioOf(own: readonly Line[], others: readonly Line[]): Estimate {
  const base = new Map(others.map(({ round, value }) => [round, value]));
  const paired = own.filter(({ round }) => base.has(round));
  return estimateMedian([paired.map(({ round, value }) => value / base.get(round)!)]);
}

/** The rules for the labels of a task, or why there are none. */
function rulesOf(
  name: string,
  { model, metadata, gold }: NamedDataset["dataset"],
): BioScores | string {
  // Without that structure decoding is another one, whatever is forbidden.
  if (model.structure !== undefined) {
    return `Cannot compare times on ${name}: its transitions have a structure`;
  }
  const labels = metadata["labels"];
  if (labels === undefined) return `Cannot constrain ${name}: it has no label names`;
  if (gold === undefined) return `Cannot judge ${name}: it has no right labels`;
  try {
    return bioScores(JSON.parse(labels));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return `Cannot constrain ${name}: ${error.message}`;
  }
}
