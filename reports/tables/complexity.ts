/**
 * Fitted growth of the work beside the complexity that the paper states.
 *
 * Source: Huang et al. 2012, Table 1.
 *
 * @module
 */

import { formatCount } from "../numbers/format.ts";
import { fitGrowth, type Growth, type PowerLaw } from "../numbers/growth.ts";
import { orderDecoders } from "../numbers/order.ts";
import { published } from "../published/published.ts";
import type { Cell } from "../columns.ts";
import type { Table } from "./contract.ts";

/** The families that stand for the cases of the paper's table, and its columns; ours has none. */
const CASES = [
  { name: "best", family: "weak{dial=0}", metric: "best_case" },
  { name: "worst", family: "structureless", metric: "worst_case" },
  { name: "tagger", family: "hmm", metric: "" },
];

/** How fast the edges of our best decoder may grow with L on lattices like those of a tagger. */
const GOAL = { decoder: "auto", family: "hmm", exponent: 1.15 };

/** The table “Growth of the work”. */
const complexity: Table = {
  name: "complexity",
  title: "Growth of the work",
  order: 58,
  note: "Edge evaluations grow as L to the first exponent, at a fixed length, and as T−1 to the " +
    "second, at a fixed number of labels: least squares between logarithms, with the number of " +
    "points and the largest factor between a point and the fit. Best case: transitions of 0 and " +
    "one label a position that stands out; worst case: normal scores without structure; tagger: a " +
    "hidden Markov model, whose words have a few likely labels, at a fixed length alone. Published is " +
    `the complexity in Huang et al. 2012, Table 1. Our goal is that the edges of ${GOAL.decoder} grow no ` +
    `faster than L^${GOAL.exponent} on the tagger's lattices. ` +
    "Edges are not all of it: sorting and " +
    "scanning labels (CarpeDiem, the groups of iterative decoders) are in the times only, and the " +
    "paper leaves the T·L edges of the first bound out of iterative Viterbi's.",
  build({ summary }) {
    const growths = fitGrowth(summary.filter(({ role }) => role !== "control"));
    const rows = orderDecoders(growths).flatMap((decoder) =>
      CASES.flatMap(({ name, family, metric }) => {
        const growth = growths.find((g) => g.decoder === decoder && g.family === family);
        return growth === undefined ? [] : [line(growth, name, metric)];
      })
    );
    return {
      columns: [
        { name: "decoder", align: "left" },
        { name: "case", align: "left" },
        { name: "exponent of L", align: "right" },
        { name: "points", align: "right" },
        { name: "off by", align: "right" },
        { name: "exponent of T−1", align: "right" },
        { name: "points", align: "right" },
        { name: "off by", align: "right" },
        { name: "published", align: "left" },
        { name: "goal", align: "left" },
      ],
      rows,
    };
  },
};

export default complexity;

function line(growth: Growth, name: string, metric: string): Cell[] {
  const [stated] = published({
    paper: "huang2012",
    table: "table1",
    algorithm: growth.decoderBase,
    k: "1",
    metric,
  });
  return [
    { text: growth.decoder },
    { text: name },
    ...lawCells(growth.inLabels),
    ...lawCells(growth.inLength),
    { text: (stated?.value ?? "").replace("^2", "²") },
    goalCell(growth),
  ];
}

function goalCell({ decoder, family, inLabels }: Growth): Cell {
  if (decoder !== GOAL.decoder || family !== GOAL.family || inLabels === undefined) {
    return { text: "" };
  }
  const isMet = inLabels.exponent <= GOAL.exponent;
  const [from, to] = inLabels.range.map(formatCount);
  return {
    text: `L^${GOAL.exponent} from ${from} to ${to} labels: ${isMet ? "met" : "missed"}`,
    tone: isMet ? "good" : "bad",
  };
}

function lawCells(law: PowerLaw | undefined): Cell[] {
  if (law === undefined) return [{ text: "no fit", tone: "muted" }, { text: "" }, { text: "" }];
  const { exponent, points, worstFactor } = law;
  return [
    // Rounding must not leave a minus before nothing.
    { text: exponent.toFixed(2).replace(/^-(0\.00)$/, "$1"), value: exponent },
    { text: String(points), value: points },
    { text: `${worstFactor.toFixed(2)}×`, value: worstFactor },
  ];
}
