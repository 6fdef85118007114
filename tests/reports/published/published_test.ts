import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  paperTitle,
  published,
  publishedResults,
  publishedValue,
  taskOf,
} from "../../../reports/published/published.ts";

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
