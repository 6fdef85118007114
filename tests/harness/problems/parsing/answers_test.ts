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
      const { bound: told, ...others } = parsed;
      assertEquals(rest, others);
      assertEquals(bound, told === Infinity ? undefined : told);
    }
  });

  it("refuses what is no answer", () => {
    const told = parseToJson(PARSED);
    const wrong: unknown[] = [
      ...[null, 7, [], "parse", {}],
      ...[{ ...told, beam: 0.5 }, { ...told, converged: 1 }, { ...told, objective: "1" }],
      ...[{ ...told, tags: [1, "2"] }, { ...told, tags: [1, 2 ** 40] }, { ...told, tags: null }],
      ...[{ ...told, steps: [[0, 1, 2]] }, { ...told, steps: [0, 1, 2, 7] }],
      ...[{ ...told, proof: [null] }, { ...told, failure: 3 }, { ...told, bound: {} }],
    ];
    for (const answer of wrong) {
      assertThrows(() => readParse(answer), TypeError, "Cannot read an answer: ");
    }
  });
});
