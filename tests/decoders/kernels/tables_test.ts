import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { newWork } from "../../../decoders/contract.ts";
import { Arena } from "../../../decoders/kernels/arena.ts";
import { placesOf } from "../../../decoders/kernels/rows.ts";
import { Tables } from "../../../decoders/kernels/tables.ts";

describe("placesOf()", () => {
  it("places float64 at multiples of eight bytes", () => {
    const places = { count: 0, edges: 2, list: 4, nodes: 6, size: 8 };
    assertEquals(placesOf({ count: "i32", edges: "f64", list: "usize", nodes: "f64" }), places);
  });
});

const FIELDS = {
  count: "i32",
  edgeEvaluations: "f64",
  list: "usize",
  nodeExpansions: "f64",
} as const;

describe("Tables", () => {
  it("keeps integers, addresses and float64 apart", () => {
    const places = placesOf(FIELDS);
    const tables = new Tables(new Arena("plain", 8), places);
    tables.set({ count: -1, list: 64 });
    tables.setDouble(places.edgeEvaluations, 2 ** 40 + 0.5);
    tables.setDouble(places.nodeExpansions, 3);
    assertEquals([tables.get("count"), tables.get("list")], [-1, 64]);
    assertEquals(tables.double(places.edgeEvaluations), 2 ** 40 + 0.5);
    const work = newWork();
    tables.addCounts(work);
    assertEquals([work.edgeEvaluations, work.nodeExpansions], [2 ** 40 + 0.5, 3]);
  });
});
