/**
 * Seeded result rows and a manifest of realistic shape, for the tests of the report.
 *
 * @module
 */

import type { SummaryRow } from "../../reports/numbers/summary_row.ts";
import type { Row } from "../../harness/store/rows.ts";
import { decoderColumns } from "./names.ts";
import { DENSE_EDGE_MS, type FakeDataset, type FakeDecoder, measure } from "./measure.ts";

/** Those of the quick suite. */
export const DATASETS: readonly FakeDataset[] = [
  { name: "ewt_pos45", family: "real", labels: 45, sentences: 400, meanLength: 12 },
  { name: "hwu_slot_scenario323", family: "real", labels: 323, sentences: 600, meanLength: 7 },
  ...[45, 319, 443, 1024, 2602].map((labels, index) => ({
    name: `synthetic-hmm-${labels}`,
    family: "hmm",
    labels,
    sentences: [60, 40, 40, 12, 12][index]!,
    meanLength: [23, 23, 12, 22, 3][index]!,
  })),
  ...["weak", "strong", "sparse", "structureless"].map((family) => ({
    name: `synthetic-${family}-319`,
    family,
    labels: 319,
    sentences: 40,
    meanLength: 23,
  })),
];

const HARD_FOR_CARPEDIEM: Record<string, number> = {
  "weak{dial=0": 0.001,
  "structureless{dial=0.01}": 0.001,
  "structureless{dial=0.1}": 0.02,
};

const HARD: Record<string, number> = { structureless: 40, strong: 6, weak: 0.5 };

/** Some of those of the quick suite, Viterbi and the control first. */
export const DECODERS: readonly FakeDecoder[] = [
  { name: "viterbi", exact: true, maxK: Infinity, exactShare: 1, iterations: one, share: one },
  { name: "control", exact: true, maxK: Infinity, exactShare: 1, iterations: one, share: one },
  beam(1, 0.62),
  beam(5, 0.97),
  iterative("iterative-viterbi", 1),
  iterative("iterative-viterbi{expansion=uniform}", 2.5),
  iterative("iterative-viterbi{prune=false}", 4),
];

/** Real ones, with known labels. */
const PAPER_TASKS: readonly FakeDataset[] = [
  { ...DATASETS[0]!, accuracy: 0.95 },
  { ...DATASETS[1]!, accuracy: 0.9 },
];

const DIALS = [0.01, 0.1, 1, 10].map((dial) => setting("structureless", 128, `dial=${dial}`, 20));

const GROWTH = ["weak{dial=0,length=T}", "structureless{length=T}"].flatMap((name) => {
  const [family, settings] = name.slice(0, -1).split("{");
  return [[32, 16], [64, 16], [128, 16], [64, 8], [64, 32]].map(([labels, length]) =>
    setting(family!, labels!, settings!.replace("T", String(length)), length!)
  );
});

/** A* with three heuristics. */
export const A_STARS = ["", "{heuristic=naive}", "{level=0}"].map((options, index) =>
  exactDecoder(`a-star${options}`, (labels) => (index + 1) * 9 / labels, 4e-6)
);

const FULL_SEARCH = exactDecoder("column-generation{search=full,cap=0}", () => 1.5);

/** The decoders of the papers besides, with their defaults. */
const PAPER_DECODERS: readonly FakeDecoder[] = [
  exactDecoder(
    "carpediem",
    (_, family) => HARD_FOR_CARPEDIEM[family.split(",")[0]!] ?? 1.1,
    1.2e-6,
  ),
  exactDecoder("column-generation", (labels) => Math.min(1.5, 12 / labels), 1e-6),
  exactDecoder("iterative-a-star", (labels) => 30 / labels, 4e-6),
];

/** A whole run: 11 datasets, 6 decoder variants and the control, k = 1 and 5. */
export function fakeRows(seed = 7, rounds = 11): Row[] {
  return measure(DATASETS, DECODERS, [1, 5], seed, rounds);
}

/**
 * What the paper suite adds, at k = 1: beam widths on real tasks with known labels, the decoders of
 * all papers, a sweep of the dial, and growth with labels and length.
 */
export function fakePaperRows(): Row[] {
  const [viterbi, control, , , iterativeViterbi, uniform, whole] = DECODERS;
  const defaults = [viterbi!, control!, ...PAPER_DECODERS, iterativeViterbi!];
  const variants = [...defaults, ...A_STARS, FULL_SEARCH, uniform!, whole!];
  const beams = [1, 2, 3, 4, 5, 8, 16, 20, 50].map((width) => beam(width, 1 - 0.4 / width ** 2));
  return [
    ...measure(PAPER_TASKS, [...variants, ...beams], [1], 7, 3),
    ...measure(DATASETS.slice(2, 4), [...variants, beams[0]!, beams[4]!], [1], 7, 3),
    ...measure([...DIALS, ...GROWTH], [...defaults, beams[0]!], [1], 7, 3),
  ];
}

/** Summaries in which uniform expansion is called the search in each position's own order. */
export function asOwnOrder(summary: readonly SummaryRow[]): SummaryRow[] {
  return summary.map((row) => ({
    ...row,
    decoder: row.decoder.replace("expansion=uniform", "order=emission"),
  }));
}

/** The run of `fakeRows` with a wrong decoder, a timeout, an error and an unchecked cell. */
export function fakeRowsWithFailures(): Row[] {
  const rows = fakeRows(7, 5);
  const change = (dataset: string, decoder: string, change: Partial<Row>): Row[] =>
    rows.filter((row) => row.dataset === dataset && row.decoder === "beam{width=5}" && row.k === 1)
      .map((row) => ({ ...row, ...decoderColumns(decoder), exact: true, ...change }));
  const untimed = { round: 0, elapsed_ms: 0, timed_sentences: 0, passes: 0, prepare_ms: 0 };
  return [
    ...rows,
    ...change("ewt_pos45", "naive", { verdict: "wrong", exact_share: 0.9725, mean_gap: 0.03125 }),
    ...change("hwu_slot_scenario323", "naive", {
      ...untimed,
      status: "timeout",
      verdict: "unchecked",
      reason: "no answer within 20 s",
    }).slice(0, 1),
    ...change("synthetic-hmm-2602", "naive", {
      ...untimed,
      status: "error",
      verdict: "unchecked",
      reason: "RangeError: Array buffer allocation failed | 2602×2602\n    at prepare",
    }).slice(0, 1),
    ...change("synthetic-hmm-319", "naive", { verdict: "unchecked" }),
  ];
}

const [ROW] = fakeRows(1, 1);
/** A row of a timed cell of a real task at k = 1 whose decoder is exact, and right. */
export function aRow(changes: Partial<Row> = {}): Row {
  return { ...ROW!, ...changes };
}

/** Rows, with some columns changed in those that have these values. */
export function withChanges<Line extends object>(
  rows: readonly Line[],
  values: Partial<NoInfer<Line>>,
  changes: Partial<NoInfer<Line>>,
): Line[] {
  const columns = Object.keys(values) as (keyof Line)[];
  return rows.map((row) =>
    columns.every((column) => row[column] === values[column]) ? { ...row, ...changes } : row
  );
}

/** A manifest as the harness writes it. */
export const FAKE_MANIFEST = {
  schema: 1,
  trellisVersion: "0.2.0",
  commandLine: "deno task bench --suite quick --seed 7 --out reports/runs/quick",
  suite: "quick",
  seed: 7,
  rounds: 11,
  startedAt: "2026-01-02T03:04:05.000Z",
  commit: "0123456789abcdef0123456789abcdef01234567",
  dirty: true,
  machine: {
    cpu: "Example CPU @ 2.50GHz",
    cores: 2,
    memoryBytes: 8 * 2 ** 30,
    os: "linux 6.1",
    arch: "x86_64",
    deno: "2.9.6",
    v8: "15.0.245.2",
    typescript: "6.0.3",
  },
  sessions: 1,
};

/** What dense Viterbi needs. */
export function one(): number {
  return 1;
}

/** A made-up beam. */
export function beam(width: number, exactShare: number): FakeDecoder {
  return {
    name: `beam{width=${width}}`,
    exact: false,
    maxK: Infinity,
    exactShare,
    iterations: one,
    share: (labels) => width / labels,
  };
}

function iterative(name: string, cost: number): FakeDecoder {
  const share: FakeDecoder["share"] = (labels, family) =>
    Math.min(1.6, cost * (HARD[family] ?? 1) * (18 / labels) ** 1.3);
  const iterations = (labels: number) => 2 + cost + Math.log2(labels) / 2;
  return { ...exactDecoder(name, share), iterations };
}

/** A made-up exact decoder of one path. */
export function exactDecoder(
  name: string,
  share: FakeDecoder["share"],
  edgeMs = DENSE_EDGE_MS,
): FakeDecoder {
  return { name, exact: true, maxK: 1, exactShare: 1, iterations: one, share, edgeMs };
}

function setting(family: string, labels: number, settings: string, meanLength: number) {
  const name = `synthetic-${family}-${labels}{${settings}}`;
  return { name, family: `${family}{${settings}}`, labels, sentences: 10, meanLength };
}
