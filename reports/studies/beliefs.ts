/**
 * The page of the study of beliefs.
 *
 * @module
 */

import { SCHEMA } from "../picture.ts";
import { formatCount } from "../numbers/format.ts";
import { numberIn, textIn } from "../numbers/fields.ts";
import type { StudyRow } from "../numbers/study_rows.ts";
import type { Cell } from "../columns.ts";
import { joined, type StudyPage } from "./_parts.ts";
import beliefsCells from "./_beliefs_cells.ts";
import type { StudyChart, StudyTable } from "./contract.ts";

/** Rounds that the table shows. */
const ROUNDS = [1, 2, 3, 5, 10, 25];
/** What is smaller is rounding, and not drawn. */
const LEAST = 1e-9;

/** The page “Beliefs”. */
const page: StudyPage = {
  name: "beliefs",
  title: "Beliefs",
  order: 90,
  introduction: [
    "Belief propagation between a parser and a supertagger gives every tag of every word a " +
    "probability. It is approximate, because the two share all words. How far off is it? The " +
    "product of the two, which grows with the squares of the tags a word, gives the exact " +
    "probabilities wherever it fits, and here it mostly does.",
    "The error of a word is half the sum of the differences of its tags' probabilities (total " +
    "variation): the share of probability that is on wrong tags. ln Z is what all derivations weigh " +
    "together; belief propagation estimates it by the Bethe free energy. With a coupling of 0 the " +
    "tagger has no bigrams, the graph is a tree, and what is left is rounding.",
  ],
  charts: (lines) => {
    const drawn = lines.filter((line) => numberIn(line, "mean_distance") > LEAST);
    return drawn.length === 0 ? [] : [chart(drawn)];
  },
  tables: (lines) => [table(lines)],
};

export default joined(page, beliefsCells);

function table(lines: readonly StudyRow[]): StudyTable {
  return {
    name: "beliefs-errors",
    title: "Errors by round",
    note:
      "Means over words; the largest error of a tag; the share of words whose most probable tag " +
      "is the same; mean error of ln Z a sentence. Sentences whose product has more than a million " +
      "edges are left out.",
    content: {
      columns: [
        { name: "dataset", align: "left" },
        ...["sentences", "left out", "round", "error of a word", "largest error of a tag"]
          .map((name) => ({ name, align: "right" as const })),
        ...["same best tag", "error of ln Z"].map((name) => ({ name, align: "right" as const })),
      ],
      rows: lines.filter((line) => ROUNDS.includes(numberIn(line, "iteration"))).map(
        (line): Cell[] => {
          const count = (field: string) => {
            const value = numberIn(line, field);
            return { text: formatCount(value), value };
          };
          const small = (field: string) => {
            const value = numberIn(line, field);
            return { text: value.toExponential(1), value };
          };
          const same = numberIn(line, "same_best");
          return [
            { text: textIn(line, "dataset") },
            ...["sentences", "left_out", "iteration"].map(count),
            ...["mean_distance", "largest_error"].map(small),
            { text: `${(100 * same).toFixed(2)}%`, value: same },
            small("mean_log_z_error"),
          ];
        },
      ),
    },
  };
}

function chart(lines: readonly StudyRow[]): StudyChart {
  const title = "Error of beliefs by round";
  return {
    name: "beliefs-errors",
    title,
    description:
      "Mean over the words of the share of probability that is on wrong tags, by round. " +
      "What is rounding alone is not drawn.",
    spec: {
      $schema: SCHEMA,
      title: { text: title, subtitle: "share of probability on wrong tags, mean over words" },
      width: 460,
      height: 280,
      data: {
        values: lines.map((line) => ({
          dataset: textIn(line, "dataset"),
          round: numberIn(line, "iteration"),
          error: numberIn(line, "mean_distance"),
        })),
      },
      mark: { type: "line", point: { size: 20 } },
      encoding: {
        x: { field: "round", type: "quantitative", title: "round of messages" },
        y: {
          field: "error",
          type: "quantitative",
          title: "error",
          scale: { zero: true },
          axis: { format: ".1%" },
        },
        color: {
          field: "dataset",
          type: "nominal",
          legend: { title: null, orient: "bottom", columns: 1, labelLimit: 400 },
        },
      },
    },
  };
}
