/**
 * The tables of the study of regularisation.
 *
 * @module
 */

import { formatNumber, formatShare } from "../numbers/format.ts";
import { orderDecoders } from "../numbers/order.ts";
import type { StudyTable } from "./contract.ts";
import type { Cell } from "../columns.ts";
import { normTitle, type Strength, type StrengthDecoder, strengthsOf } from "./_strengths.ts";
import { datasetTitle, type TrainingRow } from "./_training_rows.ts";

/** Times, edges and weights of one dataset. */
export function strengthTables(rows: readonly TrainingRow[]): StudyTable[] {
  const { dataset } = rows[0]!;
  const strengths = strengthsOf(rows);
  const decoders = orderDecoders(rows);
  const table = (name: string, title: string, note: string, of: (d: StrengthDecoder) => Cell) => ({
    name: `regularisation-${name}-${dataset}`,
    title: `${title}: ${datasetTitle(rows[0]!)}`,
    note,
    content: {
      columns: [...KEY_COLUMNS, ...decoders.map((name) => ({ name, align: "right" as const }))],
      rows: strengths.map((strength) => [
        ...keyCells(strength),
        ...decoders.map((decoder) => {
          const own = strength.decoders.find((other) => other.decoder === decoder);
          return own === undefined ? { text: "" } : of(own);
        }),
      ]),
    },
  });
  return [
    {
      name: `regularisation-weights-${dataset}`,
      title: `Weights of label pairs and accuracy: ${datasetTitle(rows[0]!)}`,
      note:
        "The weights after the last epoch; accuracy of the weights averaged over all epochs, on " +
        "the test part.",
      content: {
        columns: [
          ...KEY_COLUMNS,
          ...["mean |w|", "max |w|", "not 0", "accuracy"].map((name) => ({
            name,
            align: "right" as const,
          })),
        ],
        rows: strengths.map((strength) => [
          ...keyCells(strength),
          number(strength.pairs.mean),
          number(strength.pairs.max),
          share(strength.pairs.share),
          share(strength.accuracy),
        ]),
      },
    },
    table("time", "Decoding time", "Microseconds a sentence.", ({ time }) => number(time)),
    table(
      "edges",
      "Edges",
      "Transitions looked at, as a share of those of dense Viterbi.",
      (own) => share(own.share),
    ),
  ];
}

const KEY_COLUMNS = [
  { name: "norm", align: "left" },
  { name: "λ", align: "right" },
] as const;

function keyCells({ norm, strength }: Strength): Cell[] {
  return [{ text: normTitle(norm) }, { text: String(strength), value: strength }];
}

function number(value: number): Cell {
  return { text: formatNumber(value), value };
}

function share(value: number): Cell {
  return { text: formatShare(value), value };
}
