import dominance from "../../../decoders/dominance.ts";
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertThrows } from "@std/assert";
import { mayBe, resolveOptions, valuesOf } from "../../../decoders/chain/options.ts";
import { listDecoders } from "../../../harness/decoders/discover.ts";
import { plain } from "../../wrong/plain.ts";

const options = {
  width: { default: 4, minimum: 1, meaning: "a number" },
  depth: { default: 0, meaning: "a number without a least" },
  order: { default: "rank", choices: ["rank", "reverse"], meaning: "a choice" },
  prune: { default: true, meaning: "a switch" },
} as const;
const decoder = { ...plain, options, name: "searcher" };

describe("resolveOptions()", () => {
  it("gives a value for every option and keeps those that are given", () => {
    const defaults = { width: 4, depth: 0, order: "rank", prune: true } as const;
    assertEquals(resolveOptions(decoder), defaults);
    assertEquals(resolveOptions(decoder, { order: "reverse" }), { ...defaults, order: "reverse" });
  });

  it("gives every decoder its own defaults", async () => {
    for (const decoder of await listDecoders()) {
      for (const [name, value] of Object.entries(resolveOptions(decoder))) {
        assertEquals(value, decoder.options[name]!.default, `${decoder.name} ${name}`);
      }
    }
  });

  it("refuses names that are not declared, and says which are", () => {
    const given = JSON.parse('{ "kernel": "simd", "widht": 1 }');
    assertThrows(
      () => resolveOptions(dominance, given),
      TypeError,
      'Cannot set an option "widht" of dominance: it has bound, ',
    );
    assertThrows(() => resolveOptions(plain, given), TypeError, "it has none");
    const inherited = JSON.parse('{ "constructor": 1 }');
    assertThrows(() => resolveOptions(decoder, inherited), TypeError, '"constructor"');
  });

  const refused: readonly [string, ...unknown[]][] = [
    ["width", 0, 1.5, NaN, Infinity, "4", true, null, undefined],
    ["depth", 0.5, "0", false],
    ["order", "revers", "", 1, false],
    ["prune", "true", 1, 0, null],
  ];
  for (const [name, ...values] of refused) {
    for (const value of values) {
      it(`refuses ${typeof value} ${value} for ${name}, and says what it may be`, () => {
        const { message } = assertThrows(
          () => resolveOptions(decoder, { [name]: value }),
          RangeError,
        );
        const what = valuesOf(decoder.options[name as keyof typeof options]);
        assertEquals(
          message,
          `Cannot set the option "${name}" of searcher to ${value}: it is ${what}`,
        );
      });
    }
  }
});

describe("mayBe()", () => {
  it("takes the least number, any number where there is no least, each choice, both switches", () => {
    assertEquals([1, 7].map((value) => mayBe(options.width, value)), [true, true]);
    assertEquals([-3, 0].map((value) => mayBe(options.depth, value)), [true, true]);
    assertEquals(options.order.choices.map((value) => mayBe(options.order, value)), [true, true]);
    assertEquals([true, false].map((value) => mayBe(options.prune, value)), [true, true]);
  });
});
