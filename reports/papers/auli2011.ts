/**
 * What a run says about Auli and Lopez 2011: its tables, and its claims with the rule by which each
 * is judged.
 *
 * @module
 */

import { coverageText, RULES, variantOf } from "../numbers/parsed_cells.ts";
import { paperTitle, publishedValue } from "../published/published.ts";
import { AULI_TABLES, STEPS } from "./_auli2011_tables.ts";
import {
  accuracies,
  between,
  type Contest,
  convergesFirst,
  correlations,
  largerSpace,
  largerSpaceOf,
  mixed,
  moreTags,
  nearlyAllConverge,
  placeOf,
  spaceSpeeds,
  speeds,
  trends,
} from "./_parsing_judges.ts";
import { type ClaimData, claims, MAJORITY } from "./claims.ts";
import type { Paper } from "./contract.ts";
import { NEAR_NONE, SPEED_FACTOR } from "./verdict.ts";

const NAME = "auli2011";

/** What is measured, where it is named first. */
const WORDS =
  "LF, the paper's metric, is F of labelled dependencies between words, here by patterns of heads " +
  "of our own. Span F, of labelled spans, needs no such patterns and stands beside it. bp-25 and " +
  "dd-25 are belief propagation and dual decomposition with 25 iterations at most, by the best " +
  "derivation (viterbi) or the least expected loss (risk); baseline is the pipeline, ast adaptive " +
  "supertagging and reverse its reverse.";

/** How verdicts are made, for the page. */
const RULES_OF_VERDICTS = [
  "The paper's treebank, CCGbank, and its parser are closed. Ours is another treebank, other " +
  "derivations and another parser, so that no accuracy is compared as such: each cell is the " +
  "difference to the baseline of its own column, in percentage points, published and ours. Ours are " +
  "micro-averages on the sentences that both systems parse, with the 95% interval of a paired " +
  "bootstrap over sentences (10,000 resamples).",
  "Within factor: both are on the same side of 0, ours with its whole interval, and within " +
  `${SPEED_FACTOR}× of each other, or both are none. Same direction: they are farther apart; the ` +
  "verdict says by how much. Differs: they are on different sides, or one is none and the other " +
  `is not. None is a published difference below ${NEAR_NONE} points, and one of ours whose ` +
  "interval holds 0. Not testable here is a cell whose interval holds the published difference " +
  "where that would count as differs, and one where both are none and the interval reaches " +
  `beyond ${SPEED_FACTOR * NEAR_NONE}.`,
  "UF is F of unlabelled dependencies, ST the share of right supertags, of all words; claims are " +
  "judged by LF, but that on the ceiling (§3) by span F, by which our oracle finds the best. Both " +
  "decoding rules are shown, the best derivation (viterbi) and the least expected loss (risk), " +
  "each compared with the baseline's best derivation, as the paper does. It decodes BP by risk " +
  "and DD by its best derivation (§5): only these are judged, the others are not the paper's.",
  "Speeds are ratios to the pipeline in the same search space. By construction: a setting that is " +
  "the paper's own, or a system that is the baseline under another name. Not testable here: this " +
  "run has no such number, or its interval tells nothing, for the reason given.",
  "Where the treebank, and not the method, makes the difference: web text has shorter sentences " +
  "than newspapers, so charts are small and the spaces differ less in what they cost; our " +
  "parser knows no head words and learned from a third of the sentences, so the supertagger has " +
  "more to add and differences are larger; our sums visit an edge three times in the first " +
  "round and twice in others, where a best derivation takes one visit, so belief propagation is " +
  "the dearer of the two models; and of the worst derivation hardly a labelled span is right in " +
  "the narrow space already, while its dependencies (LF) have farther to fall.",
];

/** How evidence makes a verdict, for the page of claims. */
const CLAIMS_RULE =
  `Each line of evidence has a vote: for, against or a tie, by the rule of its claim. ${MAJORITY} ` +
  `The paper's treebank is another one, and so is its parser. ${WORDS}`;

/** The least difference to the pipeline that Table 4 has as a gain, in points. */
const LEAST_GAIN = leastGain();

const CLAIMS: readonly ClaimData[] = [
  {
    name: "tags-per-word",
    place: "Table 2",
    statement: "Adaptive supertagging ends with far more tags a word than it begins with.",
    judge: moreTags(3.6 / 1.3, [STEPS.tags_first, STEPS.tags_last], "1.3 → 3.6"),
  },
  {
    name: "oracle-best",
    place: "Table 2",
    statement: "The larger search space holds better derivations.",
    rule:
      "LF in reverse less that in ast, of the oracle's parse, which is the best by spans and tags: " +
      "the best derivation has at least that.",
    judge: accuracies({ like: 3.3 }, largerSpaceOf("LF", "oracle"), "94.35 → 97.65"),
  },
  {
    name: "oracle-worst",
    place: "Table 2",
    statement: "The larger search space holds far worse derivations.",
    rule:
      "LF in reverse less that in ast, of the oracle's parse, which is the worst by spans and tags: " +
      "the worst derivation has at most that.",
    judge: accuracies({ like: -36.22 }, largerSpaceOf("LF", "oracle{goal=worst}"), "54.31 → 18.09"),
  },
  {
    name: "baseline-gains-nothing",
    place: "Table 2",
    statement: "The pipeline does not gain from the larger search space.",
    rule: "LF in reverse less that in ast.",
    judge: accuracies("not above", largerSpaceOf("LF", "pipeline"), "87.38 → 87.36"),
  },
  {
    name: "wider-beams",
    place: "Figure 1",
    statement:
      "With wider beams the pipeline finds higher scores and lower F, while the oracle rises.",
    rule:
      "From the narrowest to the widest beam, nine in the suite, over the sentences that all parse: " +
      "for if LF of the pipeline falls, with its whole interval. That the best score and the oracle " +
      "rise has no vote: wider beams permit more.",
    printed: "scores rise, F falls, the oracle rises",
    judge: trends([
      ["parser's score", "pipeline", "parserScore", "rises"],
      ["LF of the pipeline", "pipeline", "labelledF", "falls"],
      ["LF of the oracle", "oracle", "labelledF", "rises"],
    ]),
  },
  {
    name: "integrated-beats-baseline",
    place: "Table 4",
    statement: "Integrated models beat the pipeline.",
    rule:
      "LF of belief propagation and dual decomposition, 25 iterations, less that of the pipeline " +
      "by the same rule.",
    printed: "+0.32 to +0.46 in ast, +0.93 to +1.15 in reverse",
    judge: accuracies("above", between("LF", [["bp-25", "baseline"], ["dd-25", "baseline"]])),
  },
  {
    name: "larger-space-pays",
    place: "Table 4",
    statement: "Integrated models are better in the larger search space.",
    rule: "LF in reverse less that in ast.",
    printed: "87.70 → 88.33 (BP), 87.71 → 88.29 (DD)",
    judge: accuracies("above", largerSpace("LF", ["bp-25", "dd-25"])),
  },
  {
    name: "one-round-is-enough",
    place: "§5.1",
    statement: "Belief propagation is already the most accurate after one round.",
    rule: "LF after 25 rounds less that after one.",
    printed: "87.70 and 87.70, 88.35 and 88.33",
    judge: accuracies("not above", between("LF", [["bp-25", "bp-1"]])),
  },
  {
    name: "dual-decomposition-rises",
    place: "Table 4",
    statement: "Dual decomposition begins as the pipeline and improves with its iterations.",
    rule:
      "LF after 25 iterations less that after one, by the best derivation; the first iteration is " +
      "the pipeline by construction.",
    printed: "87.40 → 87.71, 87.38 → 88.29",
    judge: accuracies("above", between("LF", [["dd-25", "dd-1"]], { rules: ["viterbi"] })),
  },
  {
    name: "both-agree",
    place: "Table 4",
    statement: "Belief propagation and dual decomposition are equally accurate in the end.",
    rule:
      "LF of belief propagation less that of dual decomposition, 25 iterations: by one rule, and as " +
      "in the paper belief propagation by risk less dual decomposition by its best derivation. As " +
      `accurate are models that differ by less than ${LEAST_GAIN} points, the least that the paper ` +
      "calls a gain.",
    printed: "87.70 and 87.71, 88.33 and 88.29",
    judge: accuracies({ near: LEAST_GAIN }, [
      ...between("LF", [["bp-25", "dd-25"]]),
      ...mixed(["bp-25", "risk"], ["dd-25", "viterbi"]),
    ]),
  },
  {
    name: "supertags-improve",
    place: "Table 4",
    statement: "Integrated models give more right supertags than the pipeline.",
    rule: "Right supertags of both, 25 iterations, less those of the pipeline by the same rule.",
    printed: "94.21 → 94.44, 93.99 → 94.71",
    judge: accuracies("above", between("ST", [["bp-25", "baseline"], ["dd-25", "baseline"]])),
  },
  {
    name: "dual-decomposition-settles-first",
    place: "Figure 6",
    statement: "Dual decomposition converges faster than belief propagation.",
    printed: "DD much faster",
    judge: convergesFirst(25, [2, 3, 6]),
  },
  {
    name: "nearly-all-settle",
    place: "§5.2, Figure 6",
    statement: "Nearly all sentences converge within 1,000 iterations.",
    printed: "all but 3 for BP; all but 6 (ast) and 41 (reverse, 2.6%) for DD",
    judge: nearlyAllConverge(97),
  },
  {
    name: "order-of-speeds",
    place: "Table 6",
    statement: "The pipeline is faster than one round of belief propagation, and that than 25.",
    rule:
      "The ratio of two speeds on the same sentences with its interval: for if all of it is above 1 " +
      "beyond the error of measurement, against if below.",
    printed: "65.8, 60.8, 35.3 sentences/s in ast; 5.9, 5.8, 3.5 in reverse",
    judge: speeds([["baseline", "bp-1"], ["bp-1", "bp-25"]]),
  },
  {
    name: "adaptive-is-faster",
    place: "Table 6",
    statement: "Adaptive supertagging is about ten times as fast as its reverse.",
    printed: "65.8 and 5.9 sentences/s: 11",
    judge: spaceSpeeds(11),
  },
  {
    name: "joint-training",
    place: "Table 7",
    statement: "Training through belief propagation does not help.",
    rule:
      "LF of the models that were trained together less that of those trained apart, both by belief " +
      "propagation with at most ten rounds.",
    printed: "86.8 → 86.3, 87.2 → 85.6",
    judge: accuracies(
      "not above",
      ["ast", "reverse"].flatMap((space) =>
        RULES.map((rule): Contest => ({
          subject: `dev ${space}, together − apart, ${rule}, LF`,
          metric: "LF",
          own: placeOf("ewt_ccg_joint_dev", space, variantOf("bp-10", rule)),
          other: placeOf("ewt_ccg_apart_dev", space, variantOf("bp-10", rule)),
        }))
      ),
    ),
  },
  {
    name: "near-the-ceiling",
    place: "§3",
    statement:
      "The best derivation of the larger search space is nearly as good as with perfect supertags.",
    rule:
      "F of labelled spans, by which the oracle is exact, of the oracle in reverse less that with " +
      "right supertags alone; LF, the paper's, stands beside.",
    printed: "LF 97.65 and 97.73",
    judge: accuracies({ within: 1 }, [{
      subject: "dev, reverse − right supertags, span F",
      metric: "SF",
      own: placeOf("ewt_ccg_dev", "reverse", "oracle"),
      other: placeOf("ewt_ccg_dev", "gold", "oracle"),
    }], "LF −0.08"),
  },
  {
    name: "scores-and-accuracy-agree",
    place: "Figure 5",
    statement: "Scores and F agree better in the integrated model than in the pipeline.",
    printed: "an improved relationship",
    judge: correlations(["belief-propagation", "dual-decomposition"], "pipeline"),
  },
  {
    name: "predicted-pos",
    place: "Table 5",
    statement: "Integrated models beat the pipeline with predicted parts of speech too.",
    rule:
      "LF of one round of belief propagation and of 25 iterations of dual decomposition less that " +
      "of the pipeline by the same rule.",
    printed: "+0.91, +0.99 (BP), +0.82, +0.94 (DD)",
    judge: accuracies(
      "above",
      between("LF", [["bp-1", "baseline"], ["dd-25", "baseline"]], {
        packs: ["ewt_ccg_auto_dev", "ewt_ccg_auto_test"],
        spaces: ["reverse"],
      }),
    ),
  },
  {
    name: "sgd-as-lbfgs",
    place: "§5.4",
    statement: "Stochastic gradients train the baseline as well as L-BFGS does.",
    rule: "Not testable: all parsers here are trained by stochastic gradients.",
    printed: "similar results",
  },
  {
    name: "wider-training-beams",
    place: "Table 4",
    statement: "Wider beams in training make a better parser.",
    rule: "Not testable here: no pack has a parser that was trained with narrow beams.",
    printed: "87.24 → 87.38",
  },
  {
    name: "dual-decomposition-is-dearer",
    place: "Table 6",
    statement:
      "Five iterations of dual decomposition take longer than five rounds of belief propagation.",
    rule:
      "The ratio of their speeds on the same sentences with its interval: for if belief propagation " +
      "is faster beyond the error of measurement.",
    printed: "41.9 and 46.7 sentences/s, 3.1 and 4.7",
    judge: speeds([["bp-5", "dd-5"]]),
  },
];

/** Whether the paper is right, in ten lines: accuracy first, then convergence and speed. */
const ANSWER = [
  "integrated-beats-baseline",
  "larger-space-pays",
  "one-round-is-enough",
  "both-agree",
  "baseline-gains-nothing",
  "wider-beams",
  "joint-training",
  "dual-decomposition-settles-first",
  "adaptive-is-faster",
  "dual-decomposition-is-dearer",
];

/** What stands in the run's tables and is no part of the paper. */
const OURS = "Ours, and no part of the paper: `bar-hillel`, the exact reference; " +
  "`belief-propagation{damping=50}`, whose messages to the tagger keep half of what they were; " +
  "`belief-propagation{reweighted=ρ}`, tree-reweighted messages (Wainwright, Jaakkola and Willsky " +
  "2005), which count ρ percent of the tagger's entropy besides the parser's, minimise an upper " +
  "bound on ln Z, and cannot go in circles; and other steps of dual decomposition, where the paper's " +
  "shorten with each rise of L: `steps=polyak` are (L(u) − J) / ‖g‖² by the best J so far (Polyak " +
  "1969), and `steps=bundle` take all earlier answers of parser and tagger into account (Lemaréchal " +
  "1978, Kiwiel 1990). Any multipliers prove their bound, however they were found. None of the " +
  "verdicts here looks at these rows: they are in the table of decoders.";

const paper: Paper = {
  name: NAME,
  order: 500,
  problem: "parsing",
  isAbout: ({ cells }) => cells.some(({ row }) => row.dataset_base.startsWith("ewt_ccg_")),
  words: WORDS,
  rules: RULES_OF_VERDICTS,
  claimsRule: CLAIMS_RULE,
  tables: AULI_TABLES,
  claims: claims({ cite: paperTitle(NAME), prefix: `${NAME}-` }, CLAIMS),
  about: (run) => [coverageText(run), OURS],
  answer: ANSWER.map((name) => `${NAME}-${name}`),
};
export default paper;

/** The least of LF of belief propagation in ast less that of the baseline, as printed. */
function leastGain(): number {
  const fields = { paper: NAME, table: "table4", dataset: "ccgbank-00", metric: "lf" };
  const of = (system: string) => publishedValue({ ...fields, algorithm: `${system}{space=ast}` })!;
  const gains = ["bp-1", "bp-25"].map((system) => of(system) - of("baseline"));
  return Math.round(100 * Math.min(...gains)) / 100;
}
