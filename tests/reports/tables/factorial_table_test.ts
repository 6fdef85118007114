import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { summarize } from "../../../reports/numbers/summary.ts";
import factorial from "../../../reports/tables/factorial.ts";
import { fakeFactorialRows } from "../../helpers/factorial_rows.ts";
import { fakePaperRows } from "../../helpers/rows.ts";

describe("the table factorial", () => {
  const rows = fakeFactorialRows();
  const content = factorial.build(summarize(rows), rows);
  const column = (name: string) => {
    const index = content.columns.findIndex((column) => column.name === name);
    return content.rows.map((row) => row[index]!);
  };

  it("shows Viterbi both ways, column generation, other exact decoders, beams by width", () => {
    assertEquals(column("decoder").map(({ text }) => text), [
      "viterbi",
      "viterbi{transitions=structured}",
      "column-generation",
      "carpediem",
      "beam",
      "beam{width=5}",
      "beam{width=15}",
    ]);
    for (const row of content.rows) assertEquals(row.length, content.columns.length);
  });

  it("has the numbers of the paper's Table 1 beside those that it gives", () => {
    assertEquals(column("published × Viterbi").map(({ text }) => text), [
      ...["1.00×", "", "12.4×", "", "19.4×", "17.5×", "13.2×"],
    ]);
    assertEquals(column("published exact").map(({ text }) => text), [
      ...["100%", "", "100%", "", "66.6%", "99.5%", "99.7%"],
    ]);
  });

  it("gives the share of exact answers and edges, and ratios to dense Viterbi", () => {
    assertEquals(column("edges")[0]!.text, "100%");
    assertEquals(column("exact").slice(0, 4).map(({ text }) => text), Array(4).fill("100%"));
    assert(column("exact").slice(4).every(({ value }) => value! < 1));
    assertStringIncludes(column("× Viterbi")[0]!.text, "1.00×");
  });

  it("is about real tasks with the paper's number of labels and one best path only", () => {
    const others = [
      ...rows.map((row) => ({ ...row, family: "hmm" })),
      ...rows.map((row) => ({ ...row, k: 5 })),
      ...fakePaperRows(),
    ];
    assertEquals(factorial.build(summarize(others), others).rows, []);
  });
});
