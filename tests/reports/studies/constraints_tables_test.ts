import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { tableCsv } from "../../../reports/pages/render_table.ts";
import type { ConstraintsLine } from "../../../reports/studies/_constraints_cells.ts";
import constraints from "../../../reports/studies/constraints.ts";
import { constraintsLine } from "../../helpers/study_lines.ts";

const TIMES = [1, 2, 3].flatMap((round) => [
  constraintsLine({ round, value: round }),
  constraintsLine({ round, paths: "free again", value: round }),
  constraintsLine({ round, paths: "bio", value: round * 3, sentence_edges: 2000 }),
]);

const share = (
  quantity: ConstraintsLine["quantity"],
  paths: ConstraintsLine["paths"],
  value: number,
  low: number,
  high: number,
) => constraintsLine({ quantity, paths, value, low, high });

const SHARES = [
  share("broken", "right", 0, 0, 0),
  share("broken", "free", 0.1, 0.05, 0.15),
  share("broken", "bio", 0, 0, 0),
  share("tokens changed", "bio", 0.02, 0.01, 0.03),
  share("tokens right", "free", 0.9, 0.8, 0.95),
  share("tokens right", "bio − free", 0.005, -0.001, 0.01),
];

describe("constraints.tables() and .charts()", () => {
  const csvOf = (name: string, lines = [...SHARES, ...TIMES]) => {
    const table = constraints.tables(lines).find((table) => table.name === name)!;
    return tableCsv(table.content).trimEnd().split("\n").slice(1);
  };

  it("pair times within rounds, and have the control beside them", () =>
    assertEquals(csvOf("constraints-time"), [
      "hwu_slot_scenario323,100,50,viterbi,2000,6000,3,1,2",
    ]));

  it("leave out decoders that one of the three has no time of", () =>
    assertEquals(csvOf("constraints-time", TIMES.filter(({ paths }) => paths !== "bio")), []));

  it("have shares with their changes, and nothing where nothing was found", () => {
    assertEquals(csvOf("constraints-paths"), [
      "hwu_slot_scenario323,100,50,0.25,0.1,0,0,0.02,0.9,0.005,,,,",
    ]);
    const { rows } = constraints.tables(SHARES)[0]!.content;
    assertEquals(rows[0]![9]!.text, "+0.50 [−0.10, +1.00]");
  });

  it("draw a panel for each dataset, if there are times", () => {
    assertEquals(constraints.charts([...SHARES, ...TIMES]).map(({ name }) => name), [
      "constraints-time",
    ]);
    assertEquals(constraints.charts(SHARES), []);
  });
});
