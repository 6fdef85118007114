import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  paperTitle,
  published,
  publishedResults,
  publishedValue,
} from "../../../reports/published/published.ts";
import { taskOf } from "../../../reports/published/stand_ins.ts";
import { iterationPairs } from "../../../reports/published/iteration_pairs.ts";
import { summarize } from "../../../reports/numbers/summary.ts";
import { fakePaperRows } from "../../helpers/rows.ts";

describe("published", () => {
  it("publishedResults() has a number, or a complexity, on every line", () => {
    assert(publishedResults().length > 100);
    for (const { value, unit, paper, table } of publishedResults()) {
      assert(unit === "complexity" || Number.isFinite(Number(value)), `${paper} ${table} ${value}`);
      assert(paperTitle(paper) !== paper, paper);
    }
  });

  it("publishedResults() gives no number twice", () => {
    const keys = publishedResults().map(({ value: _value, unit: _unit, ...key }) =>
      JSON.stringify(key)
    );
    assertEquals(new Set(keys).size, keys.length);
  });

  it("publishedValue() finds a number by its fields, and nothing when there is none", () => {
    const fields = { paper: "huang2012", table: "table4", dataset: "conll2003", metric: "speed" };
    assertEquals(publishedValue({ ...fields, algorithm: "viterbi" }), 41);
    assertEquals(publishedValue({ ...fields, algorithm: "dominance" }), undefined);
    assertEquals(published({ paper: "nobody" }), []);
  });

  it("taskOf() goes by the dataset, not by its labels", () => {
    assertEquals(taskOf("erg_supertag2597"), "supertag");
    assertEquals(taskOf("tags45.safetensors"), undefined);
    assertEquals(taskOf("synthetic-hmm-319"), undefined);
  });
});

describe("iterationPairs()", () => {
  it("pairs stand-ins only, and each variant with its own number", () => {
    const pairs = iterationPairs(summarize(fakePaperRows()));
    assertEquals(
      pairs.map(({ row, published }) => [row.dataset, row.decoder, published.value].join(" ")),
      [
        "ewt_pos45 iterative-viterbi 6.32",
        "ewt_pos45 iterative-viterbi 6.12",
        "ewt_pos45 iterative-viterbi{expansion=uniform} 6.02",
        "hwu_slot_scenario323 iterative-viterbi 6.71",
      ],
    );
  });
});
