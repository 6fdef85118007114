import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { placesOf } from "../../../decoders/kernels/layout.ts";

describe("placesOf()", () => {
  it("places float64 at multiples of eight bytes", () => {
    const places = { count: 0, edges: 2, list: 4, nodes: 6, size: 8 };
    assertEquals(placesOf({ count: "i32", edges: "f64", list: "usize", nodes: "f64" }), places);
  });
});
