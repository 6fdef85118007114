import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Parsed } from "../../../../decoders/parsing/contract.ts";
import {
  parseFromJson,
  parseToJson,
  readParse,
} from "../../../../harness/problems/parsing/answers.ts";

const PARSED: Parsed = {
  derivation: { tags: Int32Array.of(1, 2), steps: Int32Array.of(0, 1, 2, 7) },
  objective: -1.5,
  bound: 2,
  proof: Float64Array.of(0.5, -0.5),
  converged: false,
  beam: 3,
};
const NONE: Parsed = { failure: "unparsed", objective: -Infinity, converged: true, beam: 0 };

describe("readParse()", () => {
  it("reads what parseToJson() told, after a trip through JSON", () => {
    for (const parsed of [PARSED, NONE, { ...PARSED, bound: Infinity }] as Parsed[]) {
      const text = JSON.stringify(parseToJson(parsed));
      const read = readParse(JSON.parse(text));
      // Digests of answers are those of texts.
      assertEquals(JSON.stringify(read), text);
      const { bound, ...rest } = parseFromJson(read);
      const { bound: written, ...others } = parsed;
      assertEquals(rest, others);
      assertEquals(bound, written === Infinity ? undefined : written);
    }
  });

  it("refuses what is no answer", () => {
    const json = parseToJson(PARSED);
    const wrong: unknown[] = [
      ...[null, 7, [], "parse", {}],
      ...[{ ...json, beam: 0.5 }, { ...json, converged: 1 }, { ...json, objective: "1" }],
      ...[{ ...json, tags: [1, "2"] }, { ...json, tags: [1, 2 ** 40] }, { ...json, tags: null }],
      ...[{ ...json, steps: [[0, 1, 2]] }, { ...json, steps: [0, 1, 2, 7] }],
      ...[{ ...json, proof: [null] }, { ...json, failure: 3 }, { ...json, bound: {} }],
      { ...json, bound: JSON.parse("1e999") },
    ];
    for (const answer of wrong) {
      assertThrows(() => readParse(answer), TypeError, "Cannot read an answer: ");
    }
  });
});
