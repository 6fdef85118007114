import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { jsonOf } from "../../../harness/isolate/json.ts";

describe("jsonOf()", () => {
  it("writes what JSON.stringify writes", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => {
      assertEquals(jsonOf(value), JSON.stringify(value));
    }));
    for (const value of [NaN, -Infinity, [undefined], { a: undefined, b: [, 1] }]) {
      assertEquals(jsonOf(value), JSON.stringify(value));
    }
  });

  it("takes no notice of a toJSON in a prototype", () => {
    const value = Object.create({ toJSON: () => "forged" }, { a: { value: 1, enumerable: true } });
    assertEquals(jsonOf({ value, list: [value] }), '{"value":{"a":1},"list":[{"a":1}]}');
  });
});
