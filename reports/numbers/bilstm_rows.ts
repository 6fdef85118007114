/**
 * What the study of the BiLSTM found out about each learner, for its page and for claims.
 *
 * @module
 */

import { Random } from "../../datasets/random.ts";
import { type Estimate, mean, resampledEstimate, total } from "./statistics.ts";
import { numberIn, textIn } from "./study_rows.ts";

/** Samples of the bootstrap. */
const SAMPLES = 2000;
const BOOTSTRAP_SEED = 1;

/** A line of the study, as it is read or by its columns. */
type Line = Readonly<Record<string, string | number>>;

/** All trainings of a learner on a corpus. */
export type LearnerRuns = ReturnType<typeof learnerRuns>[number];

/** The runs, in the order of the lines. */
export function learnerRuns(lines: readonly Line[]) {
  const fields = ["dataset", "sentences", "learner"];
  const groups = Map.groupBy(lines, (line) => fields.map((name) => textIn(line, name)).join("\n"));
  return [...groups.values()].map((own) => {
    const inOrder = own.toSorted((a, b) => numberIn(a, "block") - numberIn(b, "block"));
    const seeds = [...Map.groupBy(inOrder, (line) => numberIn(line, "seed"))]
      .sort(([a], [b]) => a - b);
    return {
      dataset: textIn(own[0]!, "dataset"),
      /** Training sentences. */
      sentences: numberIn(own[0]!, "sentences"),
      learner: textIn(own[0]!, "learner"),
      /** Test tokens by block. */
      tokens: seeds[0]![1].map((line) => numberIn(line, "tokens")),
      /** The right ones, for each seed, the smallest first. */
      trainings: seeds.map(([seed, blocks]) => ({
        seed,
        epochs: numberIn(blocks[0]!, "epochs"),
        right: blocks.map((line) => numberIn(line, "right_tokens")),
      })),
    };
  });
}

/** The share of right tokens of each training. */
export function accuracies({ tokens, trainings }: LearnerRuns): number[] {
  return trainings.map(({ right }) => total(right) / total(tokens));
}

/**
 * How much larger the share of right tokens of one learner is than that of another, with a 95%
 * interval: trainings and blocks of test sentences are both drawn with replacement, the same blocks
 * for both learners. Trainings with the same seed are drawn together where both learners have the
 * same seeds; else each learner's are drawn on their own.
 *
 * Source: Efron and Tibshirani, An Introduction to the Bootstrap, 1993, §13.3 (percentiles); Owen,
 * The Pigeonhole Bootstrap, 2007 (two crossed factors).
 */
export function difference(one: LearnerRuns, other: LearnerRuns): Estimate {
  const random = new Random(BOOTSTRAP_SEED);
  const seedsOf = ({ trainings }: LearnerRuns) => trainings.map(({ seed }) => seed).join();
  const isPaired = seedsOf(one) === seedsOf(other);
  const all = one.tokens.map((_, block) => block);
  const draw = (size: number) => Array.from({ length: size }, () => random.integer(size));
  const share = ({ trainings, tokens }: LearnerRuns, drawn: number[], blocks: number[]) =>
    mean(drawn, (i) => total(blocks, (block) => trainings[i]!.right[block]!)) /
    total(blocks, (block) => tokens[block]!);
  const between = (a: number[], b: number[], blocks: number[]) =>
    share(one, a, blocks) - share(other, b, blocks);
  const found = Array.from({ length: SAMPLES }, () => {
    const blocks = draw(all.length);
    const first = draw(one.trainings.length);
    const second = isPaired ? first : draw(other.trainings.length);
    return between(first, second, blocks);
  });
  const whole = between(one.trainings.map((_, i) => i), other.trainings.map((_, i) => i), all);
  return resampledEstimate(Float64Array.of(whole, ...found));
}
