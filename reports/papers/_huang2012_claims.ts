/**
 * The claims of Huang et al. 2012, each with the rule by which a run judges it.
 *
 * @module
 */

import { formatShare } from "../numbers/format.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { published, publishedValue } from "../published/published.ts";
import { claims } from "./claims.ts";
import type { Claim } from "./contract.ts";
import {
  answersAreRight,
  beside,
  faster,
  fastestSetting,
  gainGrowsWithLabels,
  inTurn,
  iterationsAsPublished,
} from "./judges.ts";
import { fasterAtEveryK, gainShrinksWithK, speedsMeet } from "./curve_judges.ts";
import {
  BEST_A_STAR,
  farthestOf,
  fastestOfAll,
  publishedRatios,
  slowerOf,
  times,
} from "./speeds.ts";

const PAPER = "huang2012";
const ONE_BEST = { paper: PAPER, table: "table4" };
const FIVE_BEST = { paper: PAPER, table: "table5" };

/** The two decoders whose curves meet in Figure 4. */
const CURVES = { fast: "iterative-viterbi-a-star", slow: "viterbi-a-star" };
/** The task that Figure 4 is about. */
const FIGURE_4 = "conll2003";
const NEAR_BEAM = { ...FIVE_BEST, fast: CURVES.fast, slow: "beam" };
/** The exact decoders of Table 4 besides A* (best) and iterative Viterbi. */
const RIVALS = ["viterbi", "carpediem", "iterative-a-star"];

/** Tasks of the paper's tables of speeds. */
const TASKS = ["pos", "conll2000", "conll2003", "supertag", "search-query"];
/** Labels of the paper's smallest task, on which Viterbi A* is the faster one. */
const TAGGING = 45;
/** The abstract: from more labels than this the k-best decoder is several times as fast. */
const HUNDREDS = 200;
/** Fewer times than this are not several. */
const SEVERAL = 2;
/** More labels than this are too many for the forward pass of Viterbi A*, says the paper. */
const MANY = { labels: 1000, words: "with more than 1,000 labels" };
/** The ends of the axis of Figure 4. */
const [LEAST, LARGEST] = [10, 100];
/** The paper: "for k < 30". */
const SMALL = publishedValue({ paper: PAPER, metric: "faster_below_k" })!;
/** The paper: "when k becomes 90 or larger". */
const MEETING = publishedValue({ paper: PAPER, metric: "converged_from_k" })!;
/** Speeds within this factor have met: about the width of a point in the figure. */
export const MET = 1.25;
/** A curve over less than this factor of k shows no trend. */
const RANGE = 10;
/** The n of k′ = n·k that the paper selected; it is our default, too. */
const SELECTED = publishedValue({ paper: PAPER, metric: "candidates" })!;

const isTagging = ({ labels }: SummaryRow): boolean => labels <= TAGGING;
const isAboveTagging = (row: SummaryRow): boolean => !isTagging(row);

/** The claims, in the paper's order. */
export const HUANG2012_CLAIMS: readonly Claim[] = claims({ cite: "Huang et al. 2012" }, [
  {
    name: "same-scores",
    place: "§5.2; Kaji et al. 2010; Belanger et al.",
    statement: "All exact decoders find paths of the same score.",
    printed: "the same accuracy, in words",
    judge: answersAreRight(),
  },
  {
    name: "iterative-viterbi-beats-viterbi",
    place: "Table 4",
    statement: "Iterative Viterbi is faster than Viterbi at every label count.",
    everywhere: TASKS,
    judge: faster({ fast: "iterative-viterbi", slow: "viterbi", table: ONE_BEST }),
  },
  {
    name: "iteration-counts",
    place: "Table 3; Kaji et al. 2010, Table 2",
    statement: "Iterative Viterbi needs about as many iterations as published.",
    judge: iterationsAsPublished(1),
    remark: "Corpora and features differ from the papers'; synthetic lattices have no published " +
      "counterpart.",
  },
  {
    name: "pruning-pays",
    place: "§5.2",
    statement: "Pruning makes iterative Viterbi faster.",
    printed: pruningGain,
    judge: faster({ fast: "iterative-viterbi", slow: "iterative-viterbi{prune=false}" }),
  },
  {
    name: "carpediem-loses",
    place: "Table 4; Kaji et al. 2010, Table 1",
    statement: "CarpeDiem is slower than Viterbi where transitions matter.",
    printed: carpediemLosses,
    judge: faster({
      fast: "viterbi",
      slow: "carpediem",
      table: ONE_BEST,
      on: `each dataset with more than ${TAGGING} labels (on tagging Kaji et al. have it faster) ` +
        "but those of the family weak, and on the sweep from the strength where transitions vary " +
        "as much as emissions (dial 1)",
      where: (row) => isAboveTagging(row) && row.family !== "weak",
      also: ({ family, dataset_settings: { dial = 0, length } }) =>
        family === "structureless" && dial >= 1 && length === undefined,
    }),
  },
  {
    name: "a-star-gains-grow",
    place: "Table 4",
    statement: "The gain of A* (best) over Viterbi grows with the number of labels.",
    printed: () => publishedRatios({ ...ONE_BEST, fast: "a-star-best", slow: "viterbi" }),
    judge: gainGrowsWithLabels(BEST_A_STAR),
  },
  {
    name: "a-star-second-best",
    place: "§5.2, Table 4",
    statement: "A* (best) is second only to iterative Viterbi on every task but tagging (POS).",
    everywhere: TASKS.slice(1),
    printed: () => gainsOverRivals("a-star-best", RIVALS),
    judge: faster({
      fast: BEST_A_STAR,
      slow: fastestOfAll(RIVALS),
      on: `each dataset with more than ${TAGGING} labels`,
      where: isAboveTagging,
      detail: (best, rival) => `${rival.decoder} by ${best.decoder}`,
    }),
    remark: "Heuristics are the naive one and the levels that were timed; the evidence names it.",
  },
  {
    name: "iterative-a-star-slower",
    place: "§5.2, Table 4",
    statement: "Iterative A* is slower than A* with the best heuristic.",
    judge: faster({
      fast: BEST_A_STAR,
      slow: "iterative-a-star",
      table: { ...ONE_BEST, fast: "a-star-best" },
    }),
  },
  {
    name: "viterbi-a-star-beats-k-best-viterbi",
    place: "§5.2, Table 5",
    statement: "Viterbi A* finds the 5 best paths faster than k-best Viterbi.",
    judge: faster({
      fast: "viterbi-a-star",
      slow: "viterbi",
      k: 5,
      table: { ...FIVE_BEST, slow: "k-best-viterbi" },
    }),
    remark: "The paper's own ratio for supertags is below 1, but its text calls k-best Viterbi " +
      "very slow everywhere.",
  },
  {
    name: "viterbi-a-star-beats-a-star",
    place: "§5.2, Table 5",
    statement:
      "Viterbi A* finds the 5 best paths faster than A* (best) but slower with more than " +
      "a thousand labels.",
    everywhere: TASKS,
    judge: faster({
      fast: "viterbi-a-star",
      slow: BEST_A_STAR,
      k: 5,
      otherWay: { words: MANY.words, where: ({ labels }) => labels > MANY.labels },
      table: { ...FIVE_BEST, slow: "k-best-a-star-best" },
    }),
  },
  {
    name: "iterative-viterbi-a-star-beats-viterbi-a-star",
    place: "§5.2, Table 5",
    statement: "Iterative Viterbi A* finds the 5 best paths faster than Viterbi A* with hundreds " +
      "of labels or more and slower with the 45 of tagging.",
    everywhere: TASKS,
    judge: faster({
      ...CURVES,
      k: 5,
      otherWay: { words: `with ${TAGGING} labels or fewer`, where: isTagging },
      table: FIVE_BEST,
    }),
    remark: "The direction is judged, not the size.",
  },
  {
    name: "iterative-viterbi-a-star-several-times-faster",
    place: "abstract, §1",
    statement:
      "Iterative Viterbi A* finds the 5 best paths several times as fast as Viterbi A* on " +
      `every task with more than ${HUNDREDS} labels.`,
    everywhere: TASKS.slice(1),
    judge: faster({
      ...CURVES,
      k: 5,
      on: `each dataset with more than ${HUNDREDS} labels`,
      where: ({ labels }) => labels > HUNDREDS,
      above: SEVERAL,
      table: FIVE_BEST,
    }),
  },
  {
    name: "both-beat-the-others",
    place: "§5.2, Figure 4",
    statement: "Viterbi A* and iterative Viterbi A* are faster than k-best Viterbi and A* (best) " +
      "at every k.",
    printed: "conll2003: significantly faster, in words",
    judge: fasterAtEveryK({
      fast: slowerOf(CURVES.fast, CURVES.slow),
      slow: fastestOfAll(["viterbi", BEST_A_STAR]),
      about: FIGURE_4,
      from: LEAST,
      reach: LARGEST,
      to: LARGEST,
      givesLeast: true,
    }),
  },
  {
    name: "faster-at-small-k",
    place: "§5.2, Figure 4",
    statement: `Iterative Viterbi A* is faster than Viterbi A* for k < ${SMALL}.`,
    printed: `conll2003: faster for k < ${SMALL}`,
    judge: fasterAtEveryK({
      ...CURVES,
      about: FIGURE_4,
      from: LEAST,
      reach: (LEAST + SMALL) / 2,
      to: SMALL - 1,
    }),
  },
  {
    name: "gain-shrinks-with-k",
    place: "§5.2, Figure 4",
    statement: "The gain of iterative Viterbi A* over Viterbi A* shrinks as k grows.",
    printed: "no figure: the curves converge, in words",
    judge: gainShrinksWithK({
      ...CURVES,
      about: FIGURE_4,
      from: LEAST,
      to: LARGEST,
      range: RANGE,
    }),
  },
  {
    name: "curves-meet",
    place: "§5.2, Figure 4",
    statement: "The speed of iterative Viterbi A* has come down to that of Viterbi A* at " +
      `k = ${MEETING}.`,
    printed: `conll2003: meet at k = ${MEETING}`,
    judge: speedsMeet({
      ...CURVES,
      about: FIGURE_4,
      from: LEAST,
      to: LARGEST,
      at: MEETING,
      within: MET,
    }),
  },
  {
    name: "k-best-near-beam",
    place: "§5.2, Table 5",
    statement: "The speed of 5-best iterative Viterbi A* is comparable to that of beam search.",
    judge: faster({
      fast: CURVES.fast,
      slow: "beam{width=5}",
      k: 5,
      within: {
        words: "the farthest of the five that the paper calls comparable",
        value: () => farthestOf(NEAR_BEAM),
      },
      table: NEAR_BEAM,
      detail: (_, beam) => `(beam ${formatShare(beam.exact_share ?? 0)} exact)`,
    }),
    remark: "The paper's k-best beams are as wide as k.",
  },
  {
    name: "k-best-iteration-counts",
    place: "Table 3",
    statement: "Iterative Viterbi A* needs about as many iterations for 5 paths as published.",
    judge: iterationsAsPublished(5),
    remark: "Corpora and features differ from the paper's. The paper's expansion rule can loop " +
      "forever; ours also expands where a path but the best is not active.",
  },
  {
    name: "twice-k-candidates",
    place: "§4.4",
    statement: `Iterative Viterbi A* is fastest with k′ = ${SELECTED}k candidates.`,
    printed: `k′ = ${SELECTED}k selected, without figures`,
    judge: fastestSetting({
      decoder: CURVES.fast,
      option: "candidates",
      letter: "n",
      selected: SELECTED,
      others: [1, 3, 4],
      k: 5,
    }),
  },
  {
    name: "lower-bounds-essential",
    place: "§4.4",
    statement: "Updating the lower bound from a beam (line 1) and from active paths (line 16) is " +
      "essential to the speed of iterative Viterbi A*.",
    printed: "no figure: essential, in words",
    judge: inTurn({
      "line 1": faster({ fast: CURVES.fast, slow: `${CURVES.fast}{beam=false}`, k: 5 }),
      "line 16": faster({ fast: CURVES.fast, slow: `${CURVES.fast}{ends=false}`, k: 5 }),
    }),
  },
  {
    name: "lower-bound-boost",
    place: "§4.4",
    statement: "Updating the lower bound from the inner search (line 19) makes iterative Viterbi " +
      "A* faster still.",
    printed: "no figure: boosts the speed further, in words",
    judge: faster({ fast: CURVES.fast, slow: `${CURVES.fast}{popped=false}`, k: 5 }),
  },
  {
    name: "iterative-viterbi-fastest",
    order: 22,
    place: "§5.2, Table 4",
    statement: "Iterative Viterbi is the fastest of the paper's exact decoders on every task.",
    everywhere: TASKS,
    printed: () => gainsOverRivals("iterative-viterbi", ["a-star-best", ...RIVALS]),
    judge: beside(
      faster({
        fast: "iterative-viterbi",
        slow: fastestOfAll([BEST_A_STAR, ...RIVALS]),
        detail: (_, rival) => rival.decoder,
      }),
      "and the newer column generation",
      faster({ fast: "iterative-viterbi", slow: "column-generation" }),
    ),
  },
]);

/** The paper gives the speed without pruning in its text, for one task. */
function pruningGain(): string {
  const fields = { paper: PAPER, dataset: "conll2003", metric: "speed", k: "1" };
  const pruned = publishedValue({ ...fields, table: "table4", algorithm: "iterative-viterbi" })!;
  const whole = publishedValue({ ...fields, algorithm: "iterative-viterbi{prune=false}" })!;
  return `${fields.dataset} ${times(pruned / whole)}`;
}

/** The papers disagree about tagging. */
function carpediemLosses(): string {
  const pair = { ...ONE_BEST, fast: "viterbi", slow: "carpediem" };
  const other = { ...pair, paper: "kaji2010", table: "table1" };
  return `${publishedRatios(pair)}; Kaji et al.: ${publishedRatios(other)}`;
}

/** The speeds of a decoder of Table 4 over that of its fastest rival. */
function gainsOverRivals(decoder: string, names: readonly string[]): string {
  return published({ ...ONE_BEST, algorithm: decoder }).map(({ dataset, value }) => {
    const rivals = published({ ...ONE_BEST, dataset })
      .filter(({ algorithm }) => names.includes(algorithm)).map(({ value }) => Number(value));
    return `${dataset} ${times(Number(value) / Math.max(...rivals))}`;
  }).join(", ");
}
