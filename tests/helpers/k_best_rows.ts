/**
 * Seeded result rows of the k-best decoders by k, for the tests of the report.
 *
 * @module
 */

import type { Row } from "../../harness/store/rows.ts";
import { type FakeDataset, type FakeDecoder, measure } from "./measure.ts";
import { A_STARS, beam, DATASETS, DECODERS, exactDecoder, one } from "./rows.ts";

/** They stand for the tasks of the papers. */
const K_BEST_NAMES = [
  "ewt_pos45",
  "ewt_pos_morph_chunk319",
  "hwu_slot_scenario323",
  "ewt_pos_morph_chunk443",
  "erg_supertag2597",
];
/** As many labels as the tasks of the papers have. */
const K_BEST_TASKS: readonly FakeDataset[] = [
  ...[45, 319, 323, 443, 2597].map((labels, index) => ({
    name: K_BEST_NAMES[index]!,
    family: "real",
    labels,
    sentences: 40,
    meanLength: 12,
  })),
  DATASETS[3]!,
];

const [VITERBI, CONTROL] = DECODERS;
const K_BEST_DECODERS: readonly FakeDecoder[] = [
  { ...VITERBI!, growth: linear, memory: (k) => 20 + k },
  { ...CONTROL!, growth: linear },
  { ...beam(5, 0.9), memory: (k) => 5 + k / 10 },
  ...A_STARS.map((decoder) => ({
    ...decoder,
    maxK: Infinity,
    growth: linear,
    memory: (k: number) => 20 + 2 * k,
  })),
  ...["", "{deviations=eager}"].map((options, index) => ({
    ...exactDecoder(`viterbi-a-star${options}`, one),
    maxK: Infinity,
    growth: (k: number) => 1 + k * (index + 1) / 500,
    memory: (k: number) => 15 + k * (1 + 9 * index) / 10,
  })),
];
const [BASIC, SLOWER] = [1, 1.3];
const ITERATIVE_VITERBI_A_STARS = Object.entries({
  "": BASIC,
  "{candidates=1}": SLOWER,
  "{candidates=3}": 1.1,
  "{candidates=4}": SLOWER,
  "{beam=false}": 2,
  "{ends=false}": 1.5,
  "{popped=false}": SLOWER,
}).map(([options, cost]): FakeDecoder => ({
  ...exactDecoder(
    `iterative-viterbi-a-star${options}`,
    (labels) => cost * (labels > 45 ? 0.11 : 1.6),
  ),
  maxK: Infinity,
  iterations: (labels) => cost * (10 + Math.log2(labels) / 2),
  memory: (k) => 10 + k / 5,
}));

/**
 * What the paper suite adds for k > 1: the k-best decoders by k on real tasks and a synthetic one,
 * the ablations of iterative Viterbi A*, and iterative Viterbi for its iterations.
 */
export function fakeKBestRows(): Row[] {
  const [normal, ...ablations] = ITERATIVE_VITERBI_A_STARS;
  const decoders = [...K_BEST_DECODERS, normal!];
  const iterativeViterbi = DECODERS.filter(({ name }) => name === "iterative-viterbi");
  return [
    ...measure(K_BEST_TASKS, [...decoders, ...iterativeViterbi], [1], 7, 3),
    ...measure(K_BEST_TASKS, [...decoders, ...ablations], [5], 7, 3),
    ...measure(K_BEST_TASKS, decoders, [10, 20, 50, 90, 100, 1000], 7, 3),
  ];
}

function linear(k: number): number {
  return k;
}
