/**
 * The tables of the study of confidence.
 *
 * @module
 */

import { formatCount, formatNumber, formatRatio, formatShare } from "../numbers/format.ts";
import type { StudyRow } from "../numbers/study_rows.ts";
import type { Cell } from "../columns.ts";
import { linesOf, type Scores } from "./_confidence_rows.ts";
import type { StudyTable } from "./contract.ts";
import { numberIn, textIn } from "../numbers/fields.ts";

/** Columns for both kinds of scores. */
const SCORES: Readonly<Record<Scores, string>> = {
  "as they are": "",
  "by temperature": ", with τ",
};

/** Temperatures, losses and calibration errors. */
export function calibrationTable(lines: readonly StudyRow[]): StudyTable {
  return table(lines, {
    name: "confidence-calibration",
    title: "Calibration",
    note: "The temperatures that both halves are judged with; negative log-likelihood in nats a " +
      "token, the mean of the halves, and expected calibration error of marginals, without and " +
      "with them.",
    columns: {
      "τ": (own) => list(linesOf(own, "temperature", "by temperature")),
      ...both("loss", (own, scores) => mean(linesOf(own, "loss", scores))),
      ...both(
        "error",
        (own, scores) => interval(linesOf(own, "calibration error", scores)[0], formatShare),
      ),
    },
  });
}

/** How well each confidence finds errors. */
export function rankTable(lines: readonly StudyRow[]): StudyTable {
  const kinds = { marginals: "marginal", certainties: "entropy", margins: "margin" };
  return table(lines, {
    name: "confidence-rank",
    title: "Which confidence finds errors",
    note:
      "Rank quality by what confidence is: ½ if it says nothing, 1 if each error has less than " +
      "all that is right. Entropies are those of a position's marginals; margins are the same " +
      "with τ, but for their unit.",
    columns: Object.fromEntries(
      Object.entries(kinds).flatMap(([kind, title]) =>
        Object.entries(
          both(
            title,
            (own, scores) => interval(find(own, "rank quality", scores, kind), formatRatio),
          ),
        )
      ).filter(([title]) => title !== "margin, with τ"),
    ),
  });
}

/** Mass of the k best paths, and how often the right one is among them. */
export function massTable(lines: readonly StudyRow[]): StudyTable {
  const paths = [
    ...new Set(linesOf(lines, "mass", "as they are").map((line) => textIn(line, "condition"))),
  ];
  const value = (line: StudyRow | undefined) => number(line, formatShare);
  return table(lines, {
    name: "confidence-mass",
    title: "Mass of the k best paths",
    note:
      "The probability of the k best paths together, mean over sentences, without and with τ, " +
      "and the share of sentences whose right path is among them.",
    columns: Object.fromEntries(paths.flatMap((k) => [
      ...Object.entries(both(`k = ${k}`, (own, scores) => value(find(own, "mass", scores, k)))),
      [
        `right in ${k}`,
        (own: readonly StudyRow[]) => value(find(own, "right among the best", "as they are", k)),
      ] as const,
    ])),
  });
}

/** What posterior decoding gets right beyond Viterbi decoding. */
export function gainTable(lines: readonly StudyRow[]): StudyTable {
  const columnsOf = (unit: string) => ({
    [unit]: (own: readonly StudyRow[]) =>
      number(find(own, `${unit} right`, "as they are", "best path"), formatShare),
    ...both(
      `${unit}, gain`,
      (own, scores) =>
        interval(find(own, `${unit} right`, scores, "posterior − best path"), formatPoints),
    ),
  });
  return table(lines, {
    name: "confidence-posterior",
    title: "Posterior against Viterbi decoding",
    note:
      "Shares of tokens and of whole sentences that Viterbi decoding gets right, and by how many " +
      "percentage points posterior decoding gets more, paired over sentences.",
    columns: { ...columnsOf("tokens"), ...columnsOf("sentences") },
  });
}

type CellOf = (own: readonly StudyRow[]) => Cell;

/** A column for scores as they are, and one by temperature. */
function both(
  title: string,
  cell: (own: readonly StudyRow[], scores: Scores) => Cell,
): Record<string, CellOf> {
  return Object.fromEntries(
    Object.entries(SCORES).map(([scores, suffix]) => [
      title + suffix,
      (own: readonly StudyRow[]) => cell(own, scores as Scores),
    ]),
  );
}

/** The line of a quantity under a condition. */
function find(
  lines: readonly StudyRow[],
  quantity: string,
  scores: Scores,
  condition: string,
): StudyRow | undefined {
  return linesOf(lines, quantity, scores).find((line) => line["condition"] === condition);
}

/** A line for each dataset, with cells out of its figures. */
function table(
  lines: readonly StudyRow[],
  { columns, ...about }: Pick<StudyTable, "name" | "title" | "note"> & {
    readonly columns: Readonly<Record<string, CellOf>>;
  },
): StudyTable {
  const datasets = [...Map.groupBy(lines, (line) => textIn(line, "dataset"))];
  return {
    ...about,
    content: {
      columns: [
        { name: "dataset", align: "left" },
        ...["labels", "sentences", ...Object.keys(columns)]
          .map((name) => ({ name, align: "right" as const })),
      ],
      rows: datasets.map(([dataset, own]) => [
        { text: dataset },
        ...["labels", "sentences"].map((name) => count(numberIn(own[0]!, name))),
        ...Object.values(columns).map((cell) => cell(own)),
      ]),
    },
  };
}

/** The mean of figures, weighted by what they count. */
function mean(figures: readonly StudyRow[]): Cell {
  if (figures.length === 0) return { text: "" };
  let [sum, weight] = [0, 0];
  for (const figure of figures) {
    sum += numberIn(figure, "value") * numberIn(figure, "count");
    weight += numberIn(figure, "count");
  }
  return { text: formatNumber(sum / weight), value: sum / weight };
}

/** "4.35, 4.26", by its first. */
function list(figures: readonly StudyRow[]): Cell {
  const values = figures.map((figure) => numberIn(figure, "value"));
  if (values.length === 0) return { text: "" };
  return { text: values.map(formatNumber).join(", "), value: values[0]! };
}

/** "0.91 [0.90, 0.92]"; nothing if it was not measured. */
function interval(line: StudyRow | undefined, format: (value: number) => string): Cell {
  if (line === undefined) return { text: "" };
  const { text, value } = number(line, format);
  const [low, high] = ["low", "high"].map((name) => format(numberIn(line, name)));
  return { text: `${text} [${low}, ${high}]`, value: value! };
}

function number(line: StudyRow | undefined, format: (value: number) => string): Cell {
  if (line === undefined) return { text: "" };
  const value = numberIn(line, "value");
  return { text: format(value), value };
}

/** Percentage points with a sign. */
function formatPoints(value: number): string {
  const text = (100 * Math.abs(value)).toFixed(2);
  return text === "0.00" ? "0" : `${value < 0 ? "−" : "+"}${text}`;
}

function count(value: number): Cell {
  return { text: formatCount(value), value };
}
