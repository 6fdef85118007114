import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import tables from "../../../reports/tables/parses.ts";
import { PARSING_RUN } from "../../helpers/parsing_rows.ts";

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

  it("say what is searched", () => {
    const [line] = contentOf("search-spaces").rows;
    const texts = line!.map(({ text }) => text).slice(1);
    assertEquals(texts, ["0: 1, 1: 1, 4: 1", "1", "2.00", "20.0", "30.0", "30"]);
  });
});
