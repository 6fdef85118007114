/**
 * The page of the study of pruning for the partition sum.
 *
 * @module
 */

import { SCHEMA } from "../picture.ts";
import { formatCount, formatRatio, formatShare } from "../numbers/format.ts";
import type { StudyRow } from "../numbers/study_rows.ts";
import type { Cell } from "../columns.ts";
import { joined, type StudyPage } from "./_parts.ts";
import partitionCells from "./_partition_cells.ts";
import type { StudyChart, StudyTable } from "./contract.ts";
import { numberIn, textIn } from "../numbers/fields.ts";
import { significant } from "./_training_rows.ts";

/** The page “Pruning for the partition sum”. */
const page: StudyPage = {
  name: "partition",
  title: "Pruning for the partition sum",
  order: 60,
  introduction: [
    "Decoders are fast because they drop labels that no best path can have. Could the sum over all " +
    "paths, log Z, drop labels too, if it may lose the share ε of Z? Counted are the labels kept " +
    "at all positions but the last of a sentence, by two prunings.",
    "The *oracle* knows the marginals and keeps the least labels that hold 1 − ε of the mass at each " +
    "position. No pruning that loses ε at most keeps fewer, at any position: the paths through what " +
    "it drops there are lost, and their share of Z is the sum of the dropped marginals, which must " +
    "not exceed ε. *Dominance* does not know them: it drops y where another label x carries so much " +
    "more that, whatever follows, the paths through y weigh at most r(y) of those through x, " +
    "with r(y) = α(y)/α(x) · exp max_z (e(y, z) − e(x, z)); what is dropped at the T − 1 positions " +
    "has Σ r ≤ ε, and so loses ε·Z at most. For the *best path* alone it is forward dominance as the " +
    "decoder has it.",
    "What pruning could save is the share of labels that it drops. Beside it stands what " +
    "`exceptions` take, which lose nothing: L sums and a correction for each transition that is not " +
    "0, as a share of the L² products of dense sums. There are no times: counts are the same on " +
    "every machine.",
  ],
  charts: (lines) => [keptChart(lines)].filter((chart) => chart !== undefined),
  tables: (lines) => [keptTable(lines)],
};

export default joined(page, partitionCells);

/** Mean labels kept a position, of all. */
function meanKept(line: StudyRow): number {
  return numberIn(line, "kept") / numberIn(line, "positions");
}

/** The share of the products that sums with exceptions take. */
function exceptionShare(line: StudyRow): number {
  const labels = numberIn(line, "labels");
  return (labels + numberIn(line, "non_zero")) / labels ** 2;
}

function keptTable(lines: readonly StudyRow[]): StudyTable {
  const columns = Map.groupBy(lines, titleOf);
  return {
    name: "partition-kept",
    title: "Labels kept by ε",
    note: "Mean labels kept a position by method and ε; last, the share of the products that " +
      "sums with exceptions take, without any loss, and of labels that the oracle keeps at the " +
      "smallest ε: the least share of the products that pruning could take.",
    content: {
      columns: [
        { name: "dataset", align: "left" },
        ...["labels", "positions", ...columns.keys(), "exceptions", "least"]
          .map((name) => ({ name, align: "right" as const })),
      ],
      rows: [...Map.groupBy(lines, (line) => textIn(line, "dataset"))].map(([dataset, own]) => {
        const first = own[0]!;
        const oracle = own.filter((line) => textIn(line, "method") === "oracle")
          .toSorted((a, b) => numberIn(a, "epsilon") - numberIn(b, "epsilon"))[0]!;
        return [
          { text: dataset },
          count(numberIn(first, "labels")),
          count(numberIn(first, "positions")),
          ...[...columns.keys()].map((title): Cell => {
            const line = own.find((line) => titleOf(line) === title);
            if (line === undefined) return { text: "" };
            return { text: formatRatio(meanKept(line)), value: meanKept(line) };
          }),
          share(exceptionShare(first)),
          share(meanKept(oracle) / numberIn(oracle, "labels")),
        ];
      }),
    },
  };
}

/** "oracle, ε = 0.01" */
function titleOf(line: StudyRow): string {
  const method = textIn(line, "method");
  const epsilon = numberIn(line, "epsilon");
  return epsilon === 1 ? method : `${method}, ε = ${epsilon}`;
}

/** Hues and shapes of the methods, of Tol's "vibrant" scheme. */
const METHODS = {
  domain: ["oracle", "dominance"],
  range: ["#0077bb", "#ee7733"],
  shapes: ["circle", "diamond"],
};

function keptChart(lines: readonly StudyRow[]): StudyChart | undefined {
  const pruned = lines.filter((line) => METHODS.domain.includes(textIn(line, "method")));
  if (pruned.length === 0) return undefined;
  const values = pruned.map((line) => ({
    dataset: `${textIn(line, "dataset")} (L = ${formatCount(numberIn(line, "labels"))})`,
    method: textIn(line, "method"),
    epsilon: numberIn(line, "epsilon"),
    share: significant(meanKept(line) / numberIn(line, "labels")),
    shareText: formatShare(meanKept(line) / numberIn(line, "labels")),
    exceptions: significant(exceptionShare(line)),
    exceptionsText: formatShare(exceptionShare(line)),
  }));
  const title = "Labels that pruning keeps for log Z";
  const legend = { title: null, orient: "bottom" } as const;
  const epsilons = [...new Set(values.map(({ epsilon }) => epsilon))];
  const x = {
    field: "epsilon",
    type: "quantitative" as const,
    title: "ε, share of Z that may be lost",
    scale: { type: "log" as const, nice: false, padding: 10, reverse: true },
    axis: { values: epsilons, format: "~g" },
  };
  const y = {
    field: "share",
    type: "quantitative" as const,
    title: "share of the labels",
    scale: { domain: [0, 1] },
    axis: { format: "~p" },
  };
  const method = { field: "method", type: "nominal" as const, legend };
  const color = { ...method, scale: { domain: METHODS.domain, range: METHODS.range } };
  const tooltip = [
    { field: "dataset", title: "dataset" },
    { field: "method", title: "pruning" },
    { field: "epsilon", title: "ε" },
    { field: "shareText", title: "labels kept" },
    { field: "exceptionsText", title: "products with exceptions" },
  ];
  return {
    name: "partition-kept",
    title,
    description: "Mean share of the labels kept a position by the share of Z that may be lost, a " +
      "panel for each dataset. The dashed line is the share of the products that exact sums with " +
      "exceptions take.",
    spec: {
      $schema: SCHEMA,
      title: { text: title, subtitle: "dashed: products of exact sums with exceptions" },
      data: { values },
      facet: { field: "dataset", type: "nominal", title: null, sort: [] },
      columns: 2,
      spec: {
        width: 280,
        height: 190,
        layer: [
          {
            mark: { type: "rule", strokeDash: [4, 3], color: "#7d7d7d" },
            encoding: { y: { ...y, field: "exceptions", aggregate: "mean" } },
          },
          {
            mark: { type: "line" },
            encoding: { x, y, color },
          },
          {
            mark: { type: "point" },
            encoding: {
              x,
              y,
              color,
              shape: { ...method, scale: { domain: METHODS.domain, range: METHODS.shapes } },
              tooltip,
            },
          },
        ],
      },
    },
  };
}

function count(value: number): Cell {
  return { text: formatCount(value), value };
}

function share(value: number): Cell {
  return { text: formatShare(value), value };
}
