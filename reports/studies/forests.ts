/**
 * The study of forests: speed of charts, Viterbi and inside-outside, beside plain loops.
 *
 * @module
 */

import { Random } from "../../datasets/random.ts";
import type { ParsingModel, ParsingSentence } from "../../decoders/parsing/model.ts";
import { resolveParses } from "../../harness/problems/parsing/discover.ts";
import { parsesOf } from "../../harness/problems/parsing/parses_file.ts";
import { type LineOf, number, text, word } from "../../harness/store/table.ts";
import { tableOf } from "../columns.ts";
import {
  formatCount,
  formatInterval,
  formatNumber,
  formatRatio,
  significant,
} from "../numbers/format.ts";
import { type Estimate, estimateMedian, medianRatio } from "../numbers/statistics.ts";
import { dots, hues, lines, log } from "../picture.ts";
import { openForests, timedWays } from "./_forest_ways.ts";
import { timedInTurns, total } from "./_resampled.ts";
import { chartOf, study } from "./contract.ts";

/** The family in one wide beam, so that there is one chart a sentence. */
const DATASET = "synthetic-parsing-238{beam=0.001,cutoff=150}";
/** Edges of a chart that sentences are looked for with. */
const SIZES = [5_000, 20_000, 80_000, 320_000];
/** Sentences of a size, and those that they are chosen from. */
const OF_A_SIZE = 8;
const SENTENCES = 400;
const ROUNDS = 7;
const WARM_UPS = 3;
/** Milliseconds of a round of one way: passes are repeated until then. */
const ROUND_MS = 40;

/** A round of a way to do a part; but for times and passes, sums over the sentences. */
const COLUMNS = {
  dataset: text,
  tags: number,
  /** Edges of a chart that sentences were looked for with. */
  size: number,
  sentences: number,
  words: number,
  items: number,
  chart_edges: number,
  forest_edges: number,
  part: word("chart", "forest", "viterbi", "sums"),
  way: word("arrays", "plain"),
  round: number,
  passes: number,
  /** Edges, each as often as it is visited, of a pass. */
  visits: number,
  pass_ms: number,
  bytes: number,
};

type Line = LineOf<typeof COLUMNS>;

/** What is done, as tables call it. */
const PARTS = {
  chart: "chart",
  forest: "chart, pruned and scored",
  viterbi: "Viterbi",
  sums: "inside and outside",
};
const LOOKS = {
  [PARTS.chart]: { color: "#0077bb", shape: "circle" },
  [PARTS.forest]: { color: "#33bbee", shape: "triangle-up" },
  [PARTS.viterbi]: { color: "#ee7733", shape: "diamond" },
  [PARTS.sums]: { color: "#009988", shape: "square" },
};
const WAYS = ["arrays", "plain loops"] as const;
const MILLION = 1e6;

export default study({
  name: "forests",
  meaning: "speed of charts, Viterbi and inside-outside by size of the forest, beside plain loops",
  title: "Forests",
  order: 80,
  introduction: [
    "All parsers begin with the same packed forest: a chart is built bottom-up, what no derivation " +
    "uses is dropped, edges get their scores. Then a sweep finds the best derivation (Viterbi), or " +
    "two sweeps add all of them up (inside and outside). How fast is that by the size of the " +
    "chart, and how much of it is due to how it is stored?",
    "Beside our arrays stand plain loops that find the same: the chart by Cocke, Younger and Kasami " +
    "with maps, all pairs of items at all splits; items and edges as objects; sums with " +
    "logarithms. Scores of best derivations are compared with `===`, items and edges are counted, " +
    "sums are compared to 1e-7.",
    "A visit is an edge in one sweep: of the chart every edge that is built, of the others every " +
    "edge that a derivation uses; inside and outside are two visits an edge, and the sweep for the " +
    "best derivation, which scales them, is within their time and counts as none. One thread; each " +
    "round takes the ways in a random order.",
  ],
  columns: COLUMNS,

  /** Times in this process, one thread, ways in turns. */
  async *cells({ seed, datasets = [DATASET], sentences = SENTENCES }) {
    for (const asked of datasets) {
      const { name, open } = await resolveParses(asked);
      for (const size of SIZES) {
        yield {
          identity: [name, sentences, seed, size],
          title: `${name}: forests of about ${size} edges`,
          run: async () => {
            const { dataset: { contents }, space } = await open(sentences, seed);
            return await measure(name, parsesOf(contents, space), size, seed);
          },
        };
      }
    }
  },

  summarise,

  tables: (sizes) => [
    {
      name: "forests-speed",
      title: "Speed by size",
      note:
        "Million visits a second, median of the rounds with its 95% interval; the plain loops; and " +
        "how many times as fast the arrays are, in the same rounds.",
      content: tableOf([
        { name: "dataset", of: (own) => own.dataset },
        { name: "edges of a chart", of: (own) => own.edges, as: formatWhole },
        { name: "part", of: (own) => own.part },
        { name: "million visits/s", of: ({ arrays }) => arrays.median, as: formatNumber },
        { name: "interval", of: ({ arrays }) => formatInterval(arrays), align: "right" },
        { name: "plain", of: ({ plain }) => plain ?? "", as: formatRatio },
        { name: "× plain", of: ({ ratio }) => ratio ?? "", as: formatRatio },
      ], sizes.flatMap(({ parts }) => parts)),
    },
    {
      name: "forests-size",
      title: "Sentences and memory",
      note:
        "Means over the sentences; bytes are those held for the forest, its scores and its sums, " +
        "for each edge of the chart.",
      content: tableOf([
        { name: "dataset", of: (own) => own.dataset },
        { name: "sentences", of: (own) => own.sentences, as: formatCount },
        { name: "words", of: (own) => own.words / own.sentences, as: formatWhole },
        { name: "items", of: (own) => own.items / own.sentences, as: formatWhole },
        { name: "edges of a chart", of: ({ edges }) => edges, as: formatWhole },
        { name: "edges in use", of: (own) => own.forest_edges / own.sentences, as: formatWhole },
        { name: "bytes an edge", of: (own) => own.bytes / own.chart_edges, as: formatTenths },
      ], sizes),
    },
  ],

  charts: (sizes) => [
    chartOf({
      name: "forests-speed",
      title: "Speed of forests by size",
      subtitle: "full: arrays; dashed: plain loops over objects",
      description:
        "Visits of edges a second by the edges of a chart: full lines are our arrays, dashed ones " +
        "plain loops over objects.",
      rows: sizes.flatMap(({ parts }) => parts).flatMap(points),
    }, {
      width: 620,
      height: 300,
      x: log("edges", "edges of a chart", { format: "~s" }),
      y: log("speed", "visits a second", { format: "~s" }),
      looks: {
        ...hues("part", LOOKS, { title: null, orient: "bottom", columns: 2 }),
        strokeDash: {
          field: "way",
          type: "nominal",
          scale: { domain: WAYS, range: [[1, 0], [5, 4]] },
          legend: null,
        },
      },
      layers: [
        lines(),
        dots({ part: "part", way: "way", edges: ["edges of a chart", ","], speedText: "speed" }),
      ],
    }),
  ],
});

type Part = ReturnType<typeof summarise>[number]["parts"][number];

/** The sizes of each dataset with the speed of each part, in the order of the lines. */
function summarise(lines: readonly Line[]) {
  const sizes = Map.groupBy(lines, ({ dataset, size }) => JSON.stringify([dataset, size]));
  return [...sizes.values()].map((ofSize) => {
    const facts = ofSize[0]!;
    const edges = facts.chart_edges / facts.sentences;
    const parts = Object.entries(PARTS).flatMap(([part, title]) => {
      const own = ofSize.filter((line) => line.part === part);
      if (own.length === 0) return [];
      const of = (way: Line["way"]) => own.filter((line) => line.way === way);
      const [arrays, plain] = [of("arrays"), of("plain")];
      return [{
        dataset: facts.dataset,
        edges,
        part: title,
        arrays: speedOf(arrays),
        ...(plain.length === 0 ? {} : {
          plain: speedOf(plain).median,
          ratio: medianRatio([timesOf(arrays)], [timesOf(plain)]).median,
        }),
      }];
    });
    return { ...facts, edges, parts };
  });
}

function timesOf(lines: readonly Line[]): number[] {
  return lines.map(({ pass_ms }) => pass_ms);
}

/** Million visits a second. */
function speedOf(lines: readonly Line[]): Estimate {
  const { median, low, high } = estimateMedian([timesOf(lines)]);
  const speed = (ms: number) => 1000 * lines[0]!.visits / ms / MILLION;
  return { median: speed(median), low: high && speed(high), high: low && speed(low) };
}

/** A point for each way. */
function points({ part, edges, arrays, plain }: Part) {
  const speeds = [[WAYS[0], arrays.median], [WAYS[1], plain]] as const;
  return speeds.flatMap(([way, speed]) =>
    speed === undefined ? [] : [{
      part,
      way,
      edges: significant(edges),
      speed: significant(MILLION * speed),
      speedText: `${formatNumber(speed)} million visits/s`,
    }]
  );
}

function formatWhole(value: number): string {
  return formatCount(Math.round(value));
}

function formatTenths(value: number): string {
  return value.toFixed(1);
}

async function measure(
  dataset: string,
  { model, sentences }: { model: ParsingModel; sentences: readonly ParsingSentence[] },
  size: number,
  seed: number,
): Promise<Line[]> {
  const chosen = openForests(model, sentences, size, OF_A_SIZE);
  const facts = {
    dataset,
    tags: model.tagCount,
    size,
    sentences: chosen.length,
    words: total(chosen, ({ sentence }) => sentence.length),
    items: total(chosen, ({ items }) => items),
    chart_edges: total(chosen, ({ edges }) => edges),
    forest_edges: total(chosen, ({ forest }) => forest.left.length),
    bytes: total(chosen, ({ bytes }) => bytes),
  };
  const ways = timedWays(model, chosen).map(({ pass, ...way }) => {
    for (let i = 0; i < WARM_UPS; i++) pass();
    const passes = Math.max(1, Math.ceil(ROUND_MS / elapsed(pass, 1)));
    return { ...way, passes, pass: () => elapsed(pass, passes) / passes };
  });
  const timed = await timedInTurns(ways, { warmUps: 0, rounds: ROUNDS, random: new Random(seed) });
  return timed.map(({ way: { pass: _, ...way }, round, ms: pass_ms }) => ({
    ...facts,
    ...way,
    round,
    pass_ms,
  }));
}

function elapsed(pass: () => void, passes: number): number {
  const start = performance.now();
  for (let i = 0; i < passes; i++) pass();
  return performance.now() - start;
}
