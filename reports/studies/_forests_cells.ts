/**
 * How fast forests are built, searched and summed, by their size.
 *
 * @module
 */

import { newWork } from "../../decoders/contract.ts";
import { ChartBuilder } from "../../decoders/parsing/forest/chart.ts";
import { type Forest, ForestStore } from "../../decoders/parsing/forest/forest.ts";
import { compileGrammar } from "../../decoders/parsing/forest/grammar.ts";
import { InsideOutside } from "../../decoders/parsing/forest/inside_outside.ts";
import { isNoForest, openForest, Workspace } from "../../decoders/parsing/forest/open_forest.ts";
import { permittedSlots } from "../../decoders/parsing/forest/permitted_slots.ts";
import { viterbi } from "../../decoders/parsing/forest/viterbi.ts";
import type { ParsingModel, ParsingSentence } from "../../decoders/parsing/model.ts";
import { Random } from "../../datasets/random.ts";
import { resolveParses } from "../../harness/problems/parsing/discover.ts";
import { parsesOf } from "../../harness/problems/parsing/parses_file.ts";
import { UsageError } from "../../harness/terminal/usage_error.ts";
import type { Runner } from "./_parts.ts";
import type { StudyCell, StudySettings } from "./contract.ts";
import { hash } from "./_corpora.ts";
import { plainChart, plainForest, plainRules, plainSums, plainViterbi } from "./_plain_forest.ts";
import { type LineOf, number, text, word } from "../../harness/store/table.ts";

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
/** How far the plain sums may be off. */
const TOLERANCE = 1e-7;

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

/** A round of a way to do a part; but for times and passes, sums over the sentences. */
export type ForestsLine = LineOf<typeof COLUMNS>;

/** Times in this process, one thread, ways in turns. */
const forests: Runner<ForestsLine> = {
  name: "forests",
  meaning: "speed of charts, Viterbi and inside-outside by size of the forest, beside plain loops",
  columns: Object.keys(COLUMNS),
  cells,
};
export default forests;

async function cells(settings: StudySettings, sources: string): Promise<StudyCell<ForestsLine>[]> {
  const { seed, datasets = [DATASET], sentences = SENTENCES } = settings;
  const cells: StudyCell<ForestsLine>[] = [];
  for (const asked of datasets) {
    const { name, open } = await resolveParses(asked);
    for (const size of SIZES) {
      cells.push({
        key: hash([sources, name, sentences, seed, size]),
        title: `${name}: forests of about ${size} edges`,
        run: async () => {
          const { task: { contents }, space } = await open(sentences, seed);
          return measure(name, parsesOf(contents, space), size, seed);
        },
      });
    }
  }
  return cells;
}

/** Something that is timed. */
interface Timed extends Pick<ForestsLine, "part" | "way" | "visits"> {
  pass(): void;
}

function measure(
  dataset: string,
  { model, sentences }: { model: ParsingModel; sentences: readonly ParsingSentence[] },
  size: number,
  seed: number,
): ForestsLine[] {
  const chosen = ofSize(model, sentences, size);
  const sum = (value: (one: Opened) => number) => chosen.reduce((all, one) => all + value(one), 0);
  const facts = {
    ...{ dataset, tags: model.tagCount, size, sentences: chosen.length },
    words: sum(({ sentence }) => sentence.length),
    items: sum(({ items }) => items),
    chart_edges: sum(({ edges }) => edges),
    forest_edges: sum(({ forest }) => forest.left.length),
    bytes: sum(({ bytes }) => bytes),
  };
  const ways = waysOf(model, chosen, facts);
  const repeats = ways.map((way) => {
    for (let i = 0; i < WARM_UPS; i++) way.pass();
    return Math.max(1, Math.ceil(ROUND_MS / elapsed(way.pass, 1)));
  });
  const random = new Random(seed);
  const lines: ForestsLine[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    for (const i of random.shuffle([...ways.keys()])) {
      const { part, way, visits, pass } = ways[i]!;
      const passes = repeats[i]!;
      const pass_ms = elapsed(pass, passes) / passes;
      lines.push({ ...facts, part, way, round, passes, visits, pass_ms });
    }
  }
  return lines;
}

function elapsed(pass: () => void, passes: number): number {
  const start = performance.now();
  for (let i = 0; i < passes; i++) pass();
  return performance.now() - start;
}

/** A sentence with its forest. */
interface Opened {
  readonly sentence: ParsingSentence;
  readonly forest: Forest;
  readonly leaves: Float64Array;
  /** Of the chart, item 0 left out. */
  readonly items: number;
  readonly edges: number;
  /** Held for the forest, its scores and its sums. */
  readonly bytes: number;
}

/** The sentences whose charts are nearest to a size, each with a workspace of its own. */
function ofSize(
  model: ParsingModel,
  sentences: readonly ParsingSentence[],
  size: number,
): Opened[] {
  const grammar = compileGrammar(model);
  const builder = new ChartBuilder(grammar);
  const distance = (edges: number) => Math.abs(Math.log(edges / size));
  const near = sentences.map((sentence) => {
    const slots = permittedSlots(sentence, 0);
    const built = builder.build(sentence.length, slots, Infinity, new ForestStore(), newWork());
    return { sentence, edges: built?.edgeCount ?? 0, items: (built?.itemCount ?? 1) - 1 };
  })
    .filter(({ edges }) => edges > 0)
    .toSorted((a, b) => distance(a.edges) - distance(b.edges));
  const opened: Opened[] = [];
  for (const { sentence, edges, items } of near) {
    const workspace = new Workspace(grammar);
    const forest = openForest(sentence, newWork(), workspace);
    if (isNoForest(forest)) continue;
    const { emissions, leafScores } = forest.slots;
    const leaves = emissions.map((score, slot) => score + leafScores[slot]!);
    const weights = workspace.numbers(forest.left.length);
    // Beside the weights the sums have four numbers an item.
    const bytes = bytesOf(workspace.store) + weights.byteLength + 32 * forest.symbols.length;
    opened.push({ sentence, forest, leaves, items, edges, bytes });
    if (opened.length === OF_A_SIZE) return opened;
  }
  throw new UsageError(`Cannot find ${OF_A_SIZE} sentences that parse: ${opened.length} do`);
}

function bytesOf(store: ForestStore): number {
  return Object.values(store).reduce(
    (sum: number, array: Int32Array | Float64Array) => sum + array.byteLength,
    0,
  );
}

/** What is timed; the plain ways must find what the others do. */
function waysOf(
  model: ParsingModel,
  chosen: readonly Opened[],
  counts: { readonly chart_edges: number; readonly forest_edges: number; readonly items: number },
): Timed[] {
  const { chart_edges, forest_edges } = counts;
  const grammar = compileGrammar(model);
  const builder = new ChartBuilder(grammar);
  const store = new ForestStore();
  const workspace = new Workspace(grammar);
  const rules = plainRules(model);
  const plain = chosen.map(({ forest }) => plainForest(forest));
  const slots = chosen.map(({ sentence }) => permittedSlots(sentence, 0));
  const best = new Float64Array(Math.max(...chosen.map(({ forest }) => forest.symbols.length)));
  const weights = new Float64Array(Math.max(...chosen.map(({ forest }) => forest.left.length)));
  const found = chosen.map(({ forest, leaves }) => viterbi(forest, leaves, forest.scores, best));
  const logs = chosen.map(({ forest, leaves }) => sumsOf(forest, leaves, weights));
  return [
    timed("chart", "arrays", chart_edges, () => {
      chosen.forEach(({ sentence: { length } }, i) => {
        builder.build(length, slots[i]!, Infinity, store, newWork());
      });
    }),
    timed("chart", "plain", chart_edges, () => {
      chosen.forEach(({ sentence: { length }, items, edges }, i) => {
        const made = plainChart(model, rules, length, slots[i]!);
        agree(made.items === items && made.edges === edges, "the plain chart");
      });
    }),
    timed("forest", "arrays", chart_edges, () => {
      chosen.forEach(({ sentence }) => openForest(sentence, newWork(), workspace));
    }),
    timed("viterbi", "arrays", forest_edges, () => {
      chosen.forEach(({ forest, leaves }, i) => {
        agree(viterbi(forest, leaves, forest.scores, best) === found[i], "Viterbi");
      });
    }),
    timed("viterbi", "plain", forest_edges, () => {
      chosen.forEach(({ leaves }, i) => {
        agree(plainViterbi(plain[i]!, leaves) === found[i], "the plain Viterbi");
      });
    }),
    timed("sums", "arrays", 2 * forest_edges, () => {
      chosen.forEach(({ forest, leaves }) => sumsOf(forest, leaves, weights));
    }),
    timed("sums", "plain", 2 * forest_edges, () => {
      chosen.forEach(({ leaves }, i) => {
        agree(Math.abs(plainSums(plain[i]!, leaves) - logs[i]!) < TOLERANCE, "plain sums");
      });
    }),
  ];
}

function timed(part: Timed["part"], way: Timed["way"], visits: number, pass: () => void): Timed {
  return { part, way, visits, pass };
}

function sumsOf(forest: Forest, leaves: Float64Array, weights: Float64Array): number {
  const sums = new InsideOutside(forest, weights);
  sums.run(leaves);
  return sums.logPartition;
}

function agree(isSame: boolean, who: string): void {
  if (!isSame) throw new Error(`Cannot compare speeds: ${who} found something else`);
}
