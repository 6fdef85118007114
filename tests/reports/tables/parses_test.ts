import { assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import tables from "../../../reports/tables/parses.ts";
import type { ParsedCell } from "../../../reports/numbers/run_data.ts";
import { parsedCell, PARSING_RUN } from "../../helpers/parsing_rows.ts";

const contentOf = (name: string) => tables.find((table) => table.name === name)!.build(PARSING_RUN);

describe("the tables of parses", () => {
  it("count a missing parse as missed", () => {
    const { rows, columns } = contentOf("parsers");
    const cells = Object.fromEntries(columns.map(({ name }, i) => [name, rows[1]![i]!.value]));
    assertEquals(cells["parsed"], 2);
    assertEquals(cells["tags"], 0.5);
    // 2·2 matched over 4 predicted and 6 right ones.
    assertEquals(cells["span F"], 0.4);
    assertEquals(rows.map((row) => row[1]!.text), ["bar-hillel", "dual-decomposition", "pipeline"]);
    assertEquals(rows.map((row) => row[4]!.text), ["100%", "50.0%", "0%"]);
  });

  it("warn of a decoding rule that loses more than 3 points of LF to the other", () => {
    const cell = (decoder: string, right: number) =>
      parsedCell([right, right], {}, { ...PARSING_RUN.cells[0]!.row, dataset: "d", decoder });
    const warning = (...cells: ParsedCell[]) => tables[0]!.build({ ...PARSING_RUN, cells }).warning;
    const fine = [cell("pipeline", 8), cell("pipeline{rule=risk}", 8)];
    assertEquals(warning(...fine), "");
    const wrong = [cell("bp{iterations=1}", 8), cell("bp{iterations=1,rule=risk}", 5)];
    assertStringIncludes(
      warning(...fine, ...wrong)!,
      "of 2 cells that are decoded by both rules, 1 lose more than 3 points of LF by the rule " +
        "alone: d/bp{iterations=1,rule=risk} by 30.0.",
    );
  });

  it("mark speeds that are of a part of the sentences", () => {
    const [cell] = PARSING_RUN.cells;
    const row = { ...cell!.row, sentences_per_second: 100, timed_sentences: 16 };
    const ratio = { ratio_to_viterbi: 2, ratio_sentences: 16, sample_sentences: 400 };
    const cells = [{ ...cell!, row: { ...row, ...ratio } }];
    const { rows: [line] } = tables[0]!.build({ ...PARSING_RUN, cells });
    assertEquals(line!.slice(-2).map(({ text }) => text), ["100 *16", "2.00× *16"]);
  });
});
